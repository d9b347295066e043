/** A sentence in words and code: every second part is written as code, as in `['matches ', '^[A-Z]{3}$']`. */
export type Constraint = readonly string[];

/** `1 field`, `2 fields`. */
export function countOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Parts of one sentence, each in words and code. */
export function joined(parts: readonly Constraint[]): Constraint {
  const result: string[] = [];
  for (const [words = '', ...rest] of parts) {
    // After code, or at the start, words are a part of their own.
    if (result.length % 2 === 0) result.push(words, ...rest);
    else result.push(`${result.pop() ?? ''}${words}`, ...rest);
  }
  return result;
}

/** Names or values as code: `a`, `b`. */
export function listOf(codes: readonly string[], separator: string): Constraint {
  return codes.flatMap((code, index) => [index === 0 ? '' : separator, code]);
}

/** What is said where something is missing (READING §8). */
export const NOT_DESCRIBED = 'Not described.';
export const NO_PARAMETERS = 'No parameters.';
export const NO_REQUEST_BODY = 'No request body.';
export const NO_RESPONSES = 'No responses described.';
export const NO_OPERATIONS = 'No operations described.';
export const GUIDES = 'Guides';
export const NO_SERVICES = 'No services described.';
export const NO_SCHEMAS = 'No schemas described.';
export const NO_APIS: Constraint = ['No APIs yet. Put a descriptor into ', 'api-descriptors', '.'];

/** What stands before the schemas whose fields a schema has as well. */
export const ALSO_EVERYTHING_IN = 'also everything in ';

/** What stands before what the descriptor refers to and does not hold. */
export const UNKNOWN = 'unknown: ';

/** Leads to where something is drawn in full: `see Fetch an order, 200`. */
export function seeWords(title: string): string {
  return `see ${title}`;
}

/** Of all rows of a body that have fields inside. */
export const OPEN_ALL = 'Open all';
export const CLOSE_ALL = 'Close all';

/** The page shows the same example there. */
export const SAME_AS = 'The same as ';
