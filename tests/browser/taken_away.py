"""Scripts that take an optional feature of the browser away, each in five ways."""

from __future__ import annotations

WAYS = ("missing", "null", "throws", "rejects", "silent")
"""Ways in which a browser lacks a feature; the last two still offer it, but refuse each request or never answer."""

FEATURES = {
    "sound": ("window", "AudioContext"),
    "local storage": ("window", "localStorage"),
    "databases": ("window", "indexedDB"),
    "caches": ("window", "caches"),
    "channels": ("window", "BroadcastChannel"),
    "connections": ("window", "RTCPeerConnection"),
    "sockets": ("window", "WebSocket"),
    "locks": ("navigator", "locks"),
    "sharing": ("navigator", "share"),
    "clipboard": ("navigator", "clipboard"),
    "wake lock": ("navigator", "wakeLock"),
    "vibration": ("navigator", "vibrate"),
    "service worker": ("navigator", "serviceWorker"),
}
"""Each feature's owner and its name there."""

ANSWERING = [name for name in FEATURES if name not in ("local storage", "channels", "sockets", "vibration")]
"""The features that answer later, so that a request can be rejected or stay unanswered."""

PAIRS = [(name, way) for name in FEATURES for way in WAYS if name in ANSWERING or way not in WAYS[3:]]

SCRIPT = """{
    const [owner, name, way] = [%s, "%s", "%s"];
    const refuse = () => { throw new DOMException("not here", "SecurityError"); };
    const failed = () => way === "rejects"
        ? Promise.reject(new DOMException("not here", "NotAllowedError")) : new Promise(() => {});
    const Real = owner[name];
    const isFunction = typeof Real === "function";
    // A class like that of the browser, whose instances fail at everything that takes time.
    const SLOW = ["createOffer", "createAnswer", "setLocalDescription", "setRemoteDescription", "resume"];
    const unable = () => class extends Real {
        constructor(...given) {
            super(...given);
            for (const method of SLOW) if (method in this) this[method] = failed;
        }
    };
    // An object whose methods all fail. A request for a database fails by an event.
    const failing = () => new Proxy(new EventTarget(), {
        get: (target, method) => {
            if (method === "then") return undefined;
            if (method === "ready") return failed();
            if (method === "controller") return null;
            if (["addEventListener", "removeEventListener", "dispatchEvent"].includes(method))
                return target[method].bind(target);
            return target[method] ?? (() => {
                if (name !== "indexedDB") return failed();
                const request = { error: new DOMException("not here", "UnknownError") };
                if (way === "rejects") setTimeout(() => request.onerror?.({ target: request }));
                return request;
            });
        },
    });
    const stands = {
        missing: { value: undefined },
        null: { value: null },
        throws: isFunction ? { value: function () { refuse(); } } : { get: refuse },
        rejects: { value: !isFunction ? failing() : Real.prototype ? unable() : failed },
    };
    const place = Object.hasOwn(owner, name) ? owner : Object.getPrototypeOf(owner);
    if (way === "missing") { delete owner[name]; delete place[name]; }
    else Object.defineProperty(owner, name, { configurable: true, ...(stands[way] ?? stands.rejects) });
}"""


def script(name: str, way: str) -> str:
    """Return the script that takes the feature `name` away in this `way`."""
    owner, field = FEATURES[name]
    return SCRIPT % (owner, field, way)
