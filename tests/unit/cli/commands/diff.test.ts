import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { runIn } from '../run-cli.ts';
import { DiffProject, descriptor } from './diff-project.ts';

const project = new DiffProject();
const write = (path: string, text: string): void => project.write(path, text);
const diff = (...args: readonly string[]) => project.diff(...args);
let folder = '';
beforeAll(() => {
  ({ folder } = project);
});

describe('compares', () => {
  test.each([
    ['versions', ['Things-v1', 'Things-v2'], '1 breaking, 0 notable'],
    ['a version with the default one', ['Things-v1', 'Things'], '1 breaking, 0 notable'],
    ['files', ['other/old.yaml', 'newer/new.yaml'], '0 breaking, 1 notable'],
    ['a file with a version', ['other/old.yaml', 'Things-v1'], '0 breaking, 1 notable'],
    ['a revision of a file', ['HEAD:api-descriptors/things/v2.yaml', 'api-descriptors/things/v2.yaml'], '1 breaking'],
    ['a revision of a file with a dot', ['HEAD:./api-descriptors/things/v2.yaml', 'Things-v2'], '1 breaking'],
    [
      'a revision of a file by way of another folder',
      ['HEAD:other/../api-descriptors/things/v2.yaml', 'Things-v2'],
      '1 b',
    ],
    ['a revision of a folder', ['main:api-descriptors', 'api-descriptors'], '(Things-v2): 1 breaking, 0 notable'],
    ['a revision of everything', ['HEAD', 'api-descriptors'], 'No changes in 1 other API version.\n'],
    ['a revision beside itself', ['HEAD', 'HEAD'], /^No changes in 2 API versions\.\n$/],
    ['the same, for GitHub', ['HEAD', 'HEAD', '--format', 'github'], /^No changes in 2 API versions\.\n$/],
    ['the same, as Markdown', ['HEAD', 'HEAD', '--format', 'markdown'], /^No changes in 2 API versions\.\n$/],
    ['the same, for programs', ['HEAD', 'HEAD', '--format', 'json'], '"before": "HEAD (Things-v1)"'],
    ['an API with none of its name', ['other', 'api-descriptors'], '(Things-v2): 0 breaking, 1 notable'],
  ])('%s', async (_, args, expected) => {
    const { code, stdout, stderr } = await diff(...args);
    expect(stderr).toBe('');
    expect(stdout).toMatch(expected);
    expect(stdout).not.toContain('Forget all');
    expect(code).toBe(0);
  });

  test.each([
    ['another name', descriptor(1).replace('x-platform-api: Things', 'x-platform-api: Payments'), 'api-renamed'],
    ['another version', descriptor(99), 'version-changed'],
  ])('a file that is to stand in the place of an API under %s as breaking', async (_, text, rule) => {
    write('newer/taken-over.yaml', text);
    for (const old of ['other/old.yaml', 'Things-v1', 'HEAD:api-descriptors/things/v1.yaml']) {
      const { code, stdout } = await diff(old, 'newer/taken-over.yaml', '--fail-on', 'breaking');
      expect([code, stdout]).toEqual([1, expect.stringContaining(rule)]);
    }
    rmSync(join(folder, 'newer/taken-over.yaml'));
  });

  test('and leaves nothing behind', async () => {
    // A folder of its own: other tests compare revisions at the same time.
    const own = mkdtempSync(join(tmpdir(), 'platform-docs-diff-left-'));
    vi.stubEnv('TMPDIR', own);
    try {
      expect((await diff('HEAD', 'HEAD')).code).toBe(0);
      expect(readdirSync(own)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(own, { recursive: true });
    }
  });
});

describe('ends with', () => {
  test.each([
    [0, ['Things-v1', 'Things-v2']],
    [1, ['Things-v1', 'Things-v2', '--fail-on', 'breaking']],
    [1, ['Things-v1', 'Things-v2', '--fail-on', 'notable']],
    [0, ['Things-v2', 'Things-v1', '--fail-on', 'breaking']],
    [1, ['Things-v2', 'Things-v1', '--fail-on', 'notable']],
    [0, ['Things-v1', 'Things-v1', '--fail-on', 'notable']],
    [1, ['no-such-revision', 'Things-v1']],
    [1, ['HEAD:no/such/file.yaml', 'Things-v1']],
    [2, ['Things-v1']],
    [2, ['Things-v1', 'Things-v2', '--fail-on', 'all']],
    [2, ['Things-v1', 'Things-v2', '--format', 'xml']],
    [2, [':file', 'Things-v2']],
    // A variable that a pipeline has not set.
    [2, ['', 'Things-v2', '--fail-on', 'breaking']],
    [2, ['HEAD', '', '--fail-on', 'breaking']],
  ])('%i: %j', async (code, args) => {
    const run = await diff(...args);
    expect([run.code, run.stderr === ''], run.stderr).toEqual([code, code === 0 || run.stdout !== '']);
  });
});

test('a name that is none names the APIs that there are', async () => {
  expect((await diff('Things-v3', 'Things-v1')).stderr).toBe(
    'platform-docs: There is no file, API or revision "Things-v3". ' +
      'Name a file, an API, or a commit, branch or tag. APIs here: Things-v1, Things-v2.\n',
  );
});

test('a file that a revision does not have is named, and so is the revision', async () => {
  expect(await diff('HEAD:api-descriptors/nope.yaml', 'Things-v1')).toMatchObject({
    code: 1,
    stderr:
      'platform-docs: The revision HEAD has no file api-descriptors/nope.yaml. Name one that it has, or a folder.\n',
  });
});

test('in a shallow clone a name that is none is answered by how to get the other revisions', async () => {
  const shallow = mkdtempSync(join(tmpdir(), 'platform-docs-diff-shallow-'));
  try {
    project.git('clone', '-q', '--depth', '1', `file://${folder}`, shallow);
    const { code, stderr } = await runIn(shallow, ['diff', 'origin/next', 'HEAD']);
    expect(code).toBe(1);
    expect(stderr).toContain('revision "origin/next". This clone has only the latest revisions: run "git fetch');
    expect(stderr).toContain('fetch-depth: 0');
  } finally {
    rmSync(shallow, { recursive: true });
  }
});

describe('what keeps git from looking is said in its own words', () => {
  test.each<[what: string, environment: Readonly<Record<string, string>>, words: string]>([
    ['no repository', { GIT_DIR: '/nowhere' }, "not a git repository: '/nowhere'."],
    ['one of another user', { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }, 'git config --global --add safe.directory '],
  ])('%s', async (_, environment, words) => {
    const { code, stderr } = await runIn(folder, ['diff', 'main', 'Things-v1'], { environment });
    expect([code, stderr]).toEqual([1, expect.stringContaining('revision "main". git says: ')]);
    expect(stderr).toContain(words);
    expect(stderr.trimEnd()).toMatch(/^[^\n]+ APIs here: Things-v1, Things-v2\.$/);
  });

  test('a file that the clone lacks', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'platform-docs-diff-partial-'));
    try {
      project.git('clone', '-q', '--no-local', `file://${folder}`, clone);
      const object = execFileSync('git', ['rev-parse', 'HEAD:api-descriptors/things/v1.yaml'], { cwd: clone });
      execFileSync('git', ['unpack-objects', '-q'], { cwd: clone, input: packOf(clone) });
      const id = object.toString().trim();
      rmSync(join(clone, '.git/objects', id.slice(0, 2), id.slice(2)));
      const { code, stderr } = await runIn(clone, ['diff', 'HEAD', 'Things-v1']);
      expect([code, stderr]).toEqual([1, expect.stringContaining('lacks a file of the revision HEAD: clone without')]);
    } finally {
      rmSync(clone, { recursive: true });
    }
  });
});

