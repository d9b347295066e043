import { PATH_ITEM_METHODS } from '../model/path-items.ts';
import { isRecord, recordOf } from '../schema/json-values.ts';
import type { ParsedFile } from './contract.ts';
import { slowTextOf } from './description-checks.ts';
import { type EditedMember, editOfJson, editOfYaml } from './edited-member.ts';

/** Text of an operation that is the only difference between two versions of a descriptor. */
export interface EditedText {
  /** Path as written in the descriptor. */
  readonly path: string;
  /** Method in lower case. */
  readonly method: string;
  readonly key: 'summary' | 'description';
  readonly before: string;
  readonly now: string;
  /** Number of the first line of the text, from 1. Lines outside the text have not changed or moved. */
  readonly line: number;
  readonly lastLine: number;
}

const METHODS: ReadonlySet<string> = new Set(PATH_ITEM_METHODS);
/** Path of printable ASCII characters, which a file contains unescaped. */
const ASCII_PATH = /^\/[ -~]*$/;
/** Minimum size in bytes; smaller files are parsed again. */
const LEAST_BYTES = 384 * 1024;
/** Number of bytes compared at once. */
const STEP = 64 * 1024;
/** References to components other than path items; such a reference never points into an operation. */
const REFERABLE = /^#\/components\/(?!pathItems\/)/;

/**
 * Finds, without parsing, the text of an operation if it is the only difference between two versions of a descriptor.
 * @param before bytes of a descriptor for which {@link hasIndependentTexts} is true
 * @returns undefined if more may have changed, or if the change may affect more than the text
 */
export function editedText(before: Buffer, now: Buffer): EditedText | undefined {
  if (now.byteLength < LEAST_BYTES) return undefined;
  const least = Math.min(before.byteLength, now.byteLength);
  const start = sameBytes(least, (from, end) => before.subarray(from, end).equals(now.subarray(from, end)));
  const behind = (bytes: Buffer, from: number, end: number): Buffer =>
    bytes.subarray(bytes.byteLength - end, bytes.byteLength - from);
  const rest = sameBytes(least - start, (from, end) => behind(before, from, end).equals(behind(now, from, end)));
  // Latin-1 is sufficient: the compared keys and the punctuation of JSON and YAML are ASCII.
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

/** True for a text that no check of descriptors reports. */
function isHarmless(text: string): boolean {
  return text.trim() !== '' && text.isWellFormed() && !/<|\]\(#/.test(text) && slowTextOf(text) === null;
}

/**
 * True if each text of an operation occurs once and belongs to one operation: no alias or reference points into an
 * operation. Always false for a short descriptor, which is quick to parse again.
 * @param byteLength size of the file
 */
export function hasIndependentTexts(
  { path, text, value: root }: Pick<ParsedFile, 'path' | 'text' | 'value'>,
  byteLength: number,
): boolean {
  if (byteLength < LEAST_BYTES || text.includes('<<') || /\r(?!\n)/.test(text)) return false;
  // YAML in flow style may contain comments.
  if (/^\s*[{[]/.test(text) && !path.toLowerCase().endsWith('.json')) return false;
  if (!isRecord(root) || typeof root['openapi'] !== 'string') return false;
  const paths = recordOf(root['paths']);
  const areWellNamed = Object.entries(paths).every(
    ([path, item]) =>
      (path.startsWith('/') || path.startsWith('x-')) &&
      isRecord(item) &&
      Object.keys(item).every((key) => METHODS.has(key) || !METHODS.has(key.toLowerCase())),
  );
  return areWellNamed && isTree(root);
}

/** True if no object occurs twice and all references point to components. */
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

/** True if an object's references all point to components; a discriminator's mapping may also name files. */
function areReferable({ $ref, mapping }: Readonly<Record<string, unknown>>): boolean {
  if ($ref === undefined && mapping === undefined) return true;
  const mapped = isRecord(mapping) ? Object.values(mapping) : [];
  const references = [$ref, ...mapped.filter((reference) => String(reference).startsWith('#'))];
  return references.every((reference) => typeof reference !== 'string' || REFERABLE.test(reference));
}

/**
 * Counts the equal bytes from offset 0, at most `most`.
 * @param areSame compares the bytes between two offsets
 */
function sameBytes(most: number, areSame: (from: number, end: number) => boolean): number {
  let same = 0;
  for (let step = STEP; step >= 1; step = Math.floor(step / 16))
    while (same < most && areSame(same, Math.min(most, same + step))) same = Math.min(most, same + step);
  return same;
}
