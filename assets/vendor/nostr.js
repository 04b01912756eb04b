// Of several libraries, what pages meet, seal and sign with.

import { AbstractRelay } from "nostr-tools/abstract-relay";

export { ed25519 } from "@noble/curves/ed25519.js";
export { v2 as sealing } from "nostr-tools/nip44";
export { finalizeEvent, generateSecretKey, getPublicKey } from "nostr-tools/pure";

const MOST_REMEMBERED = 4000;
const MOST_TAGS = 8;

// What is said on a line that is closing is lost, and the browser need not complain of it.
class Socket extends WebSocket {
    send(text) {
        if (this.readyState === WebSocket.OPEN) super.send(text);
    }
}

// A line to a relay, which says within `patience` milliseconds whether it has passed on what was published; `refused` is
// called when it says anything else. Who said a thing is proven by the seal around it: to verify a signature as well
// would cost ten times as much.
export const newRelay = (url, patience, refused) => {
    const relay = new AbstractRelay(url, { verifyEvent: () => true, websocketImplementation: Socket });
    return Object.assign(relay, { publishTimeout: patience, onnotice: refused });
};

// Whether it could be reached in so many milliseconds.
export const reached = (relay, timeout) => relay.connect({ timeout }).then(() => true, () => false);

// Have the events of one room; `refused` is called if they do not come any more.
export const subscribe = (relay, kind, topic, inbox, refused) =>
    void relay.subscribe([{ kinds: [kind], "#x": [topic] }], { ...inbox, onclose: refused });

// What keeps it from passing on an event; nothing if it has.
export const obstacle = (relay, event) => relay.publish(event).then(() => "", ({ message }) => message || "refused");

// Close the line without another word.
export const hangUp = (relay) => {
    relay.openSubs.clear();
    relay.onclose = null;
    relay.close();
};

// What hears the events of one room from all its relays, each event once: `heard` is told whose it is, the ticket
// that it shows, and what it says.
export const newInbox = (heard) => {
    const seen = new Set();
    return {
        alreadyHaveEvent(id) {
            if (seen.has(id)) return true;
            seen.add(id);
            if (seen.size > MOST_REMEMBERED) seen.delete(seen.values().next().value);
            return false;
        },
        onevent({ pubkey, tags, content }) {
            if (typeof pubkey !== "string" || typeof content !== "string" || tags.length > MOST_TAGS) return;
            const [, ticket] = tags.find(([name]) => name === "t") ?? [];
            if (typeof ticket === "string") heard(pubkey, ticket, content);
        },
    };
};
