import { load } from 'js-yaml';
import type { BlockValue } from './emit.ts';

/** Cannot be written as it is, or would be read as the end of a line. */
const UNWRITABLE = /[^\P{Cc}\t\n]|[\u2028\u2029\ufeff]/u;

/**
 * Text of several lines as people write it: `|` and its lines.
 * @param indent of the lines, two more than that of what holds them
 * @returns undefined for text of one line, and for what cannot be written that way
 */
export function literal(text: string, indent: string): BlockValue | undefined {
  // More than one line end at the end would depend on what stands below.
  if (!text.includes('\n') || text.endsWith('\n\n') || UNWRITABLE.test(text)) return undefined;
  const head = `|${/^\s/.test(text) ? '2' : ''}${text.endsWith('\n') ? '' : '-'}`;
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line));
  const bare = lines.map((line) => (line === '' ? '' : line.slice(indent.length - 2)));
  return reads(`k: ${head}\n${bare.join('\n')}\n`, text) ? { head, lines } : undefined;
}

function reads(yaml: string, text: string): boolean {
  let value: unknown;
  try {
    value = load(yaml);
  } catch {
    return false;
  }
  return typeof value === 'object' && value !== null && 'k' in value && value.k === text;
}
