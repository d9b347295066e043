import type { Format } from '../../formats/contract.ts';
import type { ProblemExtensions } from '../../http/problem.ts';
import { type DocumentReference, documentPath } from '../../model/locations.ts';
import type { ApiListEntry } from '../../model/records.ts';

/** Maximum characters of a name that a message quotes. */
const QUOTED_CHARACTERS = 80;

/** Converts a title to one word: `DigitalOcean API` → `DigitalOcean-API`. */
export function inOneWord(title: string): string {
  return title.trim().replaceAll(/[\s_-]+/g, '-');
}

/** Converts a name to a search text, without `<` and `>`, which no name contains. */
export function searchable(name: string): string {
  return shortened(name.replaceAll(/[<>]/g, ' ').trim());
}

/** Truncates a long name for quoting. */
export function shortened(name: string): string {
  return name.length > QUOTED_CHARACTERS ? `${name.slice(0, QUOTED_CHARACTERS).toWellFormed()}…` : name;
}

/** Text that may follow the name of an API in a segment: a version, or the extension of a twin. */
const AFTER_NAME = /^(?:-v\d|\.|$)/;

/**
 * Replaces the former name of an API in a path by its current one, if a document exists there. Paths with current names
 * have been resolved before. Several APIs may share a former name, each with some of the documents.
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

/** Extensions that clients use for formats; any other dot is part of the name. */
const FORMAT_ENDING = /\.(?:json|ya?ml|md|html|raml|apib|xml|pdf)$/;
/** Maximum dots of an extension; `.openapi-3.1.0.json` has four. */
const MOST_DOTS = 4;

/** Lists the endings of a name that look like a format, such as `.yaml` and `.openapi.yml`, the shortest first. */
export function guessedExtensions(name: string): readonly string[] {
  if (!FORMAT_ENDING.test(name)) return [];
  const parts = name.split('.').slice(1);
  return parts.slice(-MOST_DOTS).map((_, index) => `.${parts.slice(-1 - index).join('.')}`);
}

/** Lists the formats of a document with their paths, which a client may request instead. */
export function availableAs(
  document: DocumentReference,
  formats: readonly Format[],
): NonNullable<ProblemExtensions['available']> {
  return formats
    .filter(({ levels }) => levels.includes(document.level))
    .map(({ mediaTypes, extension }) => ({ type: mediaTypes[0], url: documentPath(document, extension) }));
}
