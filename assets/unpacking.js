// Fetches the large files of the start and unpacks them. It runs before the modules of Pyodide have arrived, since unpacking
// takes longest.

// The page names the large files. Their names change with their contents, so a page never mixes two versions. Two builds
// have no snapshot: the one for development, whose modules change all the time, and the single file, which it would make
// larger by half.
const { large } = document.querySelector("[data-large]").dataset;
const find = (part) => large.split(" ").find((file) => file.includes(part));
const PROGRAM = find("pyodide.asm");
const MEMORY = find("python.memory");

// Whether this build has a snapshot.
export const hasMemory = Boolean(MEMORY);

// The contents of the files that this page has unpacked, for later visits: see offline.js.
export const unpacked = new Map();

// Fetch a file that is cached unpacked, or unpack it.
const fetchUnpacked = async (file) => {
  const answer = await fetch(new URL(file, document.baseURI));
  if (answer.headers.has("Unpacked")) return answer;
  const { XzReadableStream } = await import("../vendor/xz/xz.js"); // a repeat visit does not need it
  const [content, copy] = new XzReadableStream(answer.body).tee();
  unpacked.set(file, copy);
  return new Response(content, { headers: { "Content-Type": "application/wasm" } });
};

// Fetch a file and unpack it in a worker, while the page does other things.
const fetchInWorker = async (file) => {
  const answer = await fetch(new URL(file, document.baseURI));
  if (answer.headers.has("Unpacked")) return answer.arrayBuffer();
  const worker = new Worker(new URL("./unpack.js", import.meta.url), { type: "module" });
  try {
    const content = new Promise((done, failed) => {
      worker.onmessage = ({ data }) => (data instanceof ArrayBuffer ? done(data) : failed(new Error(data)));
      worker.onerror = ({ message }) => failed(new Error(message));
    });
    const write = (part) => worker.postMessage(part);
    const writing = answer.body.pipeTo(new WritableStream({ write, close: () => write() }));
    const [held] = await Promise.all([content, writing]);
    unpacked.set(file, held);
    return held;
  } finally {
    worker.terminate();
  }
};

export const fetchProgram = () => fetchUnpacked(PROGRAM);

// The program as a response, and the snapshot of its memory as an array buffer.
export const program = fetchProgram();
export const memory = hasMemory ? fetchInWorker(MEMORY) : undefined;
for (const one of [program, memory]) one?.catch(() => {}); // who awaits it handles the error
