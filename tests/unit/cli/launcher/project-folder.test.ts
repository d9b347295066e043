import { expect, test } from 'vitest';
import { isOutsideProject } from '../../../../src/cli/launcher/project-folder.mjs';
import { projectWith } from '../../config/project.ts';

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
