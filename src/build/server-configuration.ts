import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileServer, isSpeakable } from '../file-servers/contract.ts';
import type { ServedSite } from '../file-servers/served-site.ts';
import { tagsOf } from '../model/language.ts';
import { DOCUMENTATION_ROOT, encodeSegment, versionedName } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import type { ProjectReading } from '../project/read-project.ts';
import { compressedCodings } from '../store/codings.ts';
import { SEARCH_FILE } from '../store/companions.ts';
import { namesFiles } from './static-names.ts';

interface WrittenFiles {
  readonly entries: readonly ApiListEntry[];
  /** Paths of documents. */
  readonly pages: ReadonlySet<string>;
  /** Files of names, of the API that has most. */
  readonly namesFiles: number;
}

/** Name with version → origins that its pages may call. */
export function calledOrigins({ trying }: ProjectReading['site']): ReadonlyMap<string, readonly string[]> {
  return new Map(
    (trying?.apis ?? [])
      .filter(({ origins }) => origins.length > 0)
      .map(({ name, version, origins }) => [versionedName(name, version), origins]),
  );
}

/** What a file server has to know of these files. */
export function servedSiteOf(
  { site, formats }: ProjectReading,
  written: WrittenFiles,
  rootFiles: ServedSite['rootFiles'],
): ServedSite {
  return {
    formats,
    companions: [SEARCH_FILE, ...namesFiles(written.namesFiles)],
    languages: tagsOf(site),
    defaultVersions: new Map(
      written.entries
        // An API may be named like a version of another. One that no configuration can name has its version in
        // addresses.
        .filter(({ name }) => isSpeakable(name) && !written.pages.has(`${DOCUMENTATION_ROOT}/${encodeSegment(name)}`))
        .map(({ name, defaultVersion }) => [name, defaultVersion]),
    ),
    origins: calledOrigins(site),
    rootFiles,
    codings: compressedCodings,
  };
}

/** Replaces the folder by the configurations of these servers. */
export function replaceServerConfiguration(folder: string, site: ServedSite, servers: readonly FileServer[]): void {
  const draft = `${folder}.draft-${process.pid}`;
  try {
    for (const server of servers)
      for (const [name, text] of server.write(site)) {
        const file = join(draft, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
