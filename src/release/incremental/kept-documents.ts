import { Api } from '../../model/api.ts';
import type { Dependencies } from '../../model/dependencies.ts';
import { guideFacts } from '../../model/guides.ts';
import type { ApiRecord } from '../../model/records.ts';
import { closedFacts } from '../../presentation/fields/shape-words.ts';
import { sharedResponseFacts } from '../../presentation/messages/responses.ts';
import { summaryAsTitle } from '../../presentation/operation-titles.ts';
import { usageFacts } from '../../presentation/schemas/schema-usage.ts';
import { titleFacts } from '../../presentation/titles.ts';
import type { DependenciesBefore } from './dependency-notes.ts';
import type { DocumentDependencies } from './dependency-section.ts';
import { changedParts, isTextOfOperation, structureOf, valueOfPart } from './tracked-record.ts';

/** All versions of an API, with only the parts that readers may see. */
type Versions = readonly ApiRecord[];

interface Builds {
  readonly before: DependenciesBefore;
  /** @returns undefined if all pages of a changed API have to be rendered */
  versionsBefore(name: string): Versions | undefined;
  versions(name: string): Versions;
  /** Hash of everything that the documents of an API are made from. */
  keyOf(name: string): string;
}

/**
 * Finds the documents of the previous release that the build would write again byte for byte: all documents of an
 * unchanged API, and documents of a changed API whose dependencies are unchanged.
 */
export class KeptDocuments {
  readonly #builds: Builds;
  /** Changed parts by API name; null: any part may have changed. */
  readonly #changes = new Map<string, ReadonlySet<string> | null>();

  constructor(builds: Builds) {
    this.#builds = builds;
  }

  /** Reports whether all documents of an API are unchanged. */
  holdsAll(name: string): boolean {
    return this.#builds.before.keyOf(name) === this.#builds.keyOf(name);
  }

  /** Dependencies of all documents of an API, compressed as in the memory file. */
  section(name: string): Uint8Array | undefined {
    return this.#builds.before.bytes(name);
  }

  /**
   * Dependencies of a document that may be reusable, completely or in part.
   * @param name name of the API
   * @param around hash of the input of the document other than the API's record
   */
  document(name: string, key: string, around: string): DocumentDependencies | undefined {
    const document = this.#builds.before.section(name)?.document(key);
    return document?.around === around && this.#changesOf(name) !== null ? document : undefined;
  }

  /** Keys of the documents of which pieces may be reusable. */
  keysInPieces(name: string): readonly string[] {
    return (this.#changesOf(name) && this.#builds.before.section(name)?.keysInPieces()) ?? [];
  }

  /** Reports whether all dependencies of a document, or of a part of a document, are unchanged. */
  holds(name: string, dependencies: Dependencies): boolean {
    const changes = this.#changesOf(name);
    return changes !== null && this.#builds.before.section(name)?.reaches(changes, dependencies) === false;
  }

  /** Reports whether a part of the record of an API has changed. */
  hasChanged(name: string, part: string): boolean {
    return this.#changesOf(name)?.has(part) ?? true;
  }

  #changesOf(name: string): ReadonlySet<string> | null {
    const known = this.#changes.get(name);
    if (known !== undefined) return known;
    const changes = changesBetween(this.#builds.versionsBefore(name) ?? [], this.#builds.versions(name));
    this.#changes.set(name, changes);
    return changes;
  }
}

/** Names of the changed parts; null if the versions or their structure ({@link structureOf}) have changed. */
function changesBetween(before: Versions, after: Versions): ReadonlySet<string> | null {
  if (before.length !== after.length) return null;
  const changes = new Set<string>();
  for (const [index, record] of after.entries()) {
    const old = before[index];
    if (old === undefined || structureOf(old) !== structureOf(record)) return null;
    for (const part of changedParts(old, record)) changes.add(part);
    const parts = [...changes];
    // Of the texts of operations, only those that are titles change facts.
    if (parts.some((part) => !isTextOfOperation(part) || mayBeTitle(part, after)))
      for (const fact of changedFacts(new Api(old), new Api(record))) changes.add(fact);
  }
  return changes;
}

/** Whether a text of an operation may be its title: its summary, or its description if the summary is no title. */
function mayBeTitle(part: string, versions: Versions): boolean {
  const summary = valueOfPart(versions, part.replace(/description$/, 'summary'));
  return part.endsWith('summary') || typeof summary !== 'string' || summaryAsTitle(summary) === '';
}

/**
 * Facts are values that are computed from many parts and rarely change. A page depends on the fact instead of all those
 * parts, so that one changed word does not affect every page that uses the value.
 */
const FACTS: readonly ((api: Api) => ReadonlyMap<string, string>)[] = [
  usageFacts,
  sharedResponseFacts,
  guideFacts,
  titleFacts,
  closedFacts,
];

/** Names of the facts that differ between two states of an API. */
export function changedFacts(before: Api, after: Api): readonly string[] {
  return FACTS.flatMap((factsOf) => {
    const [old, now] = [factsOf(before), factsOf(after)];
    return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  });
}
