import { SECTIONS, SHARD_MARK } from './shard.ts';

/*
 * How a shard lies in a file, which `shard.ts` and `tables.ts` read: sections, and in them tables of byte strings in
 * their order, and numbers as the differences between them.
 */

/** Number of an entry → where a term is in it, in the order of entries. */
export type Postings = number[];

/** The sections as one file, which begins with where they stand. */
export function joined(sections: Readonly<Record<(typeof SECTIONS)[number], Uint8Array>>): Uint8Array<ArrayBuffer> {
  const head = 4 + SECTIONS.length * 8;
  const total = SECTIONS.reduce((sum, name) => sum + sections[name].byteLength, head);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, SHARD_MARK, true);
  let offset = head;
  for (const [index, name] of SECTIONS.entries()) {
    view.setUint32(4 + index * 8, offset, true);
    view.setUint32(8 + index * 8, sections[name].byteLength, true);
    bytes.set(sections[name], offset);
    offset += sections[name].byteLength;
  }
  return bytes;
}

const encoder = new TextEncoder();

/** Words in the order of their bytes, each with its entries. */
export function sortedTable(postings: ReadonlyMap<string, Postings>): {
  readonly keys: Uint8Array;
  readonly postings: Uint8Array;
} {
  const sorted = [...postings]
    .map(([term, list]) => ({ key: encoder.encode(term), list }))
    .sort((a, b) => compareBytes(a.key, b.key));
  return { keys: table(sorted.map(({ key }) => key)), postings: table(sorted.map(({ list }) => packed(list))) };
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Differences between the numbers, of seven bits a byte. */
export function packed(list: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let last = 0;
  for (const posting of list) {
    const index = Math.floor(posting / 4);
    let rest = (index - last) * 4 + (posting % 4);
    last = index;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

export function textTable(texts: readonly string[]): Uint8Array {
  return table(texts.map((text) => encoder.encode(text)));
}

/** How many there are, where each begins, where the last ends, then all of them. */
export function table(parts: readonly Uint8Array[]): Uint8Array {
  const head = 4 * (parts.length + 2);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, head));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, parts.length, true);
  let offset = head;
  for (const [index, part] of parts.entries()) {
    view.setUint32(4 + index * 4, offset, true);
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  view.setUint32(head - 4, offset, true);
  return bytes;
}
