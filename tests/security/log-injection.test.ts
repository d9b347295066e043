import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveProject } from '../http/served-project.ts';
import { makeSampleProject, provideBuild } from '../http/servers.ts';
import { whileTesting } from '../while-testing.ts';

/**
 * A title for the window, colours in both notations, a line that looks like one of ours, and text that reads backwards.
 */
const HOSTILE = '/x\u001b]0;owned\u0007\u001b[31m\nDocumentation: http://evil.example/\u009b31m\u202e';

const project = whileTesting(async () => {
  const folder = makeSampleProject();
  mkdirSync(join(folder, 'api-descriptors/hostile'));
  for (const title of ['A', 'B']) {
    const operation = { get: { responses: { 200: { description: 'OK' } } } };
    const paths = { [HOSTILE]: operation, [`${HOSTILE}?query`]: operation };
    writeFileSync(
      join(folder, `api-descriptors/hostile/${title}.json`),
      JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths }),
    );
  }
  await provideBuild(folder);
  return serveProject(folder);
});

/** Lines are compared regardless of their order: it may vary. */
const lines = (): readonly string[] => project.server.output().split('\n');

test('what the server says of a hostile descriptor does nothing to a terminal and makes no line of its own', () => {
  expect(lines()).toContainEqual(expect.stringContaining('warning route-claimed-twice GET /x'));
  expect(lines()).toContainEqual(expect.stringContaining('warning route-not-served The path /x'));
  expect(project.server.output()).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(lines().filter((line) => line.startsWith('Documentation: '))).toEqual([
    `Documentation: ${project.server.origin}/platform/documentation`,
  ]);
});
