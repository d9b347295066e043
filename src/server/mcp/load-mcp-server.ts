import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Files that name the used exports of a package: each is a chunk of the bundle with only these, where the import of a
 * package would be all of it.
 */
const DEPENDENCIES = [
  () => import('./protocol-validator.ts'),
  () => import('./protocol-types.ts'),
  () => import('./protocol-schemas.ts'),
] as const;

/**
 * Loads the module that speaks the protocol, for the sites that are asked. Its largest dependencies come before it,
 * each alone: modules hold the event loop while they are compiled and run, and other requests are answered in between.
 */
export async function loadMcpServer(): Promise<typeof import('./mcp-server.ts')> {
  for (const load of DEPENDENCIES) {
    await load();
    await nextTurn();
  }
  const server = await import('./mcp-server.ts');
  await nextTurn();
  return server;
}
