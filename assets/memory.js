// Fills the memory of a program with the snapshot that the build has made: see assets/build/snapshot.py.

const WORD = 4;

// Copy the ranges of the snapshot `held` into `memory`, and zero the rest, except the program's own data.
export const fill = (memory, held) => {
  const [end, count] = new Uint32Array(held, 0, 2);
  const places = new Uint32Array(held, 2 * WORD, 2 * count);
  let from = places.byteOffset + places.byteLength;
  let filled = end;
  for (let at = 0; at < places.length; at += 2) {
    const [start, stop] = places.subarray(at, at + 2);
    if (start > filled) memory.fill(0, filled, start);
    memory.set(new Uint8Array(held, from, stop - start), start);
    from += stop - start;
    filled = Math.max(filled, stop);
  }
  if (from !== held.byteLength) throw new Error("the snapshot is cut short");
  memory.fill(0, filled);
};
