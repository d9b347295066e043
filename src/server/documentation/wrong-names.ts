import type { Format } from '../../formats/contract.ts';
import type { ProblemExtensions } from '../../http/problem.ts';
import { type DocumentReference, documentPath } from '../../model/locations.ts';
import type { ApiListEntry } from '../../model/records.ts';

/** Longer names are cut where they are quoted. */
const QUOTED_CHARACTERS = 80;

/** `DigitalOcean API` → `DigitalOcean-API`. */
export function inOneWord(title: string): string {
  return title.trim().replaceAll(/[\s_-]+/g, '-');
}

/** Makes a search text of a name, without `<` and `>`, which no name has. */
export function searchable(name: string): string {
  return shortened(name.replaceAll(/[<>]/g, ' ').trim());
}

/** Cuts a long name for quoting. */
export function shortened(name: string): string {
  return name.length > QUOTED_CHARACTERS ? `${name.slice(0, QUOTED_CHARACTERS).toWellFormed()}…` : name;
}

/** A version, or the extension of a twin. */
const AFTER_NAME = /^(?:-v\d|\.|$)/;

/**
 * Replaces the former name of an API in a path by its current one, if a document exists there. Paths with current names
 * are resolved before. Several APIs may have the same former name, and each may have some of its documents.
 */
export function namesNow(
  [segment = '', ...below]: readonly string[],
  apis: ReadonlyMap<string, ApiListEntry>,
  isThere: (names: readonly string[]) => boolean,
): readonly string[] | undefined {
  for (const { name, formerNames = [] } of apis.values())
    for (const former of formerNames) {
      const end = segment.slice(former.length);
      if (!segment.startsWith(former) || !AFTER_NAME.test(end) || apis.has(former)) continue;
      const names = [name + end, ...below];
      if (isThere(names)) return names;
    }
  return undefined;
}

/** Endings that clients take for a format; after any other dot the text belongs to the name. */
const FORMAT_ENDING = /\.(?:json|ya?ml|md|html|raml|apib|xml|pdf)$/;
/** `.openapi-3.1.0.json` has four. */
const MOST_DOTS = 4;

/** Endings of a name that look like a format, such as `.yaml` and `.openapi.yml`, the shortest first. */
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
