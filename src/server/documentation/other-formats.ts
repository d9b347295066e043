import type { Format } from '../../formats/contract.ts';
import type { ProblemExtensions } from '../../http/problem.ts';
import { type DocumentReference, documentPath } from '../../model/locations.ts';

/** Endings that clients take for a format; after any other dot the text belongs to the name. */
const FORMAT_ENDING = /\.(?:json|ya?ml|md|html|raml|apib|xml|pdf)$/;
/** `.openapi-3.1.0.json` has four. */
const MOST_DOTS = 4;

/** Endings of a name that look like a format and are none, such as `.yaml` and `.openapi.yml`, the shortest first. */
export function guessedExtensions(name: string): readonly string[] {
  if (!FORMAT_ENDING.test(name)) return [];
  const parts = name.split('.').slice(1);
  return parts.slice(-MOST_DOTS).map((_, index) => `.${parts.slice(-1 - index).join('.')}`);
}

/** Every format that a document has, with its address: what a client may ask for instead. */
export function availableAs(
  document: DocumentReference,
  formats: readonly Format[],
): NonNullable<ProblemExtensions['available']> {
  return formats
    .filter(({ levels }) => levels.includes(document.level))
    .map(({ mediaTypes, extension }) => ({ type: mediaTypes[0], url: documentPath(document, extension) }));
}
