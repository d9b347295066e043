import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * A member of each kind, added to a copy of the sources by one file and one line of its registry: nothing else is
 * changed, and everything that has to know of it does. `npm run typecheck` checks the toys against their contracts.
 */
const TOYS = [
  { toy: 'scheme', name: 'toyScheme', file: 'auth/schemes/toy.ts', registry: 'auth/schemes/registry.ts' },
  { toy: 'driver', name: 'toyDriver', file: 'auth/state/toy.ts', registry: 'auth/state/registry.ts' },
  { toy: 'backend', name: 'toyBackend', file: 'services/backends/toy.ts', registry: 'services/backends/registry.ts' },
  { toy: 'hash', name: 'toyHash', file: 'auth/password-hashes/toy.ts', registry: 'auth/password-hashes/passwords.ts' },
  { toy: 'reader', name: 'toyReader', file: 'descriptors/toy/reader.ts', registry: 'descriptors/registry.ts' },
  {
    toy: 'text-reader',
    name: 'toyTextReader',
    file: 'descriptors/plain/reader.ts',
    registry: 'descriptors/registry.ts',
  },
  { toy: 'format', name: 'toyFormat', file: 'formats/toy/toy.ts', registry: 'formats/registry.ts' },
] as const;

const repository = fileURLToPath(new URL('..', import.meta.url));
const CLASS = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';

interface Form {
  readonly groups: readonly { readonly fields: Form['hidden'] }[];
  readonly hidden: readonly { readonly name: string; readonly value: string }[];
}

let folder = '';
let project = '';

/** The list of a registry with one more at its end. */
function withMember(registry: string, name: string, specifier: string): string {
  const listed = registry.replace(/(= \[[^\]]*?),?(\s*\](?: as const)?)/, (_, list, end) => `${list}, ${name}${end}`);
  expect(listed).not.toBe(registry);
  return `import { ${name} } from '${specifier}';\n${listed}`;
}

/** The extensions of text formats, with one more. */
function withWord(names: string, ending: string): string {
  const listed = names.replace(/(TEXT_ENDINGS: readonly string\[\] = \[)/, `$1'${ending}', `);
  expect(listed).not.toBe(names);
  return listed;
}

function add({ toy, name, file, registry }: (typeof TOYS)[number]): void {
  const target = join(folder, 'src', file);
  const up = relative(dirname(target), join(folder, 'src'));
  const text = readFileSync(join(repository, `tests/fixtures/members/${toy}.ts`), 'utf8');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text.replaceAll('../../../src/', `${up}/`));
  const path = join(folder, 'src', registry);
  const specifier = `./${relative(dirname(path), target)}`;
  writeFileSync(path, withMember(readFileSync(path, 'utf8'), name, specifier));
}

function writeProject(
  changes: Readonly<Record<string, string>> = {},
  backend = 'toy_text: hello',
  driver = 'toy_pause: 77',
): void {
  const options = { accept_schemes: '[toy]', realm: 'toys', toy_users: 'data/toy', ...changes };
  const lines = Object.entries(options).map(([key, value]) => `${key}: ${value}`);
  const text = `platform-mvc-auth:
  authentication:
    adapters: { kids: { adapter: ${CLASS}, options: { ${lines.join(', ')} } } }
    map: { Shop: kids }
  throttle: { failures: 1 }
  state: { driver: toy, ${driver} }
platform-services:
  Shop: { backend: toy, ${backend} }
`;
  mkdirSync(join(project, 'config/autoload'), { recursive: true });
  writeFileSync(join(project, 'config/autoload/local.yaml'), text);
}

interface Outcome {
  readonly status: number;
  readonly output: string;
}

/** Runs a script of the copy in the project. */
function run(script: string, args: readonly string[], input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', join(folder, 'src/project/plain-sources.mjs'), join(folder, script), ...args],
      { cwd: project, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 2 ** 24 },
      (error, output, errors) => resolve({ status: error === null ? 0 : Number(error.code), output: output || errors }),
    );
    child.stdin?.end(input);
  });
}

async function declared(): Promise<
  Record<string, unknown> & { readonly problems: readonly { readonly path: string }[] }
