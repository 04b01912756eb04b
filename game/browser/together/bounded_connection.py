"""Connections between pages that close by themselves: above an allowance of bytes, or if nothing comes of them."""

from __future__ import annotations

from typing import Any

from pyodide.code import run_js

from game.browser.dom import js_object

MOST_AT_ONCE, A_SECOND = 1_000_000, 64_000
"""Bytes that one page may send. Honest ones send some 10,000 a minute; the busiest table with
every guest at its limit makes its host send less than this to each."""

A_MESSAGE, A_CHANNEL = 256, 16_000
"""Bytes that a message and a channel count for, however little is in them."""

KEPT = 32
"""How many times as much it counts what the library would keep because it cannot assign it."""

LATEST = 10.0
"""Seconds after which a connection on its way is given up, as are those who wait for it."""

READ = 1.0
"""Seconds in which an offer is surely read, if it can be: it takes milliseconds."""

MOST_ON_THEIR_WAY = 24
"""Connections that are being made, of each kind; above it the oldest goes."""

MOST_OFFERED = 20 + MOST_ON_THEIR_WAY
"""The same of those that nobody has answered yet: the library keeps 20 of them ready."""

MEASURED = """(limits, sent) => {
    const ROOM = 3, ACTION = 32, TAG = 34; // where a frame of the library names its room; how long its action; its tag
    const latin = new TextDecoder("latin1");
    const bytesOf = (frame) => (frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame);
    const roomEnd = (bytes) => ROOM + ((bytes[1] << 8) | bytes[2]);
    const kindOf = (bytes) => latin.decode(bytes.subarray(0, roomEnd(bytes) + ACTION));
    const isPart = (bytes) => bytes[0] === 1 && !(bytes[roomEnd(bytes) + TAG] & 1);

    // Of the room and the kind of what this page says as well, and whole: the library will not keep it.
    const isPlain = (data) => {
        if (!sent || typeof data === "string") return !sent;
        const bytes = bytesOf(data);
        return sent.has(kindOf(bytes)) && !isPart(bytes);
    };

    return class MeasuredConnection extends RTCPeerConnection {
        #spent = 0;
        #since = performance.now();

        constructor(...given) {
            super(...given);
            this.addEventListener("datachannel", ({ channel }) => this.#watch(channel));
        }

        createDataChannel(...given) {
            const channel = super.createDataChannel(...given);
            this.#watch(channel);
            return channel;
        }

        // As if the other page had gone: of a connection that is closed from here nobody hears.
        shut() {
            if (this.connectionState === "closed") return;
            this.close();
            this.dispatchEvent(new Event("connectionstatechange"));
        }

        #watch(channel) {
            this.#spend(limits.channel);
            channel.addEventListener("message", (event) => this.#weigh(event), true);
            if (sent)
                channel.send = (frame) => {
                    sent.add(kindOf(bytesOf(frame)));
                    RTCDataChannel.prototype.send.call(channel, frame);
                };
        }

        #weigh(event) {
            const { data } = event;
            const size = limits.message + (data.byteLength ?? data.size ?? data.length);
            this.#spend(isPlain(data) ? size : size * limits.kept);
            const odd = sent && typeof data === "string"; // were it a number, the library made room for as many bytes
            if (odd || this.connectionState === "closed") event.stopImmediatePropagation();
        }

        #spend(bytes) {
            const now = performance.now();
            this.#spent = Math.max(0, this.#spent - ((now - this.#since) * limits.second) / 1000) + bytes;
            this.#since = now;
            if (this.#spent > limits.most) this.shut();
        }
    };
}"""
"""A connection that counts what comes by it, before anybody else sees it."""

OWNED = """(Measured, open, limits) => {
    const waiting = { offered: new Set(), asked: new Set(), sealed: new Set() }; // of each, the oldest first

    return class OwnedConnection extends Measured {
        #among;
        #giveUp;
        #since;
        #listeners = [];

        // Browsers count the closed ones as well, until they are swept up: what a stranger's offer made takes the next.
        constructor(...given) {
            const [unused] = waiting.asked;
            const unread = unused && performance.now() - unused.#since > limits.read * 1000;
            if (unread || waiting.asked.size === limits.asked) {
                unused.#forget();
                unused.#wait("asked");
                return unused;
            }
            super(...given);
            open.add(this);
            super.addEventListener("connectionstatechange", () => {
                if (this.connectionState === "connected") this.#wait();
            });
            this.#wait("asked");
        }

        addEventListener(...given) {
            if (#listeners in this) this.#listeners.push(given);
            super.addEventListener(...given);
        }

        #forget() {
            for (const given of this.#listeners.splice(0)) this.removeEventListener(...given);
        }

        // Whoever answers an offer makes no channel.
        createDataChannel(...given) {
            this.#wait("offered");
            return super.createDataChannel(...given);
        }

        // An offer that nobody took is made anew, for the next.
        createOffer(...given) {
            if (this.#among === waiting.offered) this.#wait("offered");
            return super.createOffer(...given);
        }

        // The library comes so far only with what was sealed with the room's secret.
        setRemoteDescription(description) {
            OwnedConnection.found?.();
            if (this.#among) this.#wait("sealed");
            return super.setRemoteDescription(description);
        }

        close() {
            this.#wait();
            open.delete(this);
            super.close();
        }

        #wait(kind) {
            clearTimeout(this.#giveUp);
            this.#among?.delete(this);
            this.#among = waiting[kind];
            if (!this.#among) return;
            this.#among.add(this);
            this.#since = performance.now();
            if (kind !== "offered") this.#giveUp = setTimeout(() => this.shut(), limits.latest * 1000);
            if (this.#among.size > limits[kind]) this.#among.values().next().value.shut();
        }
    };
}"""
"""A connection that can be closed with its table, and that says when another page has answered.

The library keeps connections for two minutes after their room is left, and those that failed for ever;
it makes one for every offer, before it tries whether it can be read; and only one of the two pages is told
by it that a connection failed.
"""


def measured(sent: Any = None) -> Any:
    """A class of connections that count their bytes; `sent` is for the kinds of frames that the library sends."""
    limits = {
        "most": MOST_AT_ONCE,
        "second": A_SECOND,
        "message": A_MESSAGE,
        "channel": A_CHANNEL,
        "kept": KEPT,
    }
    return run_js(MEASURED)(js_object(limits), sent)


def owned(connections: Any, sent: Any) -> Any:
    """A class of connections for the library; those that are open are in the set `connections`."""
    limits = {
        "offered": MOST_OFFERED,
        "asked": MOST_ON_THEIR_WAY,
        "sealed": MOST_ON_THEIR_WAY,
        "latest": LATEST,
        "read": READ,
    }
    return run_js(OWNED)(measured(sent), connections, js_object(limits))
