// A worker that unpacks a file, which arrives in parts. An empty message ends it. The answer is the unpacked file, or text
// that says what failed.

import { XzReadableStream } from "../vendor/xz/xz.js";

let packed;
const stream = new ReadableStream({ start: (controller) => (packed = controller) });
addEventListener("message", ({ data }) => (data ? packed.enqueue(data) : packed.close()));

try {
  const content = await new Response(new XzReadableStream(stream)).arrayBuffer();
  postMessage(content, [content]);
} catch (error) {
  postMessage(`${error}`);
}
