// Of several libraries, what pages meet, seal and sign with.

import { AbstractRelay } from "nostr-tools/abstract-relay";
import { getPow, minePow } from "nostr-tools/nip13";
import { getEventHash, verifyEvent } from "nostr-tools/pure";

export { ed25519 } from "@noble/curves/ed25519.js";
export { v2 as sealing } from "nostr-tools/nip44";
export { finalizeEvent, generateSecretKey, getPublicKey } from "nostr-tools/pure";

const MOST_REMEMBERED = 4000;
const MOST_TAGS = 8;
const VERIFY_EVERY = 1000;

// What is said on a line that is closing is lost, and the browser need not complain of it.
class Socket extends WebSocket {
    send(text) {
        if (this.readyState === WebSocket.OPEN) super.send(text);
    }
}

// A line to a relay, which says within `patience` milliseconds whether it has passed on what was published; `refused` is
// called when it says anything else. Events are authenticated by a MAC in them: to verify each signature would cost ten
// times as much. Ids are used for nothing, so nobody recomputes them.
export const newRelay = (url, patience, refused) => {
    const relay = new AbstractRelay(url, { verifyEvent: () => true, websocketImplementation: Socket });
    return Object.assign(relay, { publishTimeout: patience, onnotice: refused });
};

// Whether it could be reached in so many milliseconds.
export const reached = (relay, timeout) => relay.connect({ timeout }).then(() => true, () => false);

// Have the events of one room; `refused` is called if they do not come any more, `forged` if the relay passes on what
// the page that it names never signed.
export const subscribe = (relay, kind, topic, inbox, refused, forged) =>
    void relay.subscribe([{ kinds: [kind], "#x": [topic] }], {
        onevent: (event) => inbox(event, forged),
        onclose: refused,
    });

// What keeps it from passing on an event; nothing if it has.
export const obstacle = (relay, event) => relay.publish(event).then(() => "", ({ message }) => message || "refused");

// Close the line without another word.
export const hangUp = (relay) => {
    relay.openSubs.clear();
    relay.onclose = null;
    relay.close();
};

// The leading zero bits of the event's id, as far as it commits itself to them (NIP-13).
const proofOfWork = (event) => {
    const [, , target] = event.tags.find(([name]) => name === "nonce") ?? [];
    if (!Number.isInteger(Number(target))) return 0;
    try {
        return Math.min(Number(target), getPow(getEventHash(event)));
    } catch {
        return 0; // no event that a relay would pass on
    }
};

const isSigned = ({ id, pubkey, created_at, kind, tags, content, sig }) => {
    try {
        return verifyEvent({ id, pubkey, created_at, kind, tags, content, sig });
    } catch {
        return false;
    }
};

// What hears the events of one room from all its relays, each event once: `heard` is told whose it is, its number, its
// stamp, what it says and the bits of its proof of work, and returns whether the stamp is genuine. One that is not costs
// nobody anything: of those, at most one a second has its signature verified, to find out who made it up. An honest
// relay passes on only what is signed. A copy that has lost its proof on the way does not stand for the one that has it.
export const newInbox = (heard) => {
    const seen = new Map();
    let verified = -VERIFY_EVERY;
    return (event, forged) => {
        const { pubkey, tags, content } = event;
        if (typeof pubkey !== "string" || typeof content !== "string" || tags.length > MOST_TAGS) return;
        const [, stamp, number] = tags.find(([name]) => name === "t") ?? [];
        if (typeof stamp !== "string" || typeof number !== "string") return;
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

// The event with a proof of work of so many bits, which a thread of its own makes.
export const withWork = (event, bits) =>
    new Promise((done, failed) => {
        const worker = new Worker(import.meta.url, { type: "module" });
        const end = (settle, said) => {
            worker.terminate();
            settle(said);
        };
        worker.onmessage = ({ data }) => end(done, data);
        worker.onerror = () => end(failed, new Error("no thread for the proof of work"));
        worker.postMessage([event, bits]);
    });

if (globalThis.WorkerGlobalScope) onmessage = ({ data: [event, bits] }) => postMessage(minePow(event, bits));
