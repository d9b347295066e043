import { makeSampleProject, provideBuild, type RunningServer, removeProject, startBuiltServer } from './servers.ts';

/** A project and its server; `close` ends the one and removes the other. */
export interface ServedProject {
  readonly folder: string;
  readonly server: RunningServer;
  close(): Promise<void>;
}

/** @param folder of a project that {@link startBuiltServer}, or what is given in its place, can start */
export async function serveProject(
  folder: string,
  start: (folder: string) => Promise<RunningServer> = startBuiltServer,
): Promise<ServedProject> {
  const server = await start(folder);
  return {
    folder,
    server,
    async close() {
      await server.stop();
      removeProject(folder);
    },
  };
}

/** The samples, as they are. */
export async function serveSamples(): Promise<ServedProject> {
  const folder = makeSampleProject();
  await provideBuild(folder);
  return serveProject(folder);
}
