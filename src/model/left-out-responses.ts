import type { Operation } from './operation.ts';
import { isRecord } from './schema/json-values.ts';

/** Longest key or description that is shown whole. */
const MOST_CHARACTERS = 200;

/** A response that the descriptor has under a key that no response can have. */
export interface LeftOutResponse {
  readonly key: string;
  /** Null where it has none. */
  readonly description: string | null;
}

/** Lists the responses left out of an operation, in the order of the descriptor. */
export function leftOutResponses(operation: Operation): readonly LeftOutResponse[] {
  const kept = operation.record.extensions['x-platform-responses'];
  if (!isRecord(kept)) return [];
  return Object.entries(kept).map(([key, response]) => {
    const description =
      isRecord(response) && typeof response['description'] === 'string' ? shortened(response['description']) : '';
    return { key: shortened(key), description: description === '' ? null : description };
  });
}

/** Puts a text on one line and cuts it. */
function shortened(words: string): string {
  const text = words.trim().replaceAll(/\s+/g, ' ');
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
