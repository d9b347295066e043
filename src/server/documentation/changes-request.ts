import { type DocumentReference, documentPath, FROM_PARAMETER, TO_PARAMETER } from '../../model/locations.ts';
import type { ApiListEntry } from '../../model/records.ts';
import { changesReference } from '../../presentation/page-data/document.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import type { Words } from '../../words/words.ts';
import type { FoundDocument } from './resolve.ts';
import type { DocumentationPath } from './target.ts';

/** Refusal of a query for changes, with pairs of versions to suggest. */
interface Refused {
  readonly kind: 'refused';
  readonly status: 400 | 404;
  readonly detail: (words: Words) => string;
  readonly similar: readonly { readonly name: string; readonly url: string }[];
}

/** Matches a query with versions, as forms send it; without them, the changes since the previous version are meant. */
const VERSIONS = new RegExp(`[?&](?:${FROM_PARAMETER}|${TO_PARAMETER})=`);
/** Version number as in paths: no zero, no leading zero, no sign. */
const VERSION = /^[1-9]\d{0,14}$/;
/** Maximum characters of a value that a message quotes. */
const QUOTED_CHARACTERS = 20;
/** Maximum pairs of versions that a refusal suggests. */
const MOST_PAIRS = 5;

/** Whether a query may contain versions, for {@link changesRequest}. */
export function namesVersions(target: string): boolean {
  return VERSIONS.test(target);
}

/**
 * Parses `?from=…&to=…` in a request for the changes of an API. `to` defaults to the version in the path, `from` to the
 * version before `to`. The build has written the changes between neighbouring versions as a document. Documents other
 * than changes are returned unchanged.
 */
export function changesRequest(
  { names: [segment], query }: DocumentationPath,
  found: FoundDocument,
  store: Pick<DocumentationStore, 'entries'>,
): FoundDocument | Refused {
  const { document } = found;
  if (document.level !== 'changes' || !namesVersions(query)) return found;
  const entry = store.entries().find(({ name }) => name === document.api);
  if (entry === undefined) return found;
  const asked = new URLSearchParams(query);
  const refuse = (status: Refused['status'], detail: Refused['detail']): Refused => ({
    kind: 'refused',
    status,
    detail,
    similar: pairsOf(entry),
  });
  const numbers = new Map<string, number>();
  for (const parameter of [FROM_PARAMETER, TO_PARAMETER]) {
    const values = asked.getAll(parameter);
    const [value = ''] = values;
    if (values.length === 0) continue;
    if (values.length > 1) return refuse(400, (words) => words.say('problem.versionRepeated', { parameter }));
    const written = value.toWellFormed().slice(0, QUOTED_CHARACTERS);
    if (!VERSION.test(value))
      return refuse(400, (words) => words.say('problem.versionNoNumber', { parameter, value: written }));
    if (!entry.versions.includes(Number(value)))
      return refuse(404, (words) => words.say('problem.noVersion', { api: entry.name, version: written }));
    numbers.set(parameter, Number(value));
  }
  const to = numbers.get(TO_PARAMETER) ?? document.version;
  const from = numbers.get(FROM_PARAMETER) ?? entry.versions.findLast((version) => version < to);
  // `Library-v2/changes?to=3` contradicts itself.
  if (segment !== entry.name && to !== document.version)
    return refuse(400, (words) => words.say('problem.versionOfPath', { version: String(document.version) }));
  if (from === undefined) return refuse(404, (words) => words.say('problem.versionOldest', { version: String(to) }));
  if (from === to) return refuse(400, (words) => words.say('problem.versionsSame'));
  if (from > to)
    return { ...refuse(400, (words) => words.say('problem.versionsReversed')), similar: [pairOf(entry, to, from)] };
  return { ...found, document: referenceOf(entry, from, to) };
}

function referenceOf({ name, versions }: ApiListEntry, from: number, to: number): DocumentReference {
  return changesReference({ getName: () => name, getVersion: () => to, getVersions: () => versions }, from);
}

/** Lists pairs of neighbouring versions, the newest first. */
function pairsOf(entry: ApiListEntry): Refused['similar'] {
  const { versions } = entry;
  return versions
    .slice(1)
    .map((to, index) => ({ to, from: versions[index] ?? to }))
    .toReversed()
    .slice(0, MOST_PAIRS)
    .map(({ from, to }) => pairOf(entry, from, to));
}

function pairOf(entry: ApiListEntry, from: number, to: number): Refused['similar'][number] {
  return { name: `${entry.name} v${from} → v${to}`, url: documentPath(referenceOf(entry, from, to)) };
}
