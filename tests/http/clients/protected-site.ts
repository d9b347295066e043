import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningServer, removeProject, startBuiltServer } from '../servers.ts';
import { type LocalConfiguration, makeProtectedProject } from './protected-project.ts';
import { Upstream } from './upstream.ts';

/** The project of {@link makeProtectedProject}, served. */
export class ProtectedSite {
  readonly folder: string;
  readonly upstream: Upstream;
  readonly server: RunningServer;
  /** Content of `local.yaml` at the start. */
  readonly configuration: LocalConfiguration;

  private constructor(folder: string, configuration: LocalConfiguration, upstream: Upstream, server: RunningServer) {
    this.folder = folder;
    this.configuration = configuration;
    this.upstream = upstream;
    this.server = server;
  }

  /** @param documentation settings of the documentation */
  static async open(documentation: Readonly<Record<string, unknown>> = {}): Promise<ProtectedSite> {
    const upstream = await Upstream.start();
    const { folder, configuration } = await makeProtectedProject(upstream.origin, documentation);
    return new ProtectedSite(folder, configuration, upstream, await startBuiltServer(folder));
  }

  get origin(): string {
    return this.server.origin;
  }

  /** Lines of the audit log so far. */
  audit(): readonly Readonly<Record<string, unknown>>[] {
    const lines = readFileSync(join(this.folder, 'data/audit.log'), 'utf8').trimEnd().split('\n');
    return lines.map((line): Record<string, unknown> => JSON.parse(line));
  }

  async close(): Promise<void> {
    await this.server.stop();
    this.upstream.stop();
    removeProject(this.folder);
  }
}
