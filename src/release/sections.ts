import { setImmediate } from 'node:timers/promises';
import type { DocumentReference } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import type { SiteDocuments } from '../store/site-documents.ts';
import type { MachineArtifact } from './machine-formats.ts';

/** Texts held back at once. */
const MOST_HELD_CHARACTERS = 32 * 1024 * 1024;

/**
 * The list, or all versions of one API: what is worked out to write its documents is forgotten with it, so that a site
 * of many APIs takes hardly more memory than its largest.
 */
export interface Section {
  /** Name of the API; null for the list. */
  readonly name: string | null;
  readonly references: readonly DocumentReference[];
  /** Records of the API; none for the list. */
  readonly records: readonly ApiRecord[];
  /** Documents of the section, made at the first use. */
  readonly documents: SiteDocuments;
}

/** @param documentsOf makes those of one API */
export function* sectionsOf(
  whole: SiteDocuments,
  references: readonly DocumentReference[],
  records: readonly ApiRecord[],
  documentsOf: (records: readonly ApiRecord[]) => SiteDocuments,
): Generator<Section> {
  const ofApi = Map.groupBy(references, (reference) => (reference.level === 'list' ? null : reference.api));
  const versions = Map.groupBy(records, ({ name }) => name);
  for (const name of new Set(whole.apis().map((api) => api.getName()))) {
    const own = versions.get(name) ?? [];
    let made: SiteDocuments | undefined;
    yield {
      name,
      references: ofApi.get(name) ?? [],
      records: own,
      get documents() {
        made ??= documentsOf(own);
        return made;
      },
    };
  }
  // Its page needs the renderer, which takes as long to load as the first large documents, and these take longest to
  // compress.
  yield { name: null, references: ofApi.get(null) ?? [], records: [], documents: whole };
}

/** A section and its machine formats, rendered already or when they are asked for. */
interface SectionArtifacts {
  readonly section: Section;
  readonly artifacts: AsyncIterable<MachineArtifact>;
}

/**
 * Sections in their order, for the order of a release. While templates compile, which all pages wait for, machine
 * formats are rendered ahead and held back: compressing them meanwhile would take the compiler's core. Templates that
 * are compiled already hold nothing back.
 */
export async function* renderAhead(
  sections: Iterable<Section>,
  artifactsOf: (section: Section) => AsyncGenerator<MachineArtifact>,
  compilation: Promise<unknown>,
  step: () => void,
): AsyncGenerator<SectionArtifacts> {
  let isCompiled = false;
  const compiled = (): void => {
    isCompiled = true;
  };
  // Failures surface where the compilation is waited for.
  const end = compilation.then(compiled, compiled);
  await setImmediate();
  const ahead: SectionArtifacts[] = [];
  let heldCharacters = 0;
  for (const section of sections) {
    const held: MachineArtifact[] = [];
    const rest = stepping(artifactsOf(section), step);
    ahead.push({ section, artifacts: heldThenRest(held, rest) });
    while (!isCompiled && heldCharacters <= MOST_HELD_CHARACTERS) {
      const { done, value } = await rest.next();
      if (done === true) break;
      held.push(value);
      heldCharacters += value.content.length;
    }
    if (isCompiled || heldCharacters > MOST_HELD_CHARACTERS) yield* ahead.splice(0);
  }
  await end;
  yield* ahead;
}

async function* heldThenRest<T>(held: T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* held.splice(0);
  yield* rest;
}

async function* stepping<T>(values: AsyncIterable<T>, step: () => void): AsyncGenerator<T, undefined> {
  for await (const value of values) {
    // The compiler's end is an event of the loop, and so is Ctrl-C.
    await setImmediate();
    step();
    yield value;
  }
}
