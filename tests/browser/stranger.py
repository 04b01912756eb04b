"""A stranger that speaks the protocol by relay, with a key for every name, and deviates from it."""

from __future__ import annotations

from playwright.sync_api import Page

from game.net.invite import parse_invite
from game.transport.hashes import envelope_key, topic

SPEAKING = """
    (() => { window.speaking = async ({ relay, topic, kind, envelope, secret }) => {
        const { sealing, finalizeEvent, generateSecretKey, getPublicKey } = await import("./vendor/nostr/nostr.js");
        const bytes = (digits) => Uint8Array.from(digits.match(/../g), (two) => parseInt(two, 16));
        const mac = { name: "HMAC", hash: "SHA-256" };
        const room = await crypto.subtle.importKey("raw", bytes(secret), mac, false, ["sign"]);
        const stamp = async (page, number, sealed) => {
            const said = new TextEncoder().encode(`one mind stamp ${page} ${number} ${sealed}`);
            const made = new Uint8Array(await crypto.subtle.sign("HMAC", room, said));
            return Array.from(made, (byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 32);
        };
        const socket = new WebSocket(relay);
        await new Promise((open) => socket.addEventListener("open", open));
        socket.send(JSON.stringify(["REQ", "all", { kinds: [kind], "#x": [topic] }]));
        const shout = (key, stamp, number, content) => {
            const tags = [["x", topic], ["t", stamp, String(number)]];
            const event = { kind, created_at: Math.floor(Date.now() / 1000), tags, content };
            socket.send(JSON.stringify(["EVENT", finalizeEvent(event, key)]));
        };
        const outsider = () => shout(generateSecretKey(), "0".repeat(32), 1, "A".repeat(200));
        const newcomer = async (heard = () => {}) => {
            const key = generateSecretKey(), name = getPublicKey(key);
            let last = 0;
            const seal = async (number, letter) => {
                const sealed = sealing.encrypt(JSON.stringify(letter), bytes(envelope));
                shout(key, await stamp(name, number, sealed), number, sealed);
            };
            const say = (page, said) => {
                const shared = sealing.utils.getConversationKey(key, page), number = (last += 1);
                const part = sealing.encrypt(JSON.stringify([number, { times: [0, -1, 0, 1.6], ...said }]), shared);
                void seal(number, [false, { [page.slice(0, 40)]: part }]);
            };
            const greet = () => void seal((last += 1), [true, {}]);
            socket.addEventListener("message", ({ data }) => {
                const [kind, , event] = JSON.parse(data);
                if (kind !== "EVENT" || event.pubkey === name || event.tags[1][1] === "0".repeat(32)) return;
                const [, parts] = JSON.parse(sealing.decrypt(event.content, bytes(envelope)));
                const part = parts[name.slice(0, 40)];
                if (!part) return;
                const shared = sealing.utils.getConversationKey(key, event.pubkey);
                heard(event.pubkey, JSON.parse(sealing.decrypt(part, shared))[1], say);
            });
            greet();
            return { name, greet, say };
        };
        return { outsider, newcomer };
    }; })()
"""
"""Defines `outsider()`, which sends events with invalid stamps, and `newcomer(heard)`, which sends a valid greeting.

A newcomer receives the answers of each page, and a function `say` to answer it.
"""


def with_the_link(page: Page, host: Page, script: str) -> None:
    """Run `script` on `page`, a function that gets a stranger with the link to the table of `host`."""
    invite = parse_invite(host.evaluate("location.hash"))
    meeting = invite.meeting
    place = topic(meeting.room)
    known = {
        "relay": invite.relays[0],
        "topic": place,
        "kind": 20_000 + int(place[:8], 16) % 10_000,
        "envelope": envelope_key(meeting.secret),
        "secret": meeting.secret,
    }
    page.evaluate(SPEAKING)
    page.evaluate(f"async (known) => ({script})(await speaking(known))", known)
