import type { Diagnostic } from '../model/diagnostic.ts';
import type { Extensible } from '../model/openapi-objects.ts';
import { isRecord } from '../model/schema/json-values.ts';
import type { ParsedFile } from './contract.ts';
import { escapePointerSegment } from './positions.ts';

/** For a guide about whose readers nothing is known for certain. */
export const KEPT: Extensible = { 'x-internal': true };
/** Misspelt, a key that is about the readers still keeps a guide from them. */
const ABOUT_READERS = /internal|audience/i;
/** By which other tools keep a page back, and by which they publish it. */
const HOLDS_BACK = /^(?:hidden|draft|unlisted|private)$/i;
const PUBLISHES = /^(?:published|public)$/i;
const KEYS: ReadonlySet<string> = new Set(['title', 'order', 'x-internal', 'x-audience']);

export const HIDDEN = 'the guide is kept from all but internal readers.';
export const FORM = 'Write “---”, lines such as “title: …”, and “---”; a thematic break at the beginning is “***”.';

interface Facts {
  readonly title?: string;
  readonly order?: number;
  readonly audience?: Extensible;
}

/** What the front matter of a guide says; what is wrong with it is reported. */
export function factsOf(parsed: ParsedFile, report: (diagnostic: Diagnostic) => void): Facts {
  const problem = (severity: Diagnostic['severity'], pointer: string, message: string, remedy: string): void =>
    report({ file: parsed.path, ...parsed.locate(pointer), severity, rule: 'guide', message, remedy });
  const warn = problem.bind(null, 'warning');
  const { value } = parsed;
  if (value === null) return {};
  if (!isRecord(value)) {
    problem('error', '', `The front matter has no keys with values; ${HIDDEN}`, FORM);
    return { audience: KEPT };
  }
  const { title, order } = value;
  if (title !== undefined && (typeof title !== 'string' || title.trim() === ''))
    warn('/title', 'The title is not a text.', 'Write the title as text, in quotes where it looks like a number.');
  if (order !== undefined && typeof order !== 'number')
    warn('/order', 'The order is not a number.', 'Write a number: guides with smaller ones come first.');
  const unknown = Object.keys(value).filter((key) => !KEYS.has(key) && !HOLDS_BACK.test(key) && !PUBLISHES.test(key));
  const misspelt = unknown.filter((key) => ABOUT_READERS.test(key));
  for (const key of unknown) {
    const isKept = misspelt.includes(key);
    problem(
      isKept ? 'error' : 'warning',
      `/${escapePointerSegment(key)}`,
      `“${key}” is not a key of a guide; ${isKept ? HIDDEN : 'it was left out.'}`,
      'Its keys are “title”, “order”, “x-internal” and “x-audience”.',
    );
  }
  return {
    ...(typeof title === 'string' && title.trim() !== '' ? { title: title.trim() } : {}),
    ...(typeof order === 'number' ? { order } : {}),
    audience: {
      ...Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith('x-') && KEYS.has(key))),
      ...(misspelt.length > 0 || Object.entries(value).some(isHeldBack) ? KEPT : {}),
    },
  };
}

function isHeldBack([key, value]: readonly [string, unknown]): boolean {
  return PUBLISHES.test(key) ? value === false : HOLDS_BACK.test(key) && value !== false && value !== null;
}
