// What the game uses of several libraries: Nostr relays, encryption and signatures.

import { AbstractRelay } from "nostr-tools/abstract-relay";
import { getPow, minePow } from "nostr-tools/nip13";
import { getEventHash, verifyEvent } from "nostr-tools/pure";

export { ed25519 } from "@noble/curves/ed25519.js";
export { v2 as sealing } from "nostr-tools/nip44";
export { finalizeEvent, generateSecretKey, getPublicKey } from "nostr-tools/pure";

const MOST_REMEMBERED = 4000;
const MOST_TAGS = 8;
const VERIFY_EVERY = 1000;
const CATCH_UP = 250; // milliseconds in which a page that was busy handles what has arrived meanwhile
const LET_OPEN = 2000; // milliseconds
const EVENTS_A_SECOND = 20; // what a relay may send in the long run

// A WebSocket that knows when it last received anything. The browser prints a warning when a socket sends while it
// closes, or is closed while it connects: so this one ignores such messages, and gives a server LET_OPEN to answer first.
class Socket extends (globalThis.WebSocket ?? EventTarget) {
    heardAt = -1;

    constructor(...given) {
        super(...given);
        this.addEventListener("message", () => (this.heardAt = performance.now()));
    }

    send(text) {
        if (this.readyState === WebSocket.OPEN) super.send(text);
    }

    close() {
        const close = () => super.close();
        if (this.readyState !== WebSocket.CONNECTING) return close();
        this.addEventListener("open", close);
        setTimeout(close, LET_OPEN);
    }
}

// Create a client for the relay at `url`, which has `patience` milliseconds to acknowledge an event. `refused` is called
// with each notice from the relay. No signature is verified here: events carry a MAC, which takes a tenth of the time.
// Ids are not verified either, because nothing uses them.
export const newRelay = (url, patience, refused) => {
    const relay = new AbstractRelay(url, { verifyEvent: () => true, websocketImplementation: Socket });
    return Object.assign(relay, { publishTimeout: patience, onnotice: refused });
};

// Connect to the relay. Return whether that succeeded within `timeout` milliseconds.
export const connect = (relay, timeout) => relay.connect({ timeout }).then(() => true, () => false);

// Whether an event has the fields that the inboxes read, of the right types. A relay may send anything.
const isSound = ({ pubkey, kind, created_at, tags, content }) =>
    [pubkey, content].every((one) => typeof one === "string") &&
    [kind, created_at].every(Number.isSafeInteger) &&
    tags.length <= MOST_TAGS &&
    tags.every((tag) => Array.isArray(tag) && tag.every((one) => typeof one === "string"));

// Subscribe to the events of these kinds with this topic, and to at most `limit` of those that the relay has stored.
// `refused` is called if the relay ends the subscription, `forged` if it sends an event that its author never signed,
// and `flooded` for each event beyond a burst of `most` and EVENTS_A_SECOND.
export const subscribe = (relay, kinds, topic, limit, most, inbox, refused, forged, flooded) => {
    let [left, countedAt] = [most, performance.now()];
    const isFlood = () => {
        const now = performance.now();
        left = Math.min(most, left + ((now - countedAt) * EVENTS_A_SECOND) / 1000) - 1;
        countedAt = now;
        return left < 0;
    };
    relay.subscribe([{ kinds, "#x": [topic], limit }], {
        onevent: (event) => (isFlood() ? flooded() : isSound(event) && inbox(event, forged)),
        onclose: refused,
    });
};

// Publish an event. Return why the relay rejected it, or "" if it did not. A relay that is late, but still sends other
// messages, is only slow: to connect again would make it slower.
export const publish = async (relay, event) => {
    const socket = relay.ws;
    const publishedAt = performance.now();
    try {
        await relay.publish(event);
    } catch ({ message }) {
        if (message !== "publish timed out") return message || "refused";
        await new Promise((later) => setTimeout(later, CATCH_UP));
        return socket.heardAt > publishedAt ? "" : message;
    }
    return "";
};

// Close the connection without further callbacks.
export const disconnect = (relay) => {
    relay.openSubs.clear();
    relay.onclose = null;
    relay.close();
};

// Return the leading zero bits of the event's id, at most as many as its nonce tag commits to (NIP-13).
export const proofOfWork = (event) => {
    const [, , target] = event.tags.find(([name]) => name === "nonce") ?? [];
    if (!Number.isInteger(Number(target))) return 0;
    try {
        return Math.min(Number(target), getPow(getEventHash(event)));
    } catch {
        return 0; // a malformed event, which an honest relay rejects
    }
};

// Return whether the author of the event has signed it.
export const isSigned = ({ id, pubkey, created_at, kind, tags, content, sig }) => {
    try {
        return verifyEvent({ id, pubkey, created_at, kind, tags, content, sig });
    } catch {
        return false;
    }
};

// Create an inbox for the events of one room from all its relays. It calls `heard` once for each event, with the key of
// the author, the sequence number, stamp, content and bits of proof of work; `heard` returns whether the stamp is genuine.
// Of events with a false stamp, at most one per second has its signature verified, to find out who forged it: an honest
// relay sends only signed events. A copy without the proof of work does not replace one that has it.
export const newInbox = (heard) => {
    const seen = new Map();
    let verified = -VERIFY_EVERY;
    return (event, forged) => {
        const { pubkey, tags, content } = event;
        const [, stamp, number] = tags.find(([name]) => name === "t") ?? [];
        if (stamp === undefined || number === undefined) return;
        const work = proofOfWork(event);
        if (work <= (seen.get(stamp) ?? -1)) return;
        const genuine = heard(pubkey, number, stamp, content, work);
        if (genuine) {
            seen.set(stamp, work);
            if (seen.size > MOST_REMEMBERED) seen.delete(seen.keys().next().value);
        } else if (genuine === false && performance.now() > verified + VERIFY_EVERY) {
            verified = performance.now();
            if (!isSigned(event)) forged();
        }
    };
};

// Create an inbox for the listings of a club. It calls `heard` with the key of the author, the times of the event, its
// content and the event itself, also for copies.
export const newListingInbox = (heard) => (event) => {
    const { pubkey, created_at, tags, content } = event;
    const expires = Number(tags.find(([name]) => name === "expiration")?.[1]);
    if (Number.isSafeInteger(expires)) heard(pubkey, created_at, expires, content, event);
};

// Return `event` with a proof of work of `bits` bits, computed in a worker.
export const withWork = (event, bits) =>
    new Promise((done, failed) => {
        const worker = new Worker(import.meta.url, { type: "module" });
        const end = (settle, said) => {
            worker.terminate();
            settle(said);
        };
        worker.onmessage = ({ data }) => end(done, data);
        worker.onerror = () => end(failed, new Error("no worker for the proof of work"));
        worker.postMessage([event, bits]);
    });

if (globalThis.WorkerGlobalScope) onmessage = ({ data: [event, bits] }) => postMessage(minePow(event, bits));
