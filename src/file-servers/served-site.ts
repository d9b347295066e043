import type { DocumentFile, Format } from '../formats/contract.ts';
import type { Level } from '../model/locations.ts';
import type { Coding } from './field-tables.ts';

/** What a file server has to know of the files that it serves. */
export interface ServedSite {
  /** In the order of preference on ties. */
  readonly formats: readonly Format[];
  /** Files of documents that nothing negotiates, and that have a format's place otherwise. */
  readonly companions: readonly DocumentFile[];
  /** Tags, the default first; empty where the site says nothing of languages. */
  readonly languages: readonly string[];
  /** Of each API that an address without a version leads to: its name → its default version. */
  readonly defaultVersions: ReadonlyMap<string, number>;
  /** Name with version → origins that its pages may call. */
  readonly origins: ReadonlyMap<string, readonly string[]>;
  /** Files at the root of the site, by their path. */
  readonly rootFiles: ReadonlyMap<string, { readonly mediaType: string; readonly headers?: readonly string[] }>;
  /** Of the copies beside the files. */
  readonly codings: readonly Coding[];
}

/** Levels that have the same formats. */
export interface FormatSet {
  readonly id: string;
  readonly levels: readonly Level[];
  readonly formats: readonly Format[];
}

export function formatSetsOf({ formats }: ServedSite, levels: readonly Level[]): readonly FormatSet[] {
  const at = (level: Level): readonly Format[] => formats.filter((format) => format.levels.includes(level));
  const groups = Map.groupBy(levels, (level) =>
    at(level)
      .map(({ name }) => name)
      .join(' '),
  );
  return [...groups.values()].flatMap(([first, ...more], index) =>
    first === undefined ? [] : [{ id: `s${index}`, levels: [first, ...more], formats: at(first) }],
  );
}
