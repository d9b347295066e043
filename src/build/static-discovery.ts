import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiscoveryFile } from '../discovery/contract.ts';
import { discoverableOf } from '../discovery/discoverable.ts';
import { discoveryFiles } from '../discovery/registry.ts';
import type { ProjectReading } from '../project/read-project.ts';
import { openRelease } from '../store/artifact-store.ts';

/** Files by which programs find the documentation, as far as they can be made. @returns those there are, by path */
export async function writeDiscovery(
  folder: string,
  release: string,
  project: ProjectReading,
): Promise<ReadonlyMap<string, DiscoveryFile>> {
  const files = new Map<string, DiscoveryFile>();
  if (project.configuration.discovery === false) return files;
  const { formats, accessRule } = project;
  const found = discoverableOf(openRelease(release, { formats, accessRule }), formats);
  for (const [path, discoveryFile] of discoveryFiles(found)) {
    const text = await discoveryFile.write(found);
    if (text === null) continue;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    files.set(path, discoveryFile);
  }
  return files;
}
