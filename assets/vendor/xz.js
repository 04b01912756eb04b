export { XzReadableStream } from "xz-decompress";
