import { expect, test } from 'vitest';
import { fitness, isOutsideProject } from '../../../../src/cli/launcher/launch.mjs';
import { projectWith } from '../../config/project.ts';

test.each([
  ['18.20.8', 'too-old'],
  ['20.18.3', 'too-old'],
  ['20.19.0', 'fetches'],
  ['20.20.2', 'fetches'],
  ['21.7.3', 'fetches'],
  ['22.11.0', 'fetches'],
  ['22.12.0', 'runs'],
  ['22.23.2', 'runs'],
  ['23.0.0', 'runs'],
  ['24.21.0', 'runs'],
  ['26.10.0', 'runs'],
])('Node %s: %s', (version, kind) => {
  expect(fitness(version)).toBe(kind);
});

test.each([
  // arguments                      a file that is there           outside
  [['check'], undefined, true],
  [['start', '--port', '3000'], undefined, true],
  [['build'], 'package.json', true],
  [['check'], 'api-descriptors/a.yaml', false],
  [['start'], 'config/autoload/global.yaml', false],
  [['serve'], 'dist/documentation/current', false],
  [['check', '--help'], undefined, false],
  [['check', '--explain=path-conflict'], undefined, false],
  [['init'], undefined, false],
  [['passwd', 'list', 'p'], undefined, false],
  [['--version'], undefined, false],
  [[], undefined, false],
] as const)('%j beside %s can only say that this is no project: %s', (args, path, isOutside) => {
  const folder = projectWith(path === undefined ? {} : { [path]: '' });
  expect(isOutsideProject(folder, args)).toBe(isOutside);
});
