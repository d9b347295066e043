import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { wholeLinks } from '../../src/views/near-links.ts';
import type { Probe } from '../http/probe.ts';
import { answerTo, type ProbeResponse, send } from '../http/probe-runner.ts';
import { probes } from '../http/probes.ts';
import {
  buildProject,
  makeSampleProject,
  type RunningServer,
  removeProject,
  startBuiltServer,
} from '../http/servers.ts';

/**
 * Records what every document of a site answers, so that a change of the code that is to change nothing can show that
 * it does not: `node tests/launch.mjs tests/tooling/record-answers.ts before.txt [descriptor …]` with the code before,
 * `after.txt` with the code after, and `diff before.txt after.txt`. A line an answer: method, path, Accept, status,
 * fields, hash of the body. The site is the samples and the descriptors that are named.
 */
const [output, ...descriptors] = process.argv.slice(2);
if (output === undefined) {
  console.error('Usage: record-answers.ts <file to write> [descriptor …]');
  process.exit(2);
}

const ROOT = '/platform/documentation';
/** Header fields that differ from one run to the next. */
const CHANGING = /^(?:date|connection|keep-alive)$/i;
const NONCE = /nonce="[^"]*"|opaque="[^"]*"/g;
const BUILT_AT = new Date('2026-01-01T00:00:00Z');
const AT_ONCE = 8;

const folder = makeSampleProject();
try {
  mkdirSync(join(folder, 'api-descriptors'), { recursive: true });
  for (const descriptor of descriptors)
    cpSync(resolve(descriptor), join(folder, 'api-descriptors', basename(descriptor)), { recursive: true });
  // Pages say when their descriptor was written.
  for (const file of readdirSync(join(folder, 'api-descriptors'), { recursive: true, encoding: 'utf8' })) {
    utimesSync(join(folder, 'api-descriptors', file), BUILT_AT, BUILT_AT);
  }
  await buildProject(folder);
  const server = await startBuiltServer(folder);
  try {
    const lines = await record(server);
    writeFileSync(output, `${lines.join('\n')}\n`);
    console.log(`${lines.length} answers, ${statSync(output).size} bytes.`);
  } finally {
    await server.stop();
  }
} finally {
  removeProject(folder);
}

async function record(server: RunningServer): Promise<readonly string[]> {
  const lines: string[] = [];
  const write = ({ method, path, headers }: Probe['request'], answer: ProbeResponse): void => {
    const fields = [...answer.headers].filter(([name]) => !CHANGING.test(name));
    const told = fields.map(([name, value]) => `${name}: ${value.replaceAll(NONCE, '')}`).sort();
    const hash = createHash('sha256').update(answer.body).digest('hex').slice(0, 16);
    lines.push([method, path, JSON.stringify(headers), answer.status, told.join('; '), hash].join(' '));
  };
  const ask = async (path: string, headers: Readonly<Record<string, string>>): Promise<ProbeResponse> => {
    const request = { method: 'GET', path, headers };
    const answer = await send(server.origin, request);
    write(request, answer);
    return answer;
  };
  for (const probe of probes) write(probe.request, await answerTo(probe, (asked) => send(server.origin, asked)));
  const waiting = [ROOT];
  const seen = new Set(waiting);
  const work = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const page = await ask(path, { accept: 'text/html' });
      await ask(path, { accept: 'text/html', 'accept-encoding': 'br' });
      for (const [, twin = '', type = ''] of (page.headers.get('link') ?? '').matchAll(
        /<([^>]+)>; rel="alternate"; type="((?:[^"\\]|\\.)+)"/g,
      )) {
        await ask(new URL(twin, server.origin + path).pathname, {});
        await ask(path, { accept: type.replaceAll('\\', '') });
      }
      for (const [, found = ''] of wholeLinks(page.body, path).matchAll(/href="(\/platform\/documentation[^"#?]*)/g)) {
        if (/\.\w+$/.test(found) || seen.has(found)) continue;
        seen.add(found);
        waiting.push(found);
      }
    }
  };
  await work();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return lines.sort();
}
