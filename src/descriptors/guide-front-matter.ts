import type { Diagnostic } from '../model/diagnostic.ts';
import type { Extensible } from '../model/openapi-objects.ts';
import { isRecord } from '../schema/json-values.ts';
import type { ParsedFile } from './contract.ts';
import { escapePointerSegment } from './positions.ts';

/** Audience of a guide whose intended readers are uncertain. */
export const INTERNAL_ONLY: Extensible = { 'x-internal': true };
/** Misspelt audience keys and audience keys of other tools; a guide with such a key is hidden. */
const ABOUT_READERS = /internal|audience|^(?:rbac|groups)$/i;
/** Keys with which other tools hide a page; {@link PUBLISHES} has the keys with which they publish it. */
const HOLDS_BACK = /^(?:hidden|draft|unlisted|private)$/i;
const PUBLISHES = /^(?:published|public)$/i;
const KEYS: ReadonlySet<string> = new Set(['title', 'order', 'description', 'x-internal', 'x-audience']);
/** Equivalent keys of other tools. */
const SAME_KEYS = { order: 'sidebar_position', description: 'excerpt' } as const;
const OTHER_KEYS: ReadonlySet<string> = new Set(Object.values(SAME_KEYS));

export const HIDDEN = 'the guide is kept from all but internal readers.';
export const FORM = 'Write “---”, lines such as “title: …”, and “---”; a thematic break at the beginning is “***”.';

const REMEDY = 'Its keys are “title”, “order”, “description”, “x-internal” and “x-audience”.';

interface Facts {
  readonly title?: string;
  readonly order?: number;
  readonly description?: string;
  readonly audience?: Extensible;
}

/** Reads the front matter of a guide and reports its problems. */
export function factsOf(parsed: ParsedFile, report: (diagnostic: Diagnostic) => void): Facts {
  const problem = (severity: Diagnostic['severity'], pointer: string, message: string, remedy: string): void =>
    report({ ...parsed.locate(pointer), severity, rule: 'guide', message, remedy });
  const warn = problem.bind(null, 'warning');
  const { value } = parsed;
  if (value === null) return {};
  if (!isRecord(value)) {
    problem('error', '', `The front matter has no keys with values; ${HIDDEN}`, FORM);
    return { audience: INTERNAL_ONLY };
  }
  const { title } = value;
  const orderKey = 'order' in value ? 'order' : SAME_KEYS.order;
  const order = value[orderKey];
  const description = value['description'] ?? value[SAME_KEYS.description];
  if (title !== undefined && (typeof title !== 'string' || title.trim() === ''))
    warn('/title', 'The title is not a text.', 'Write the title as text, in quotes where it looks like a number.');
  if (order !== undefined && typeof order !== 'number')
    warn(`/${orderKey}`, 'The order is not a number.', 'Write a number: guides with smaller ones come first.');
  const isKnown = (key: string): boolean => KEYS.has(key) || OTHER_KEYS.has(key);
  const unknown = Object.keys(value).filter((key) => !isKnown(key) && !HOLDS_BACK.test(key) && !PUBLISHES.test(key));
  const misspelt = unknown.filter((key) => ABOUT_READERS.test(key));
  const others = unknown.filter((key) => !ABOUT_READERS.test(key));
  for (const key of misspelt)
    problem('error', `/${escapePointerSegment(key)}`, `“${key}” is not a key of a guide; ${HIDDEN}`, REMEDY);
  // One warning lists all unknown keys: each guide written for another tool may have several.
  if (others.length > 0)
    warn(
      `/${escapePointerSegment(others[0] ?? '')}`,
      others.length === 1
        ? `“${others[0]}” is not a key of a guide; it was left out.`
        : `“${others.join('”, “')}” are not keys of a guide; they were left out.`,
      REMEDY,
    );
  return {
    ...(typeof title === 'string' && title.trim() !== '' ? { title: title.trim() } : {}),
    ...(typeof order === 'number' ? { order } : {}),
    ...(typeof description === 'string' && description.trim() !== '' ? { description: description.trim() } : {}),
    audience: {
      ...Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith('x-') && KEYS.has(key))),
      ...(misspelt.length > 0 || Object.entries(value).some(isHeldBack) ? INTERNAL_ONLY : {}),
    },
  };
}

function isHeldBack([key, value]: readonly [string, unknown]): boolean {
  return PUBLISHES.test(key) ? isNo(value) : HOLDS_BACK.test(key) && !isNo(value) && value !== null;
}

/** True for `false` in any spelling of YAML 1.1, such as `no` and `off`: other tools read YAML 1.1. */
function isNo(value: unknown): boolean {
  return /^(?:false|no?|off|0)$/i.test(String(value));
}
