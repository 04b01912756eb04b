"""A script that runs before a page and records what it connects to: other pages and relays."""

from __future__ import annotations

RECORD = """
    window.made = { connections: [], sockets: [], servers: [], candidates: 0, answered: null };
    window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(config, ...given) {
            super(config, ...given);
            made.connections.push(this);
            made.servers.push((config?.iceServers ?? []).flatMap(({ urls }) => urls));
            this.addEventListener("datachannel", ({ channel }) => (made.answered = channel));
            this.addEventListener("icecandidate", ({ candidate }) => (made.candidates += candidate !== null));
        }
        createDataChannel(label, ...given) {
            this.label = label;
            return super.createDataChannel(label, ...given);
        }
    };
    window.WebSocket = class extends WebSocket {
        constructor(...given) {
            super(...given);
            made.sockets.push(this);
        }
    };
"""
"""Records the peer connections with their labels and ICE servers, their candidates, the newest data channel that the
other page has opened, and the sockets."""
