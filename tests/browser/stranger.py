"""Somebody who speaks as pages do, and says what no page says: by relay, with a key for every name."""

from __future__ import annotations

from playwright.sync_api import Page

from game.net.digests import envelope_key, topic
from game.net.invite import parse_invite

SPEAKING = """
    (() => { window.speaking = async ({ relay, topic, kind, envelope, secret }) => {
        const { sealing, finalizeEvent, generateSecretKey, getPublicKey } = await import("./vendor/nostr/nostr.js");
        const bytes = (digits) => Uint8Array.from(digits.match(/../g), (two) => parseInt(two, 16));
        const hash = async (text) => {
            const made = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
            return Array.from(new Uint8Array(made), (byte) => byte.toString(16).padStart(2, "0")).join("");
        };
        const socket = new WebSocket(relay);
        await new Promise((open) => socket.addEventListener("open", open));
        socket.send(JSON.stringify(["REQ", "all", { kinds: [kind], "#x": [topic] }]));
        const shout = (key, ticket, content) => {
            const tags = [["x", topic], ["t", ticket]];
            const event = { kind, created_at: Math.floor(Date.now() / 1000), tags, content };
            socket.send(JSON.stringify(["EVENT", finalizeEvent(event, key)]));
        };
        const outsider = () => shout(generateSecretKey(), "0".repeat(32), "A".repeat(200));
        const newcomer = async (heard = () => {}) => {
            const key = generateSecretKey(), name = getPublicKey(key);
            const ticket = (await hash(`one mind ticket ${secret} ${name}`)).slice(0, 32);
            const seal = (letter) => shout(key, ticket, sealing.encrypt(JSON.stringify(letter), bytes(envelope)));
            const say = (page, said) => {
                const shared = sealing.utils.getConversationKey(key, page);
                seal([false, { [page.slice(0, 40)]: sealing.encrypt(JSON.stringify(said), shared) }]);
            };
            socket.addEventListener("message", ({ data }) => {
                const [kind, , event] = JSON.parse(data);
                if (kind !== "EVENT" || event.pubkey === name || event.tags[1][1] === "0".repeat(32)) return;
                const [, parts] = JSON.parse(sealing.decrypt(event.content, bytes(envelope)));
                const part = parts[name.slice(0, 40)];
                if (!part) return;
                const shared = sealing.utils.getConversationKey(key, event.pubkey);
                heard(event.pubkey, JSON.parse(sealing.decrypt(part, shared)), say);
            });
            seal([true, {}]);
            return { name, greet: () => seal([true, {}]), say };
        };
        return { outsider, newcomer };
    }; })()
"""
"""`outsider()` says what only looks sealed; `newcomer(heard)` greets as whoever has the link does, and is told what
each page says to it, with a way to `say` something to that page."""


def with_the_link(page: Page, host: Page, script: str) -> None:
    """Run `script` on `page`, a function of somebody who can speak as a page of the table of `host` does."""
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
