"""The transports between pages: relays, WebRTC peer connections and manual pairing."""
