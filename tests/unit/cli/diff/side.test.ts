import { mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DiffProject, descriptor } from '../commands/diff-project.ts';

const project = new DiffProject();
const write = (path: string, text: string): void => project.write(path, text);
const git = (...args: readonly string[]): void => project.git(...args);
const diff = (...args: readonly string[]) => project.diff(...args);
let folder = '';
beforeAll(() => {
  ({ folder } = project);
});

describe('a file that cannot be read is named as seen from the project', () => {
  test.each([
    ['specs/v2/api.yaml', 'specs/v2/api.yaml', 'specs/v2/api.yaml:3:1'],
    ['./specs/v2/api.yaml', './specs/v2/api.yaml', 'specs/v2/api.yaml:3:1'],
    ['a folder', 'specs/v2', 'specs/v2/api.yaml:3:1'],
    ['an empty file', 'specs/v2/empty.yaml', 'specs/v2/empty.yaml: '],
    ['one beside the project', '../', '../'],
    ['one of the project', 'api-descriptors/wrong.yaml', 'api-descriptors/wrong.yaml:3:1'],
  ])('%s', async (_, named, place) => {
    const wrong = "openapi: '3.1.0'\ninfo:\n\tx\n";
    const outside = mkdtempSync(join(dirname(folder), 'platform-docs-diff-beside-'));
    const path = named === '../' ? `../${basename(outside)}/specs/api.yaml` : named;
    for (const file of ['specs/v2/api.yaml', 'api-descriptors/wrong.yaml', `../${basename(outside)}/specs/api.yaml`])
      write(file, wrong);
    write('specs/v2/empty.yaml', '');
    try {
      const { code, stderr } = await diff(path, 'Things-v1');
      expect([code, stderr.startsWith(place === '../' ? `${path}:3:1` : place)], stderr).toEqual([1, true]);
    } finally {
      for (const left of ['api-descriptors/wrong.yaml', 'specs']) rmSync(join(folder, left), { recursive: true });
      rmSync(outside, { recursive: true });
    }
  });
});

describe('every message names files as seen from the project', () => {
  const referring = `${descriptor(1)}  /broken:
    get:
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: broken.yaml } } } }
`;
  const inFolder = (path: string) => join(path, 'broken.yaml').replace(/^\.\//, '');

  test.each([
    ['a file', 'wrong/specs/api.yaml', 'wrong/specs'],
    ['a folder', 'wrong/specs', 'wrong/specs'],
    ['a folder around it', 'wrong', 'wrong/specs'],
    ['a file at the top', 'top.yaml', '.'],
    ['a file of a revision', 'wrong:wrong/specs/api.yaml', 'wrong/specs'],
    ['a folder of a revision', 'wrong:wrong', 'wrong/specs'],
    ['a file at the top of a revision', 'wrong:top.yaml', '.'],
    ['the same, with a dot', 'wrong:./top.yaml', '.'],
    ['all of a revision', 'wrong:.', 'wrong/specs'],
    ['one beside the project', '../beside', '../beside'],
  ])('%s', async (_, named, place) => {
    const beside = mkdtempSync(join(dirname(folder), 'platform-docs-diff-beside-'));
    const written = (text: string) => text.replace('../beside', `../${basename(beside)}`);
    for (const [path, file] of [
      ['wrong/specs', 'wrong/specs/api.yaml'],
      ['.', 'top.yaml'],
      ['../beside', '../beside/api.yaml'],
    ] as const) {
      write(written(file), referring);
      write(written(inFolder(path)), 'a:\n\tx\n');
    }
    git('checkout', '-q', '-b', 'wrong');
    git('add', 'wrong', 'top.yaml', 'broken.yaml');
    git('commit', '-q', '-m', 'Wrong');
    try {
      const { code, stderr } = await diff(written(named), 'Things-v1');
      const broken = written(inFolder(place));
      expect(stderr).toContain(`${broken}:2:1: error yaml-syntax`);
      expect(stderr).toContain(`error ref-unreadable The file ${broken} cannot be read.`);
      expect(stderr).not.toContain('platform-docs-revision-');
      expect(code).toBe(1);
    } finally {
      git('checkout', '-q', 'main');
      git('branch', '-q', '-D', 'wrong');
      rmSync(beside, { recursive: true });
    }
  });

  test('also annotations of a revision', async () => {
    write('top.yaml', descriptor(1));
    git('checkout', '-q', '-b', 'top');
    git('add', 'top.yaml');
    git('commit', '-q', '-m', 'Top');
    try {
      const { stdout } = await diff('Things-v1', 'top:top.yaml', '--format', 'github');
      expect(stdout).toContain('::error file=top.yaml,title=operation-removed::');
    } finally {
      git('checkout', '-q', 'main');
      git('branch', '-q', '-D', 'top');
    }
  });
});
