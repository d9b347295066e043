import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentPath } from '../../src/model/locations.ts';
import type { ReleaseIndex } from '../../src/store/release.ts';
import { type PacedResult, paced, percentile } from './pace.ts';
import { row } from './report.ts';
import { startBuilt } from './servers.ts';

const READERS_PER_SECOND = 100;
const DERIVED_PER_SECOND = 6;
const CONNECTIONS = 16;
const SHARES = [
  ['p50', 50],
  ['p99', 99],
  ['longest', 100],
] as const;

/**
 * How long readers of pages wait while documents of a large API are derived, each of another service, beside the same
 * readers alone; then the same documents again, which are kept.
 * @param project built
 */
export async function benchDerived(project: string, seconds: number): Promise<void> {
  const services = servicesOf(project);
  const server = await startBuilt(project);
  const readers = (forSeconds: number): Promise<PacedResult> =>
    paced({
      port: server.port,
      paths: services,
      headers: { accept: 'text/html', 'accept-encoding': 'br' },
      perSecond: READERS_PER_SECOND,
      connections: CONNECTIONS,
      seconds: forSeconds,
    });
  const documents = (): Promise<PacedResult> =>
    paced({
      port: server.port,
      paths: services.map((path) => `${path}.openapi.yaml`),
      headers: {},
      perSecond: DERIVED_PER_SECOND,
      connections: CONNECTIONS,
      seconds: Math.min(seconds, services.length / DERIVED_PER_SECOND),
    });
  try {
    // Compiling and the like is not what is measured.
    await readers(3);
    const alone = await readers(seconds);
    const [beside, first] = await Promise.all([readers(seconds), documents()]);
    const [later, again] = await Promise.all([readers(seconds), documents()]);
    console.log(
      `${READERS_PER_SECOND} readers a second of ${services.length} pages, beside ${DERIVED_PER_SECOND} documents a second, ms`,
    );
    compare(['derived', 'kept'], [beside, later], alone, 'readers alone');
    console.log('One <service>.openapi.yaml, ms');
    compare(['kept'], [again], first, 'derived');
    console.log(
      `Refused: ${first.refused} of ${first.refused + first.milliseconds.length} to be derived, ${again.refused} of the same asked for again`,
    );
    console.log(`Memory at the end: ${residentMegabytes(server.pid)} MB`);
  } finally {
    await server.stop();
  }
}

function compare(
  names: readonly string[],
  results: readonly PacedResult[],
  baseline: PacedResult,
  baselineName: string,
): void {
  for (const [label, share] of SHARES)
    for (const [index, { milliseconds }] of results.entries())
      row(
        `${label}, ${names[index]}`,
        percentile(milliseconds, share),
        percentile(baseline.milliseconds, share),
        baselineName,
        1,
      );
}

function servicesOf(project: string): readonly string[] {
  const releases = join(project, 'dist/documentation/releases');
  const [release = ''] = readdirSync(releases);
  const { outlines }: ReleaseIndex = JSON.parse(readFileSync(join(releases, release, 'index.json'), 'utf8'));
  return outlines.flatMap(({ api, version, services }) =>
    services.map((service) => documentPath({ level: 'service', api, version, name: service })),
  );
}

/** Linux only. */
function residentMegabytes(pid: number): string {
  return (Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024).toFixed(0);
}
