import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideBuild, removeProject } from '../../servers.ts';
import { writeDescriptors } from './apis.ts';
import { NO_PORT, writeConfiguration } from './configuration.ts';
import { writePasswordFiles } from './password-files.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** A built project with an adapter of every kind, and the program behind its proxies. */
export interface ProtocolProject {
  readonly folder: string;
  readonly upstream: Upstream;
  remove(): Promise<void>;
}

export async function makeProtocolProject(): Promise<ProtocolProject> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-documentation-protocol-'));
  const upstream = await startUpstream();
  const remove = async (): Promise<void> => {
    await upstream.close();
    removeProject(folder);
  };
  try {
    writeDescriptors(folder);
    writePasswordFiles(folder);
    // One build for all suites: where requests go is written afterwards.
    writeConfiguration(folder, NO_PORT);
    await provideBuild(folder);
    writeConfiguration(folder, upstream.port);
    return { folder, upstream, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
