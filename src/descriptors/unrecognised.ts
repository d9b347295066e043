import { closeNames } from '../model/close-names.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isRecord } from '../model/json-values.ts';
import type { ParsedFile } from './contract.ts';
import { escapePointerSegment } from './positions.ts';

/** The keys that descriptors begin with, and those that no part of one has. */
const HEADS = ['openapi', 'swagger', 'api'] as const;
/** A longer key, such as `apiVersion`, is a word of its own. */
const MOST_LETTERS_MORE = 2;
const BODIES = ['info', 'paths', 'services'];

/**
 * A file that no reader recognises and no descriptor refers to. Objects may be parts that nothing refers to yet, and are no problem; a
 * descriptor that is empty or whose first key is misspelt would vanish without a word.
 */
export function checkUnrecognised(file: ParsedFile): Diagnostic | undefined {
  const { value } = file;
  const warn = (message: string, remedy: string, place = file.locate('')): Diagnostic => {
    return { file: file.path, ...place, severity: 'warning', rule: 'descriptor-unknown', message: `${message}; it was left out.`, remedy };
  };
  const begin = 'Begin it with “openapi:”, “swagger:” or “api:”, or move it out of the folder.';
  if (!isRecord(value)) return warn(`The file ${contentOf(value)}, so it is no descriptor, and no descriptor refers to it`, begin);
  const [key, head] = Object.entries(value).flatMap(([name, content]) => headsLike(name, content))[0] ?? [];
  if (key !== undefined && head !== undefined) {
    const place = file.locate(`/${escapePointerSegment(key)}`, 'key');
    if (key === head) return warn(`The file looks like a descriptor, but “${key}” says no version`, 'Write the version there, such as 3.1.0.', place);
    return warn(`The file looks like a descriptor, but “${key}” begins none`, `Write “${head}”, or move the file out of the folder.`, place);
  }
  if (!BODIES.some((body) => Object.hasOwn(value, body))) return undefined;
  return warn('The file looks like a descriptor, but in no format that is known here', begin);
}

function contentOf(value: unknown): string {
  if (value === null) return 'is empty';
  return Array.isArray(value) ? 'is a list' : 'holds a single value';
}

/** What begins a descriptor has a version or a name as its value; parts of descriptors have objects under names like these. */
function headsLike(key: string, content: unknown): readonly (readonly [key: string, head: string])[] {
  if (typeof content === 'object' && content !== null) return [];
  const alike = HEADS.filter((head) => Math.abs(head.length - key.length) <= MOST_LETTERS_MORE);
  return closeNames(key, alike).map((head) => [key, head] as const);
}
