import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { discoverableOf } from '../discovery/discoverable.ts';
import { discoveryFiles } from '../discovery/registry.ts';
import type { ProjectReading } from '../project/read-project.ts';
import { openRelease } from '../store/artifact-store.ts';

/** Files by which programs find the documentation, as far as they can be made. @returns how many there are */
export async function writeDiscovery(folder: string, release: string, project: ProjectReading): Promise<number> {
  let files = 0;
  if (project.configuration.discovery === false) return files;
  const { formats, accessRule } = project;
  const found = discoverableOf(openRelease(release, { formats, accessRule }), formats);
  for (const [path, discoveryFile] of discoveryFiles(found)) {
    const text = await discoveryFile.write(found);
    if (text === null) continue;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    files += 1;
  }
  return files;
}
