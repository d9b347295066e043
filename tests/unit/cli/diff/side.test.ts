import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DiffProject, descriptor } from '../commands/diff-project.ts';
import { runIn } from '../run-cli.ts';

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

describe('an error of a revision names the revision, because the file that is checked out may be right', () => {
  test.each([
    ['main~1', 'Things-v1', 'main~1:api-descriptors/things/v1.yaml:3:1: error yaml-syntax This'],
    ['Things-v1', 'main~1:api-descriptors/things/v1.yaml', 'main~1:api-descriptors/things/v1.yaml:3:1: error'],
  ])('%s → %s', async (old, now, place) => {
    const right = readFileSync(join(folder, 'api-descriptors/things/v1.yaml'), 'utf8');
    write('api-descriptors/things/v1.yaml', "openapi: '3.1.0'\ninfo:\n\tx\n");
    git('commit', '-q', '-m', 'Wrong', 'api-descriptors/things/v1.yaml');
    write('api-descriptors/things/v1.yaml', right);
    git('commit', '-q', '-m', 'Right', 'api-descriptors/things/v1.yaml');
    try {
      const { code, stderr } = await diff(old, now);
      expect([code, stderr]).toEqual([1, expect.stringContaining(place)]);
      const { stdout } = await diff(old, now, '--format', 'github');
      // What is compared with is no file of the pull request.
      if (old === 'main~1')
        expect(stdout).toMatch(/^::error title=yaml-syntax::main~1:api-descriptors.*:3:1: error yaml-syntax This/);
      else expect(stdout).toMatch(/^::error file=api-descriptors\/things\/v1\.yaml,line=3,col=1,title=yaml-syntax::/);
    } finally {
      git('reset', '-q', '--soft', 'main~2');
    }
  });
});

test('a configuration that cannot be used is an error: it says what readers see', async () => {
  const file = 'config/autoload/audience.global.yaml';
  write(file, `platform-documentation: { audience: ['\${NO_SUCH_AUDIENCE}'] }\n`);
  try {
    const names = ['Things-v1', 'Things-v1', '--fail-on', 'breaking'];
    const text = await diff(...names);
    expect([text.code, text.stdout]).toEqual([1, '']);
    expect(text.stderr).toMatch(/^config\/autoload\/audience\.global\.yaml:1:\d+: error configuration .* is not set\./);
    const { stdout } = await diff(...names, '--format', 'github');
    expect(stdout).toMatch(/^::error file=config\/autoload\/audience\.global\.yaml,line=1,/);
    write(file, 'platform-documentation: { audience: [partners] }\n');
    expect(await diff(...names)).toMatchObject({ code: 0, stderr: '' });
  } finally {
    rmSync(join(folder, 'config'), { recursive: true });
  }
});

describe('where something cannot be read, GitHub gets annotations', () => {
  test.each([
    ['a file', 'wrong/a,b.yaml', '::error file=docs/wrong/a%2Cb.yaml,line=3,col=1,title=yaml-syntax::This is not YAML'],
    ['a file beside the project', '../docs/wrong/a,b.yaml', '::error file=docs/wrong/a%2Cb.yaml,line=3,col=1,title='],
    ['a folder', 'wrong', '::error file=docs/wrong/a%2Cb.yaml,line=3,col=1,title=yaml-syntax::This is not YAML'],
    ['an unknown revision', 'no-such-revision', '::error title=diff::There is no file, API or revision "no-such-'],
    ['a revision without it', 'HEAD:no/such.yaml', '::error title=diff::The revision HEAD has no YAML or JSON file'],
    ['a name of two lines', 'no\n::warning::such', '::error title=diff::There is no file, API or revision "no\\n".'],
  ])('%s', async (_, named, annotation) => {
    write('wrong/a,b.yaml', "openapi: '3.1.0'\ninfo:\n\tx\n");
    const path = named.replace('../docs', `../${basename(folder)}`);
    const environment = { GITHUB_WORKSPACE: dirname(folder) };
    try {
      for (const names of [
        [path, 'Things-v1'],
        ['Things-v1', path],
      ]) {
        const run = await runIn(folder, ['diff', ...names, '--format', 'github'], { environment });
        expect(run.stdout).toContain(annotation.replace('docs/', `${basename(folder)}/`));
        expect(run.stdout.split('\n').filter((line) => line.startsWith('::'))).toHaveLength(1);
        expect([run.code, run.stderr]).toEqual([1, '']);
      }
    } finally {
      rmSync(join(folder, 'wrong'), { recursive: true });
    }
  });
});

describe('overlays apply to a description by itself', () => {
  const actions = 'actions:\n  - { target: "$.paths[\'/things\'].post", remove: true }\n';
  const with2 = descriptor(2, "\n    post: { summary: Add, responses: { '201': { description: Created } } }");

  test('that lies beside it and extends it', async () => {
    write('shown/api.yaml', with2);
    write('shown/for-readers.yaml', `overlay: 1.1.0\nextends: api.yaml\n${actions}`);
    expect((await diff('Things-v2', 'shown/api.yaml')).stdout).toContain('0 breaking, 0 notable, 0 docs-only.');
  });

  test('that the configuration lists, also in a revision that has it', async () => {
    write('api-descriptors/things/hidden.yaml', `overlay: 1.1.0\n${actions}`);
    const listed = 'platform-documentation: { overlays: { Things-v2: api-descriptors/things/hidden.yaml } }\n';
    write('config/autoload/overlays.global.yaml', listed);
    try {
      const [path, now] = ['api-descriptors/things/v2.yaml', 'Things-v2'];
      write(path, with2);
      expect((await diff(path, now)).stdout).toContain('0 breaking, 0 notable, 0 docs-only.');
      expect((await diff(`HEAD:${path}`, now)).stdout).toContain('1 breaking, 0 notable');
      git('add', '-A');
      git('commit', '-q', '-m', 'Overlay');
      expect((await diff(`HEAD:${path}`, now)).stdout).toContain('0 breaking, 0 notable, 0 docs-only.');
      expect((await diff('HEAD:api-descriptors', 'api-descriptors/things')).stderr).toBe('');
    } finally {
      rmSync(join(folder, 'config'), { recursive: true });
    }
  });
});