/** Takes the pack out of the repository. */
function packOf(clone: string): Buffer {
  const packs = join(clone, '.git/objects/pack');
  const file = readdirSync(packs).find((name) => name.endsWith('.pack')) ?? '';
  const content = readFileSync(join(packs, file));
  rmSync(packs, { recursive: true });
  return content;
}

test('an address is none of them: nothing is downloaded', async () => {
  const { code, stderr } = await diff('https://127.0.0.1/things.yaml', 'Things-v1');
  expect([code, stderr]).toEqual([
    2,
    'platform-docs: "https://127.0.0.1/things.yaml" is not on this machine. Download it, and name the file. ' +
      'See "platform-docs diff --help".\n',
  ]);
});

test.each([
  ['HEAD:../top.yaml', 'The path ../top.yaml leads out of the project. Name a file or folder that is in it.'],
  ['HEAD:other/../../top.yaml', 'The path other/../../top.yaml leads out of the project.'],
  ['HEAD:/etc/top.yaml', 'The path /etc/top.yaml leads out of the project.'],
])('%s is refused: %s', async (name, message) => {
  const { code, stderr } = await diff(name, 'Things-v1');
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

describe('names that mean something to a shell or to git are names', () => {
  test.each([
    '--upload-pack=touch stolen',
    '$(touch stolen)',
    '; touch stolen',
    'HEAD; touch stolen:api-descriptors',
    'HEAD:--output=stolen',
    'HEAD:../../etc',
    'HEAD:*.yaml',
    'HEAD:$(touch stolen).yaml',
  ])('%s', async (name) => {
    const { code } = await diff('--', name, 'Things-v1');
    expect(code).not.toBe(0);
    expect(existsSync(join(folder, 'stolen'))).toBe(false);
  });
});

describe('writes', () => {
  test('text', async () => {
    const { stdout } = await diff('Things-v1', 'Things-v2');
    expect(stdout).toBe(`Things-v1 → Things-v2: 1 breaking, 0 notable, 0 docs-only.

Breaking
  POST /things Add a thing
    Operation removed
      Clients that use it will fail. (operation-removed)
`);
  });

  test('JSON', async () => {
    const { stdout } = await diff('Things-v1', 'Things-v2', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        before: 'Things-v1',
        after: 'Things-v2',
        counts: { breaking: 1, notable: 0, docs_only: 0 },
        changes: [
          {
            rule: 'operation-removed',
            class: 'breaking',
            part: 'Add a thing',
            url: '/platform/documentation/Things-v1/things#post',
            operations: [{ method: 'POST', path: '/things' }],
          },
        ],
      },
    ]);
  });

  test('Markdown', async () => {
    const { stdout } = await diff('Things-v1', 'Things-v2', '--format', 'markdown');
    expect(stdout).toContain('### Add a thing `POST /things`\n\n- **Operation removed**.');
  });

  test.each(['text', 'markdown', 'github'])(
    'at the end of several, as %s, how much all of them changed',
    async (name) => {
      write('several/b.yaml', descriptor(2).replace('List', 'Name'));
      write('several/a.yaml', descriptor(1));
      const { stdout } = await diff('HEAD', 'several', '--format', name);
      const [last, ...before] = stdout.trimEnd().split('\n').reverse();
      expect(last).toBe('Total: 2 breaking, 0 notable, 1 docs-only.');
      expect(before.filter((line) => line.includes('1 breaking, 0 notable,'))).toHaveLength(2);
    },
  );

  test('Markdown in which a text that ends with a full stop has no other one', async () => {
    const described = (text: string) => descriptor(1).replace('title: Things', `title: Things, description: "${text}"`);
    write('said/old.yaml', described('It was so.'));
    write('said/new.yaml', described('It is so!'));
    const { stdout } = await diff('said/old.yaml', 'said/new.yaml', '--format', 'markdown');
    expect(stdout).toContain('**Description changed**; was It was so.; now It is so!\n');
  });

  test('annotations, each of one line for every text of a descriptor', async () => {
    write('other/hostile.yaml', descriptor(1).replace('List things', '"a\\n::error::b"'));
    const { stdout } = await diff('other/hostile.yaml', 'other', '--format', 'github');
    expect(stdout.split('\n').filter((line) => line.startsWith('::error::'))).toEqual([]);
    const found = await diff('Things-v1', 'Things-v2', '--format', 'github');
    expect(found.stdout).toContain(
      '::error file=api-descriptors/things/v2.yaml,title=operation-removed::POST /things: Operation removed.',
    );
    write('specs/v2/api.yaml', descriptor(2));
    for (const path of ['specs/v2/api.yaml', 'specs/v2', 'specs'])
      expect((await diff('Things-v1', path, '--format', 'github')).stdout, path).toContain(
        '::error file=specs/v2/api.yaml,title=operation-removed::',
      );
  });

  test('text in which no line is a command of the workflow that runs it', async () => {
    write('other/hostile.yaml', descriptor(1).replace('List things', '"::set-output name=a::b ##vso[task.x]c"'));
    write(
      'newer/hostile.yaml',
      descriptor(1).replace('summary: List things', 'parameters: [{ name: "::add-mask::a", in: query }]'),
    );
    const runs = [await diff('other/hostile.yaml', 'Things-v1'), await diff('newer/hostile.yaml', 'Things-v1')];
    const lines = runs.flatMap(({ stdout }) => stdout.split('\n').map((line) => line.trim()));
    expect(lines).toContain('GET /things List things');
    expect(lines).toContain('\\u003a:add-mask::a (query): Optional parameter removed');
    expect(lines.filter((line) => line.startsWith('::') || line.includes('##vso['))).toEqual([]);
  });

  test('annotations of a file beside the project, as the repository around both has it', async () => {
    const beside = mkdtempSync(join(dirname(folder), 'platform-docs-diff-beside-'));
    try {
      writeFileSync(join(beside, 'api.yaml'), descriptor(2));
      const path = `../${basename(beside)}/api.yaml`;
      const environment = { GITHUB_WORKSPACE: dirname(folder) };
      const { stdout } = await runIn(folder, ['diff', 'Things-v1', path, '--format', 'github'], { environment });
      expect(stdout).toContain(`::error file=${basename(beside)}/api.yaml,title=operation-removed::`);
    } finally {
      rmSync(beside, { recursive: true });
    }
  });
});
