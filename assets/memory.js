// Sparse format for the memory of a snapshot: only the ranges that are not zero, each with its start and end. Most of
// the 31 MB are zero.

const BLOCK = 65_536;

const isEmpty = (words) => words.every((word) => !word);

const stretchesOf = (memory) => {
  const found = [];
  for (let start = 0; start < memory.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, memory.length);
    if (isEmpty(new BigUint64Array(memory.buffer, memory.byteOffset + start, (end - start) / 8))) continue;
    if (found.at(-1)?.[1] === start) found.at(-1)[1] = end;
    else found.push([start, end]);
  }
  return found;
};

// Split a snapshot into its head, for Pyodide, and a blob of its memory.
export const split = (snapshot) => {
  const [, length] = new Uint32Array(snapshot.buffer);
  const memory = snapshot.subarray(length);
  const stretches = stretchesOf(memory);
  const places = Uint32Array.of(stretches.length, ...stretches.flat());
  const held = stretches.map(([start, end]) => memory.subarray(start, end));
  return { head: snapshot.slice(0, length), held: new Blob([places, ...held]) };
};

// Copy the ranges into `memory`, and zero the rest: a newly loaded program has data there.
export const fill = (memory, held) => {
  const [count] = new Uint32Array(held.buffer, 0, 1);
  const places = new Uint32Array(held.buffer, 4, 2 * count);
  let from = 4 + places.byteLength;
  let filled = 0;
  for (let at = 0; at < places.length; at += 2) {
    const [start, end] = places.subarray(at, at + 2);
    memory.fill(0, filled, start);
    memory.set(held.subarray(from, from + end - start), start);
    from += end - start;
    filled = end;
  }
  memory.fill(0, filled);
};