> {
  const { status, output } = await run('tests/fixtures/members/declared.ts', [
    project,
    join(repository, 'docs/configuration.md'),
  ]);
  expect(output.slice(0, 1), output).toBe('{');
  expect(status).toBe(0);
  return JSON.parse(output);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'members-'));
  project = join(folder, 'project');
  for (const path of [
    'src',
    'config',
    'package.json',
    'tests/docs/configuration-reference.ts',
    'tests/fixtures/members',
  ])
    cpSync(join(repository, path), join(folder, path), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(project, 'api-descriptors'), { recursive: true });
  writeFileSync(join(project, 'api-descriptors/shop.yaml'), 'toy: Shop\n');
  writeFileSync(join(project, 'api-descriptors/garden.toytext'), 'plant Tree\nGarden\n');
  for (const toy of TOYS) add(toy);
  const endings = join(folder, 'src/descriptors/path-names.ts');
  writeFileSync(endings, withWord(readFileSync(endings, 'utf8'), 'toytext'));
  writeProject();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what members declare is found', () => {
  let found: Awaited<ReturnType<typeof declared>>;
  beforeAll(async () => {
    found = await declared();
  });

  test('in the configuration, with what counts where an option is left out', () => {
    expect(found.problems).toEqual([]);
    expect(found['configuration']).toMatchObject({
      authentication: { adapters: [{ schemes: ['toy'], options: { toy_users: 'data/toy', toy_level: 3 } }] },
      state: { kind: 'toy', options: { toy_pause: 77 } },
      services: [{ backend: { kind: 'toy', options: { toy_text: 'hello', toy_status: '200' } } }],
    });
  });

  test('in the JSON Schema that editors read', () => {
    const validate = new Ajv({ strict: false }).compile(found['schema'] as object);
    const section = (options: object, state: object): object => ({
      'platform-mvc-auth': { authentication: { adapters: { kids: { adapter: CLASS, options } } }, state },
    });
    expect(validate(section({ accept_schemes: ['toy'], toy_level: 3 }, { driver: 'toy', toy_pause: 1 }))).toBe(true);
    expect(validate(section({ toy_level: 99 }, {}))).toBe(false);
    expect(validate(section({}, { toy_pause: 'long' }))).toBe(false);
    expect(validate({ 'platform-services': { Shop: { backend: 'toy', toy_text: '' } } })).toBe(false);
  });

  test('in the form of an adapter', () => {
    expect(found['form']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          legend: 'For HTTP Toy',
          only: 'toy',
          fields: [
            expect.objectContaining({ name: 'toy_users', label: 'Toy file', value: '' }),
            expect.objectContaining({ name: 'toy_level', label: 'Toy level', value: '3' }),
          ],
        }),
      ]),
    );
  });

  test('in the reference of all keys', () => {
    const reference = String(found['reference']);
    for (const words of [
      '`authentication.adapters.<name>.options.toy_level` | `3` | How much fun it is.',
      'the same for Toy, Basic and Digest',
      'Toy has no realm in capitals.',
      '`state.toy_pause` |  | How long the driver toy blocks a client.',
      'in one store for several, or on a toy abacus.',
      '`<name>.toy_status` | `200` | With which status.',
      'routes of this Astro site, or a toy.',
    ])
      expect(reference).toContain(words);
  });
});

test('check refuses what is wrong with them, and says where', async () => {
  writeProject({ realm: 'TOYS', toy_level: '10', toy_nevel: '1' }, 'toy_status: 200', 'toy_pause: long');
  const { status, output } = await run('src/cli/platform-docs.ts', ['check']);
  writeProject();
  for (const problem of [
    'platform-mvc-auth.authentication.adapters.kids.options.toy_level: It must be between 1 and 9.',
    'platform-mvc-auth.authentication.adapters.kids.options.toy_nevel: This key is not known.',
    'platform-mvc-auth.authentication.adapters.kids.options.realm: Toy cannot shout.',
    'platform-services.Shop.toy_text: The backend toy requires this key. Write a text such as hello.',
    'platform-mvc-auth.state.toy_pause: It must be a whole number.',
  ])
    expect(output).toContain(problem);
  expect(status).toBe(1);
});

