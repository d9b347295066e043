import { PATH_ITEM_METHODS } from '../model/path-items.ts';
import { isRecord } from '../schema/json-values.ts';
import type { ParsedFile } from './contract.ts';
import { slowTextOf } from './description-checks.ts';
import { type EditedMember, editOfJson, editOfYaml } from './edited-member.ts';

/** The text of an operation that is the only difference of two descriptors. */
export interface EditedText {
  /** Path as the descriptor writes it. */
  readonly path: string;
  /** Method in lower case. */
  readonly method: string;
  readonly key: 'summary' | 'description';
  readonly before: string;
  readonly now: string;
  /** First line of the text, from 1. No other line has changed or moved. */
  readonly line: number;
  readonly lastLine: number;
}

const METHODS: ReadonlySet<string> = new Set(PATH_ITEM_METHODS);
/** Paths that a file contains without escapes. */
const ASCII_PATH = /^\/[ -~]*$/;
/** Shorter descriptors are parsed again. A UTF-8 file of `LEAST_BYTES` is never shorter than `LEAST_CHARACTERS`. */
const LEAST_CHARACTERS = 128 * 1024;
const LEAST_BYTES = 3 * LEAST_CHARACTERS;
/** Bytes compared at once. */
const STEP = 64 * 1024;
/** References to components other than path items: these lead into no operation. */
const REFERABLE = /^#\/components\/(?!pathItems\/)/;

/**
 * Finds out, without parsing, whether a text of an operation is all that two descriptors differ in.
 * @param before bytes of a descriptor of which {@link hasIndependentTexts} is true
 * @returns undefined where more may have changed, or where the change may decide about more than the text
 */
export function editedText(before: Buffer, now: Buffer): EditedText | undefined {
  if (now.byteLength < LEAST_BYTES) return undefined;
  const least = Math.min(before.byteLength, now.byteLength);
  const start = sameBytes(least, (from, end) => before.subarray(from, end).equals(now.subarray(from, end)));
  const behind = (bytes: Buffer, from: number, end: number): Buffer =>
    bytes.subarray(bytes.byteLength - end, bytes.byteLength - from);
  const rest = sameBytes(least - start, (from, end) => behind(before, from, end).equals(behind(now, from, end)));
  // One character per byte is enough: the keys and marks of JSON and YAML are ASCII.
  const text = now.toString('latin1');
  const find = /^\s*[{[]/.test(text) ? editOfJson : editOfYaml;
  const found = find({ before, now, text, start, rest });
  return found && toEditedText(found);
}

function toEditedText({ keys, before, now, line, lastLine }: EditedMember): EditedText | undefined {
  const [paths, path = '', method = '', key = '', ...deeper] = keys;
  if (paths !== 'paths' || !ASCII_PATH.test(path) || deeper.length > 0) return undefined;
  if (!METHODS.has(method) || (key !== 'summary' && key !== 'description')) return undefined;
  if (![before, now].every(isHarmless)) return undefined;
  return { path, method, key, before, now, line, lastLine };
}

/** True for a text about which no check of descriptors reports anything. */
function isHarmless(text: string): boolean {
  return text.trim() !== '' && text.isWellFormed() && !/<|\]\(#/.test(text) && slowTextOf(text) === null;
}

/**
 * True if each text of an operation stands in one place, and that place belongs to one operation: no alias and no
 * reference leads into operations. Always false for a short descriptor, which is parsed again quickly.
 */
export function hasIndependentTexts({ path, text, value: root }: Pick<ParsedFile, 'path' | 'text' | 'value'>): boolean {
  if (text.length < LEAST_CHARACTERS || text.includes('<<') || /\r(?!\n)/.test(text)) return false;
  // YAML in braces may have comments.
  if (/^\s*[{[]/.test(text) && !path.toLowerCase().endsWith('.json')) return false;
  if (!isRecord(root) || typeof root['openapi'] !== 'string') return false;
  const paths = isRecord(root['paths']) ? root['paths'] : {};
  const areWellNamed = Object.entries(paths).every(
    ([path, item]) =>
      (path.startsWith('/') || path.startsWith('x-')) &&
      isRecord(item) &&
      Object.keys(item).every((key) => METHODS.has(key) || !METHODS.has(key.toLowerCase())),
  );
  return areWellNamed && isTree(root);
}

/** True if no object is in two places, and references lead to components alone. */
function isTree(root: object): boolean {
  const seen = new Set<object>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (seen.has(value)) return false;
    seen.add(value);
    if (isRecord(value) && !areReferable(value)) return false;
    for (const child of Object.values(value)) if (typeof child === 'object') open.push(child);
  }
  return true;
}

/** True if an object refers to components alone; the mapping of a discriminator may name files, too. */
function areReferable({ $ref, mapping }: Readonly<Record<string, unknown>>): boolean {
  const mapped = isRecord(mapping) ? Object.values(mapping) : [];
  const references = [$ref, ...mapped.filter((reference) => String(reference).startsWith('#'))];
  return references.every((reference) => typeof reference !== 'string' || REFERABLE.test(reference));
}

/**
 * Counts the equal bytes at the beginning.
 * @param areSame compares the bytes between two offsets
 */
function sameBytes(most: number, areSame: (from: number, end: number) => boolean): number {
  let same = 0;
  for (let step = STEP; step >= 1; step = Math.floor(step / 16))
    while (same < most && areSame(same, Math.min(most, same + step))) same = Math.min(most, same + step);
  return same;
}
