// Of a library of many curves, the one that seats are signed with.

export { ed25519 } from "@noble/curves/ed25519.js";