describe('at work', () => {
  let server: ChildProcess;
  let origin = '';
  const logged: string[] = [];

  beforeAll(async () => {
    const { output } = await run(
      'src/cli/platform-docs.ts',
      ['passwd', 'set', 'data/toy', 'alice', '--hash', 'toy'],
      'secretive\n',
    );
    expect(output).toContain('Added alice in data/toy.');
    server = spawn(process.execPath, [join(folder, 'tests/fixtures/members/server.ts'), project], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server.stderr?.on('data', (data) => logged.push(String(data)));
    const [port] = await Promise.race([once(server.stdout ?? server, 'data'), once(server, 'exit')]);
    expect(logged.join('')).toBe('');
    origin = `http://127.0.0.1:${Number(String(port))}`;
  });
  afterAll(() => server.kill());

  test('the hash stored the password, and check finds nothing', async () => {
    expect(readFileSync(join(project, 'data/toy'), 'utf8')).toBe('alice:{TOY}eviterces\n');
    expect(await run('src/cli/platform-docs.ts', ['check'])).toEqual({
      status: 0,
      output: expect.stringContaining('2 API versions, 0 errors, 0 warnings.'),
    });
  });

  test('the reader read the descriptor, whose text the administration leaves alone', async () => {
    const list = await fetch(`${origin}/platform/documentation`, { headers: { accept: 'application/json' } });
    expect(await list.json()).toMatchObject([{ name: 'Garden' }, { name: 'Shop' }]);
    const page = await fetch(`${origin}/platform/admin/documentation`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('Toy 1');
  });

  test('the reader of a text format is asked for files of its own, and its messages have places in them', async () => {
    const service = await fetch(`${origin}/platform/documentation/Garden.json`);
    expect(await service.json()).toMatchObject({ name: 'Garden', services: [{ name: 'tree' }] });
    writeFileSync(join(project, 'api-descriptors/garden.toytext'), 'Garden\n\nplant Tree\ndig\n');
    const { output } = await run('src/cli/platform-docs.ts', ['check']);
    writeFileSync(join(project, 'api-descriptors/garden.toytext'), 'plant Tree\nGarden\n');
    expect(output).toContain('api-descriptors/garden.toytext:4:1: error yaml-syntax “dig” is no toy. Write “plant …”.');
  });

  test('a text format begins a project, and is compared, as any other', async () => {
    const { output } = await run('src/cli/platform-docs.ts', ['init', '../new', '--from', 'api-descriptors']);
    expect(output).toContain('garden.toytext');
    writeFileSync(join(project, 'later.toytext'), 'plant Bush\nplant Tree\nGarden\n');
    const compared = await run('src/cli/platform-docs.ts', ['diff', 'api-descriptors/garden.toytext', 'later.toytext']);
    expect(compared.output).toContain('bush');
  });

  test('the format is negotiated, and has a URL of its own', async () => {
    const path = `${origin}/platform/documentation/Shop`;
    const negotiated = await fetch(path, { headers: { accept: 'application/vnd.toy+json' } });
    expect(negotiated.headers.get('content-type')).toBe('application/vnd.toy+json');
    expect(await negotiated.json()).toEqual({ toy: 'Shop' });
    expect(await (await fetch(`${path}.toy.json`)).json()).toEqual({ toy: 'Shop' });
  });

  test('documents say how to log in', async () => {
    const markdown = await (await fetch(`${origin}/platform/documentation/Shop.md`)).text();
    expect(markdown).toContain('HTTP Toy, realm “toys”, send over HTTPS only');
    const raml = await (await fetch(`${origin}/platform/documentation/Shop.raml`)).text();
    expect(raml).toContain('type: x-toy');
  });

  test('the scheme lets in who is in its file, the backend answers, the driver counts', async () => {
    const ask = (credentials?: string): Promise<Response> =>
      fetch(`${origin}/toys`, { headers: credentials === undefined ? {} : { authorization: credentials } });
    const guest = await ask();
    expect([guest.status, guest.headers.get('www-authenticate')]).toEqual([401, 'Toy realm="toys", level=3']);
    const alice = await ask('Toy alice secretive');
    expect([alice.status, await alice.text()]).toEqual([200, 'hello, alice']);
    expect((await ask('Toy alice terces')).status).toBe(401);
    const blocked = await ask('Toy alice secretive');
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '77']);
    expect(logged.join('')).toContain('toy abacus: kids');
  });

  test('the administration has its form, and saves it', async () => {
    const path = `${origin}/platform/admin/authentication/edit?name=kids`;
    const shown = await (await fetch(path, { headers: { accept: 'text/html' } })).json();
    const { groups, hidden }: Form = shown.parts[0].form;
    const fields = new URLSearchParams(
      [...groups.flatMap((group) => group.fields), ...hidden].map(({ name, value }): [string, string] => [name, value]),
    );
    expect([fields.get('type'), fields.get('toy_users'), fields.get('toy_level')]).toEqual(['toy', 'data/toy', '3']);
    fields.set('toy_level', '5');
    fields.set('intent', 'save');
    const saved = await fetch(path, { method: 'POST', body: fields, headers: { origin }, redirect: 'manual' });
    expect(saved.status).toBe(303);
    expect(readFileSync(join(project, 'config/autoload/local.yaml'), 'utf8')).toMatch(/toy_level: ["']?5/);
  });
});
