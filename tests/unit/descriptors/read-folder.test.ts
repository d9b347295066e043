import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../../src/descriptors/parse.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { visibleRecord } from '../../../src/store/visible-record.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'descriptors-'));
  mkdirSync(join(root, 'd'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function read() {
  const { apis, diagnostics, inputs } = readFolder({ projectRoot: root, folder: 'd' });
  return {
    names: apis.map(({ name, version }) => `${name}-v${version}`),
    problems: diagnostics.map(({ file, severity, rule }) => `${file} ${severity} ${rule}`),
    apis,
    diagnostics,
    inputs,
  };
}

const descriptor = (info = '', rest = 'paths: {}'): string =>
  `openapi: 3.1.0\ninfo: {title: T, version: "1"${info}}\n${rest}\n`;

describe('readFolder', () => {
  test('finds descriptors at any depth in the order of paths and leaves other files alone', () => {
    write('d/b.yaml', descriptor());
    write('d/a/v2.json', '{"swagger":"2.0","info":{"title":"A","version":"1"},"paths":{}}');
    write('d/a/v10.yml', descriptor());
    write('d/.hidden.yaml', 'a: "');
    write('d/node_modules/x.yaml', 'a: "');
    write('d/notes.txt', 'a: "');
    write('d/part.yaml', 'type: string');
    const { names, problems, inputs } = read();
    expect(names).toEqual(['a-v10', 'a-v2', 'b-v1']);
    expect(problems).toEqual([]);
    expect(inputs.map(({ path }) => path)).toEqual(['d/a/v10.yml', 'd/a/v2.json', 'd/b.yaml', 'd/part.yaml']);
    expect(inputs[3]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('reports all problems of all files and publishes the others', () => {
    write('d/bad.yaml', 'openapi: "3');
    write('d/binary.yaml', new Uint8Array([0x61, 0xff]));
    write('d/fine.yaml', descriptor());
    write('d/mintlify.json', '{"openapi":"api.json"}');
    write('d/nul.json', '{"a":"\0"}');
    write('d/old.yaml', 'openapi: 1.0.0');
    const { names, problems } = read();
    expect(names).toEqual(['fine-v1']);
    expect(problems).toEqual([
      'd/bad.yaml error yaml-syntax',
      'd/binary.yaml error not-utf8',
      'd/mintlify.json warning descriptor-unknown',
      'd/nul.json error nul-byte',
      'd/old.yaml error openapi-version',
    ]);
  });

  test.each([
    ['$ref', (target: object) => target],
    ['allOf', (target: object) => ({ allOf: [target, { type: 'object' }] })],
  ])('refuses endless chains of %s, and lets cycles and short ones pass', (_, link) => {
    const chain = (length: number): string => {
      const steps = Array.from({ length }, (_step, index) => [
        `S${index}`,
        link({ $ref: `#/components/schemas/S${index + 1}` }),
      ]);
      const schemas = {
        ...Object.fromEntries(steps),
        [`S${length}`]: { type: 'object' },
        Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
      };
      return JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths: {},
        components: { schemas },
      });
    };
    write('d/long.json', chain(20_000));
    write('d/short.json', chain(90));
    const { names, diagnostics } = read();
    expect(names).toEqual(['short-v1']);
    expect(diagnostics).toEqual([
      expect.objectContaining({ file: 'd/long.json', line: 1, severity: 'error', rule: 'too-deep' }),
    ]);
  });

  test('refuses names that are the URL of another document in a fixed format', () => {
    const service = (name: string, index: number) => ({
      name,
      kind: 'rest',
      route: `/s${index}`,
      operations: [{ method: 'GET' }],
    });
    const native = (api: string, ...names: string[]) =>
      JSON.stringify({ api, version: 1, services: names.map(service) });
    write('d/1.json', native('Shop', 'Book', 'Book.json'));
    write('d/2.json', native('Yard', 'Book', 'Book.swagger.json', 'Book.archive', 'Other.json'));
    write('d/3.json', native('Open', 'Book.json', 'Book.archive', 'book'));
    write('d/4.json', native('Open.json', 'Book'));
    write('d/5.json', native('Open-v1.openapi.yaml', 'Book'));
    write(
      'd/6.yaml',
      descriptor('', 'paths: {/a: {x-platform-service: A, get: {}}, /b: {x-platform-service: A.md, get: {}}}'),
    );
    write('d/7.yaml', descriptor('', 'components: {schemas: {Pet: {}, Pet.json: {}}}\npaths: {}'));
    write('d/8.yaml', descriptor('', 'components: {schemas: {Pet: {}, Pet.schema: {}, Pet.scheme: {}}}\npaths: {}'));
    const { names, diagnostics } = read();
    expect(names).toEqual(['Open-v1', '7-v1', '8-v1']);
    const twins = diagnostics.filter(({ rule }) => rule === 'name-twin');
    expect(twins.map(({ file, severity, line }) => `${file} ${severity} ${line > 0}`)).toEqual([
      'd/1.json error true',
      'd/2.json error true',
      'd/4.json error true',
      'd/5.json error true',
      'd/6.yaml error true',
      'd/7.yaml warning true',
      'd/8.yaml warning true',
    ]);
  });

  test.each([
    ['', 1, 'is empty', 'Begin it with'],
    ['# openapi: 3.1.0\n', 1, 'is empty', 'Begin it with'],
    ['3.1.0', 1, 'holds a single value', 'Begin it with'],
    ['- openapi: 3.1.0', 1, 'is a list', 'Begin it with'],
    ['title: T\nopnapi: 3.0.0', 2, '“opnapi” is not known', 'Write “openapi”'],
    ['OpenAPI: 3.0.0', 1, '“OpenAPI” is not known', 'Write “openapi”'],
    ['swager: "2.0"', 1, '“swager” is not known', 'Write “swagger”'],
    ['apis: Library\nversion: 1', 1, '“apis” is not known', 'Write “api”'],
    ['openapi:\ninfo: {title: T}', 1, '“openapi” has no version', 'Write the version there'],
  ])('reports a file that looks like a descriptor but is none: %j', (content, line, message, remedy) => {
    write('d/it.yaml', content);
    write('d/right.yaml', descriptor());
    const { problems, diagnostics } = read();
    expect(problems).toEqual(['d/it.yaml warning descriptor-unknown']);
    expect(diagnostics[0]).toMatchObject({
      line,
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    });
  });

  test.each([
    'type: string',
    'App: {type: object}',
    'Api: {type: object}',
    'apiVersion: v1',
    'description: Parts\nschemas: {}',
    '{}',
  ])('leaves a part that nothing refers to alone: %s', (content) => {
    write('d/part.yaml', content);
    write('d/right.yaml', descriptor());
    expect(read().problems).toEqual([]);
  });

  test('leaves parts alone that a descriptor refers to, with any content', () => {
    write('d/a.yaml', descriptor('', 'paths: {}\ncomponents: {schemas: {A: {$ref: b.yaml}, C: {$ref: "c.yaml#/0"}}}'));
    write('d/b.yaml', 'true');
    write('d/c.yaml', '- type: string');
    expect(read().problems).toEqual([]);
  });

  test('names a file that looks like a descriptor and is none', () => {
    write('d/typo.yaml', 'opneapi: 3.1.0\npaths: {}');
    write('d/part.yaml', 'type: object\nproperties: {}');
    write('d/right.yaml', descriptor());
    expect(read().problems).toEqual(['d/typo.yaml warning descriptor-unknown']);
  });

  test('follows links inside the folder, in cycles once', () => {
    write('d/a/v1.yaml', descriptor());
    write('d/texts/paging.md', '# Paging');
    mkdirSync(join(root, 'd/a/guides'));
    symlinkSync(join(root, 'd'), join(root, 'd/a/up'));
    symlinkSync('v1.yaml', join(root, 'd/a/v2.yaml'));
    symlinkSync('../../texts/paging.md', join(root, 'd/a/guides/paging.md'));
    const { names, problems, apis } = read();
    expect(names).toEqual(['a-v1', 'a-v2']);
    expect(problems).toEqual([]);
    expect(apis[0]?.guides?.map(({ title }) => title)).toEqual(['Paging']);
  });

  describe('reports a link that', () => {
    const OUTSIDE = 'leads out of the folder of descriptors; it was left out.';
    const DANGLING = 'leads to nothing that can be read; it was left out.';
    test.each([
      // leads                          link                 target                       message
      ['to a descriptor outside', 'd/v1.yaml', '../outside/v1.yaml', `The link to “../outside/v1.yaml” ${OUTSIDE}`],
      ['to a folder outside', 'd/out', '../outside', `The link to “../outside” ${OUTSIDE}`],
      ['to a folder with an ending', 'd/out.old', '../outside', `The link to “../outside” ${OUTSIDE}`],
      ['to a guide outside', 'd/guides/a.md', '../../outside/a.md', `The link to “../../outside/a.md” ${OUTSIDE}`],
      ['to another format', 'd/a.raml', '../outside/a.raml', `The link to “../outside/a.raml” ${OUTSIDE}`],
      ['to a file of the machine', 'd/v1.yaml', '/etc/passwd', `The link ${OUTSIDE}`],
      [
        'to the project by its whole path',
        'd/v1.yaml',
        'ROOT/outside/v1.yaml',
        `The link to “outside/v1.yaml” ${OUTSIDE}`,
      ],
      ['to nothing', 'd/gone.yaml', '../gone.yaml', `The link to “../gone.yaml” ${DANGLING}`],
      ['to no folder', 'd/v1.2', '../gone', `The link to “../gone” ${DANGLING}`],
      ['to itself', 'd/self.yaml', 'self.yaml', `The link to “self.yaml” ${DANGLING}`],
    ])('leads %s', (_, link, target, message) => {
      write('d/a/v1.yaml', descriptor());
      for (const file of ['outside/v1.yaml', 'outside/a.md', 'outside/a.raml']) write(file, descriptor());
      mkdirSync(dirname(join(root, link)), { recursive: true });
      symlinkSync(target.replace('ROOT', root), join(root, link));
      const { names, diagnostics, inputs } = read();
      expect(names).toEqual(['a-v1']);
      expect(diagnostics).toMatchObject([{ file: link, line: 0, severity: 'error', message }]);
      expect(diagnostics[0]?.remedy).toContain('Copy the file into the folder');
      expect(inputs.map(({ path }) => path)).toEqual(['d/a/v1.yaml']);
    });

    test('is a file in which nothing is described, but not', () => {
      write('d/a/v1.yaml', descriptor());
      write('outside/notes.txt', '');
      symlinkSync('../outside/notes.txt', join(root, 'd/notes.txt'));
      symlinkSync('gone.png', join(root, 'd/picture.png'));
      symlinkSync('me@machine.1', join(root, 'd/.#v1.yaml'));
      expect(read().problems).toEqual([]);
    });
  });

  test('does not read a file that is too large', () => {
    write('d/large.yaml', '');
    truncateSync(join(root, 'd/large.yaml'), MAX_FILE_BYTES + 1);
    const { problems, inputs } = read();
    expect(problems).toEqual(['d/large.yaml error file-too-large']);
    expect(inputs).toEqual([]);
  });

  test('a folder that is not there is an error', () => {
    expect(readFolder({ projectRoot: root, folder: 'gone' }).diagnostics).toMatchObject([
      { file: 'gone', rule: 'folder-missing' },
    ]);
  });

  test('shows at most fifty warnings of one rule and counts the rest', () => {
    const schemas = Array.from({ length: 60 }, (_, index) => `    S${index}: {type: any}`).join('\n');
    write('d/a.yaml', descriptor('', `paths: {}\ncomponents:\n  schemas:\n${schemas}`));
    const { diagnostics, apis } = read();
    expect(diagnostics).toHaveLength(51);
    expect(diagnostics[50]?.message).toContain('10 more');
    expect(apis[0]?.source.warningCount).toBe(60);
    expect(apis[0]?.source.warnings).toHaveLength(20);
    expect(apis[0]?.source.warnings?.[0]).toEqual(diagnostics[0]);
  });
});

describe('a reference to a file', () => {
  const withRef = (ref: string): string =>
    descriptor('', `paths: {}\ncomponents:\n  schemas:\n    A:\n      $ref: ${JSON.stringify(ref)}`);

  test.each([
    '../secret.yaml',
    '../../etc/passwd',
    '/etc/passwd',
    'http://127.0.0.1:1/a.yaml',
    'file:///etc/passwd',
    '//host/a',
    '..\\secret.yaml',
    '%2e%2e/secret.yaml',
    '..%2fsecret.yaml',
    'x%2fpart.yaml',
    'C:/a',
    'a/../../secret.yaml',
  ])('%s is refused unread', (ref) => {
    write('secret.yaml', 'type: string\ntitle: SECRET');
    write('d/a.yaml', withRef(ref));
    const { names, diagnostics, inputs } = read();
    expect(names).toEqual([]);
    expect(diagnostics).toMatchObject([
      { file: 'd/a.yaml', line: 7, column: 13, severity: 'error', rule: 'ref-outside' },
    ]);
    expect(inputs.map(({ path }) => path)).toEqual(['d/a.yaml']);
  });

  const COPY = 'Copy the file into the folder and refer to it by a relative path.';
  test.each([
    ['paths\\events.yaml', 'has a backslash. Write paths/events.yaml.'],
    ['.\\paths\\gone.yaml#/a', 'has a backslash. Write ./paths/gone.yaml.'],
    ['..\\secret.yaml', `leads out of the folder of descriptors. ${COPY}`],
    ['C:\\specs\\events.yaml', `is a path of Windows. ${COPY}`],
    ['c:/specs/events.yaml', `is a path of Windows. ${COPY}`],
    ['\\\\server\\events.yaml', `is a path of Windows. ${COPY}`],
  ])('%s, as it is written on Windows, %s', (ref, says) => {
    write('d/paths/events.yaml', 'type: string');
    write('d/a.yaml', withRef(ref));
    const { diagnostics } = read();
    expect(diagnostics.map(({ rule, message, remedy }) => `${rule} ${message} ${remedy}`)).toEqual([
      `ref-outside The reference “${ref.split('#')[0]}” ${says}`,
    ]);
  });

  test.each([
    ['link.yaml', '../secret.yaml', 'd/link.yaml', 'ref-outside'],
    ['linked/secret.yaml', '../outside', 'd/linked', 'ref-outside'],
    ['gone.yaml', '../gone.yaml', 'd/gone.yaml', 'ref-not-found'],
  ])('to %s is refused unread and names the link to %s', (ref, target, link, rule) => {
    write('secret.yaml', 'type: string\ntitle: SECRET');
    write('outside/secret.yaml', 'type: string\ntitle: SECRET');
    write('d/a.yaml', withRef(ref));
    symlinkSync(target, join(root, link));
    const { diagnostics, inputs } = read();
    expect(diagnostics).toMatchObject([
      { file: 'd/a.yaml', line: 7, column: 13, rule, message: expect.stringContaining(`the link ${link}`) },
      { file: link, severity: 'error' },
    ]);
    expect(inputs.map(({ path }) => path)).toEqual(['d/a.yaml']);
  });

  test.each(['x/part.yaml', './x/part.yaml', 'x/../x/part.yaml', 'x/part%20b.yaml', 'inner.yaml'])(
    '%s inside the folder is followed',
    (ref) => {
      write('d/x/part.yaml', 'type: string');
      write('d/x/part b.yaml', 'type: string');
      symlinkSync(join(root, 'd/x/part.yaml'), join(root, 'd/inner.yaml'));
      write('d/a.yaml', withRef(ref));
      const { names, problems } = read();
      expect(names).toEqual(['a-v1']);
      expect(problems).toEqual([]);
    },
  );

  test.each([
    ['behind a file', 'part.yaml/components/schemas/B'],
    ['with a name that is too long', `${'b'.repeat(300)}.yaml`],
    ['of 60,000 characters', 'a/'.repeat(30_000)],
  ])('to something %s is a warning, like to a file that is missing', (_, ref) => {
    write('d/part.yaml', 'type: string');
    write('d/a.yaml', withRef(ref));
    const { names, problems } = read();
    expect(names).toEqual(['a-v1']);
    expect(problems).toEqual(['d/a.yaml warning ref-not-found']);
  });

  test('to a file that is missing is a warning, to a broken one an error', () => {
    write('d/a.yaml', withRef('gone.yaml'));
    write('d/b.yaml', withRef('broken/part.yaml'));
    write('d/broken/part.yaml', 'a: "');
    const { names, problems } = read();
    expect(names).toEqual(['a-v1']);
    expect(problems).toEqual([
      'd/a.yaml warning ref-not-found',
      'd/b.yaml error ref-unreadable',
      'd/broken/part.yaml error yaml-syntax',
    ]);
  });
});

describe('names of APIs', () => {
  test('are reported with the line that gives them, and without one where a file or folder does', () => {
    write('d/a.yaml', 'api: N\nversion: 1\nservices: []\n');
    write('d/b.yaml', "openapi: 3.1.0\ninfo:\n  title: T\n  version: '1'\n  x-platform-api: N\npaths: {}\n");
    write('d/n/v1.yaml', "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n");
    const { diagnostics } = readFolder({ projectRoot: root, folder: 'd' });
    expect(diagnostics.map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`)).toEqual([
      'd/a.yaml:1:6 api-name-case',
      'd/a.yaml:2:10 api-version-duplicate',
      'd/b.yaml:5:19 api-version-duplicate',
      'd/b.yaml:5:19 api-name-case',
      'd/n/v1.yaml:0:0 api-name-case',
    ]);
  });

  test.each([
    [
      'one version twice',
      { 'd/a.yaml': descriptor(', x-platform-api: N'), 'd/b.yaml': descriptor(', x-platform-api: N') },
      ['d/a.yaml error api-version-duplicate', 'd/b.yaml error api-version-duplicate'],
      [],
    ],
    [
      'a name that is another one’s version',
      { 'd/R/v2.yaml': descriptor(), 'd/R-v2/v1.yaml': descriptor() },
      ['d/R-v2/v1.yaml error api-name-versioned'],
      ['R-v2'],
    ],
    [
      'names that only look different',
      { 'd/é/v1.yaml': descriptor(), 'd/e\u0301/v1.yaml': descriptor() },
      ['d/e\u0301/v1.yaml error api-name-unicode', 'd/é/v1.yaml error api-name-unicode'],
      [],
    ],
    [
      'names that differ in case',
      { 'd/A/v1.yaml': descriptor(), 'd/a/v1.yaml': descriptor() },
      ['d/A/v1.yaml error api-name-case', 'd/a/v1.yaml error api-name-case'],
      [],
    ],
    [
      'versions in folders of two teams',
      {
        'd/a/pay/v1.yaml': descriptor(', x-platform-api: Pay'),
        'd/a/pay2/v2.yaml': descriptor(', x-platform-api: Pay'),
        'd/b/x.yaml': descriptor(', x-platform-api: Pay, x-platform-version: 99'),
        'd/c.yaml': descriptor(', x-platform-api: Own'),
        'd/own.yaml': descriptor(', x-platform-api: Own, x-platform-version: 2'),
        'd/v3/own.yaml': descriptor(', x-platform-api: Own, x-platform-version: 3'),
        'd/4.0/own.yaml': descriptor(', x-platform-api: Own, x-platform-version: 4'),
      },
      ['d/a/pay/v1.yaml error api-folder', 'd/a/pay2/v2.yaml error api-folder', 'd/b/x.yaml error api-folder'],
      ['Own-v4', 'Own-v1', 'Own-v2', 'Own-v3'],
    ],
    [
      'a version beside the folder of the others',
      { 'd/own/v1.yaml': descriptor(', x-platform-api: Own'), 'd/own.v2.yaml': descriptor(', x-platform-api: Own') },
      ['d/own.v2.yaml error api-folder', 'd/own/v1.yaml error api-folder'],
      [],
    ],
    [
      'a former name that two have',
      {
        'd/a.yaml': descriptor(', x-platform-api: A, x-platform-former-names: [Old, a, B]'),
        'd/b.yaml': descriptor(', x-platform-api: B, x-platform-former-names: [old]'),
        'd/c.yaml': descriptor(', x-platform-api: C, x-platform-former-names: d'),
        'd/d.yaml': descriptor(', x-platform-api: D'),
        'd/e.yaml': descriptor(', x-platform-api: E, x-platform-former-names: [D, e]'),
      },
      [
        'd/a.yaml error api-former-name',
        'd/b.yaml error api-former-name',
        'd/c.yaml error api-former-name',
        'd/e.yaml error api-former-name',
      ],
      ['D-v1'],
    ],
    [
      'two default versions',
      {
        'd/A/v1.yaml': descriptor(', x-platform-default: true'),
        'd/A/v2.yaml': descriptor(', x-platform-default: true'),
      },
      ['d/A/v1.yaml error api-default-duplicate', 'd/A/v2.yaml error api-default-duplicate'],
      [],
    ],
    ...['', '.', '..', 'a/b', 'a\\\\b', 'a?', 'a#', 'a\\u0000'].map(
      (name) =>
        [
          `the name ${JSON.stringify(name)}`,
          { 'd/a.yaml': descriptor(`, x-platform-api: "${name}"`) },
          ['d/a.yaml error api-name'],
          [],
        ] as const,
    ),
    ['the name a.json', { 'd/a.yaml': descriptor(', x-platform-api: a.json') }, [], ['a.json-v1']],
  ] as const)('%s', (_title, files, problems, names) => {
    for (const [path, content] of Object.entries(files)) write(path, content);
    const result = read();
    expect(result.problems).toEqual(problems);
    expect(result.names).toEqual(names);
  });
});

describe('guides', () => {
  const guidesOf = () =>
    read().apis.map(({ name, guides }) => [name, guides?.map(({ name: guide, title }) => [guide, title])]);
  const messages = () =>
    read().diagnostics.map(
      ({ file, line, column, severity, message }) => `${file}:${line}:${column} ${severity} ${message}`,
    );
  const book = descriptor(
    '',
    'paths: {/book: {get: {responses: {}}}, "/book/{id}": {parameters: [{name: id, in: path, required: true, schema: {}}], get: {responses: {}}}}',
  );

  test('are Markdown files in the folder guides beside a descriptor, ordered by their front matter, then by name', () => {
    write('d/a/v1.yaml', book);
    write('d/a/v2.yaml', book.replace('"1"', '"2"'));
    write('d/b/openapi.yaml', book);
    write('d/a/guides/part10.md', 'Text.');
    write('d/a/guides/part2.md', '# Part two\n\nText.');
    write('d/a/guides/last-words.MD', 'Text.');
    write('d/a/guides/z.md', '---\ntitle: "The beginning"\norder: 1\n---\n# Else\n');
    write('d/a/notes.md', 'No guide.');
    write('d/a/guides/_parts/x.md', 'No guide.');
    write('d/a/guides/_x.md', 'No guide.');
    const own = [
      ['z', 'The beginning'],
      ['last-words', 'last words'],
      ['part2', 'Part two'],
      ['part10', 'part10'],
    ];
    expect(guidesOf()).toEqual([
      ['a', own],
      ['a', own],
      ['b', undefined],
    ]);
    expect(messages()).toEqual([]);
    expect(read().apis[0]?.guides?.[0]?.text).toBe('# Else\n');
    expect(read().inputs.map(({ path }) => path)).toContain('d/a/guides/z.md');
  });

  test('of folders in guides come after those of none, together, and have its name before theirs', () => {
    write('d/a/v1.yaml', book);
    write('d/a/guides/start.mdx', '---\norder: 1\n---\n');
    write('d/a/guides/end.md', '---\norder: 3\n---\n');
    write('d/a/guides/basics/errors.md', '');
    write('d/a/guides/basics/deeper/x.md', '');
    write('d/a/guides/basics/page-size.md', '---\norder: 2\n---\n');
    write('d/a/guides/tutorials/shop.md', '---\norder: 0\n---\n');
    expect(guidesOf()).toEqual([
      [
        'a',
        [
          ['start', 'start'],
          ['end', 'end'],
          ['tutorials-shop', 'shop'],
          ['basics-page-size', 'page size'],
          ['basics-errors', 'errors'],
          ['basics-deeper-x', 'x'],
        ],
      ],
    ]);
    expect(read().apis[0]?.guides?.map(({ group }) => group)).toEqual([
      ...[undefined, undefined],
      ...['tutorials', 'basics', 'basics', 'basics/deeper'],
    ]);
    expect(messages()).toEqual([]);
  });

  test.each([
    ['sidebar_position: 1\nexcerpt: " Said of it "', ['x', 'Said of it']],
    ['order: 3\nsidebar_position: 1\ndescription: A\nexcerpt: B', ['y', undefined]],
  ])('%j is the order and the description of a guide', (matter, first) => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', `---\n${matter}\n---\nText.`);
    write('d/guides/y.md', '---\norder: 2\n---\nText.');
    expect(read().apis[0]?.guides?.map(({ name, description }) => [name, description])[0]).toEqual(first);
    expect(messages()).toEqual([]);
  });

  const LINKED = [
    // Links in guides/basics/x.md; null: kept as written, with a warning.
    ['[a](../auth.md)', '[a](#guide/auth)'],
    ['[a](../auth#tokens "Title")', '[a](#guide/auth/tokens "Title")'],
    ['[a](../auth.md#own)', '[a](#guide/auth/Own%20id)'],
    ['[a](./y.mdx), [b](y), [c](.)', '[a](#guide/basics-y), [b](#guide/basics-y), [c](#guide/basics-index)'],
    ['[a](../more) [b](../more/)', '[a](#guide/more-README) [b](#guide/more-README)'],
    ['[a](x.md#here)', '[a](#guide/basics-x/here)'],
    ['[a](#mine)', '[a](#Here)'],
    ['[a]: ../auth.md', '[a]: #guide/auth'],
    ['[a](/auth#tokens) [b](/gone) [c](//auth.md)', '[a](#guide/auth/tokens) [b](/gone) [c](//auth.md)'],
    ['<a href="../auth.md">a</a>', '<a href="#guide/auth">a</a>'],
    ['[a](../../../b/guides/other.md#x)', '[a](/platform/documentation/b/guides/other)'],
    ['`[a](../auth.md)`', '`[a](../auth.md)`'],
    ['[a](https://example.com/y.md) [b](/y.md) [c](mailto:y.md) [d](?a)', null],
    ['```\n[a](../auth.md)\n## A {#b}\n```', '```\n[a](../auth.md)\n## A {#b}\n```'],
  ] as const;

  test.each(LINKED)('%j in a guide leads to %j', (text, linked) => {
    write('d/a/v1.yaml', book);
    write('d/b/v1.yaml', book);
    write('d/b/guides/other.md', '# X');
    write('d/a/guides/auth.md', '# Tokens\n\n## Own id {#own}\n');
    write('d/a/guides/basics/index.md', '');
    write('d/a/guides/basics/y.mdx', '');
    write('d/a/guides/more/README.md', '');
    write('d/a/guides/basics/x.md', `## Here {/* #mine */}\n\n${text}\n`);
    const guide = read()
      .apis.flatMap(({ guides = [] }) => guides)
      .find(({ name }) => name === 'basics-x');
    expect(guide?.text).toBe(`## Here\n\n${linked ?? text}\n`);
    expect(messages()).toEqual([]);
  });

  test.each([
    ['[a](./gone.md)', 'No guide has “./gone.md”, so the link leads nowhere.'],
    ['[a](../gone)', 'No guide has “../gone”, so the link leads nowhere.'],
    ['![a](/img/gone.PNG)', 'No guide has “/img/gone.PNG”, so the link leads nowhere.', 10],
    ['[a](auth.md#gone)', 'No guide has “auth.md#gone”, so the link leads nowhere.'],
    ['[a](#gone)', 'Nothing is called “#gone”, so it is not a link.'],
    ['<B c="d" />, <B />', 'Pages cannot show “<B>”; it was left out.', 5],
    ['{{a}}', 'Pages have no value for “{{a}}”; it is shown as it is written.', 5],
  ])('%j in a guide is warned of', (text, message, column = 9) => {
    write('d/a/v1.yaml', book);
    write('d/a/guides/auth.md', '# Tokens');
    write('d/a/guides/x.md', `---\norder: 1\n---\n\nSee ${text}\n\n<Note>\nIn it.\n</Note>\n`);
    expect(messages()).toEqual([`d/a/guides/x.md:5:${column} warning ${message}`]);
  });

  test('links of hostile guides take a moment', () => {
    write('d/a/v1.yaml', book);
    for (const [index, piece] of [
      '](',
      '](a',
      '[a](b.md) ',
      '[',
      '## {',
      '# {#a} ',
      '## a {/* ',
      'href="',
      '<',
      '`',
      '](a:',
      '## a   ',
      '[a](x0.md#a) ',
      '   ',
    ].entries())
      write(`d/a/guides/x${index}.md`, piece.repeat(50_000));
    const before = cpuMilliseconds();
    read();
    expect(cpuMilliseconds() - before).toBeLessThan(4000);
  });

  test('a guide that is of no API is warned of, and calls of other APIs in a handbook are not', () => {
    write('d/a/v1.yaml', 'api: Handbook\nservices: []\n');
    write('d/a/guides/start.md', 'Call `GET /nothing`.');
    write('d/guides/all.md', 'Call `GET /nothing`.');
    write('d/team/guides/team.md', 'Text.');
    expect(messages()).toEqual([
      expect.stringMatching(/^d\/guides\/all\.md:0:0 warning No page shows this guide: no API is described in d\//),
      expect.stringMatching(/^d\/team\/guides\/team\.md:0:0 warning .* no API is described in d\/team\//),
    ]);
  });

  test('a guide that takes too long to be read as Markdown is warned of, at its line', () => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', `---\ntitle: A\n---\nFirst.\n\n${'a*'.repeat(9_000)}\n`);
    expect(messages()).toEqual([
      expect.stringMatching(
        /^d\/guides\/x\.md:[56]:1 warning The guide has too many Markdown marks .* as it is written\.$/,
      ),
    ]);
  });

  test.each([
    ['---\norder: first\n---\n', 'd/guides/x.md:2:8 warning The order is not a number.'],
    ['---\r\ntitle: 5\r\n---\r\n', 'd/guides/x.md:2:8 warning The title is not a text.'],
    ['---\nweight: 1\n---\n', 'd/guides/x.md:2:9 warning “weight” is not a key of a guide; it was left out.'],
    ['---\nsidebar_position: a\n---\n', 'd/guides/x.md:2:19 warning The order is not a number.'],
    [
      '---\nslug: /\nicon: b\n---\n',
      'd/guides/x.md:2:7 warning “slug”, “icon” are not keys of a guide; they were left out.',
    ],
    ['a\n\nSee `GET /bok`.\n', 'd/guides/x.md:3:6 warning No operation answers GET /bok, so it is not linked.'],
    [
      '---\norder: 1\n---\na `POST /book`\n',
      'd/guides/x.md:4:4 warning No operation answers POST /book, so it is not linked.',
    ],
  ])('%j: %s', (text, message) => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', text);
    expect(messages()).toEqual([message]);
    expect(read().apis[0]?.guides).toHaveLength(1);
  });

  test.each([
    '---\n---\nText.',
    '---\n\n---\n',
    '`GET /book`, `GET /book/{book_id}`, `get /bok` and `GET`',
    '```\n`GET /bok`\n```\n~~~sh\n`GET /bok`\n~~~\n',
    '--- a rule\n',
    'So:\n\n    `GET /bok`\n',
  ])('nothing is wrong with %j', (text) => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', text);
    expect(messages()).toEqual([]);
  });

  test.each([
    ['# Paging\r\n\r\nText.', 'Paging'],
    ['```sh\n# install it\n```\n', 'x'],
    ['Text.\n\n# Later', 'x'],
  ])('%j is called %j', (text, title) => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', text);
    expect(read().apis[0]?.guides?.[0]?.title).toBe(title);
  });

  test.each([
    // Keys by which other tools mark a page that is not published.
    ['hidden: true', true],
    ['draft: true', true],
    ['Draft: yes', true],
    ['unlisted: true', true],
    ['published: false', true],
    ['published: no', true],
    ['public: "false"', true],
    ['published: 0', true],
    ['draft: no', undefined],
    ['x-internal: false\ndraft: true', true],
    ['hidden: false\ndraft: false\npublished: true', undefined],
    ['published: 2026-11-20', undefined],
    ['draft:', undefined],
  ])('%j keeps a guide back: %s', (matter, isInternal) => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', `---\n${matter}\n---\nText.`);
    expect(read().apis[0]?.guides?.[0]?.['x-internal']).toBe(isInternal);
    expect(messages()).toEqual([]);
  });

  test('a front matter that is no YAML, or a text that is no UTF-8, is an error of that file', () => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', '---\na: "\n---\nText.');
    write('d/guides/y.md', Uint8Array.of(0xff));
    const { problems, apis } = read();
    expect(problems).toEqual(['d/guides/x.md error yaml-syntax', 'd/guides/y.md error not-utf8']);
    expect(apis[0]?.guides?.map(({ name, text }) => [name, text])).toEqual([['x', 'Text.']]);
  });

  const KEPT = 'the guide is kept from all but internal readers.';
  const NO_END = `The text begins like a front matter that is not one from “---” to “---”; ${KEPT}`;
  const NO_KEYS = `The front matter has no keys with values; ${KEPT}`;

  test.each([
    ['---\nx-internal: true\ntitle: "a\n---\nText.', '3:8 error', expect.any(String)],
    ['---\n- x-internal: true\n---\nText.', '2:1 error', NO_KEYS],
    ['---\n\nOrdinary text\n\n---\n\nText.', '3:1 error', NO_KEYS],
    ['---\n\nOrdinary text\n', '1:1 error', NO_END],
    ['---', '1:1 error', NO_END],
    ['---\nx-internal: true\n----\nText.', '1:1 error', NO_END],
    ['----\nx-internal: true\n----\nText.', '1:1 error', NO_END],
    ['\n\n ---\nx-internal: true\n---\nText.', '3:2 error', NO_END],
    // TOML, as Hugo and Zola have it.
    ['+++\ndraft = true\n+++\nText.', '1:1 error', NO_END],
    ['---yaml\ndraft: true\n---\nText.', '1:1 error', NO_END],
    ['{\n"draft": true\n}\nText.', '1:1 error', NO_END],
    // Keys of Redocly and Mintlify for a page that is for some readers alone.
    ['---\nrbac: { Admins: read }\n---\n', '2:7 error', `“rbac” is not a key of a guide; ${KEPT}`],
    ['---\ngroups: [admin]\n---\n', '2:9 error', `“groups” is not a key of a guide; ${KEPT}`],
    ['--- # for us\nx-internal: true\n---\nText.', '1:1 error', NO_END],
    ['---\nX-Internal: true\n---\n', '2:13 error', `“X-Internal” is not a key of a guide; ${KEPT}`],
    ['---\naudience: [partner]\n---\n', '2:11 error', `“audience” is not a key of a guide; ${KEPT}`],
  ])('what cannot be understood is kept for others: %j', (text, place, message) => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', text);
    const { apis, diagnostics } = read();
    expect(diagnostics.map(({ line, column, severity }) => `${line}:${column} ${severity}`)).toEqual([place]);
    expect(diagnostics[0]?.message).toEqual(message);
    expect(diagnostics[0]?.remedy).not.toBe('');
    expect(apis[0]?.guides).toHaveLength(1);
    expect(apis.flatMap((api) => visibleRecord(api)?.guides ?? [])).toEqual([]);
    expect(apis.flatMap((api) => visibleRecord(api, ['internal'])?.guides ?? [])).toHaveLength(1);
  });

  test.each([
    '---\nx-internal: true\n...\nText.\n',
    '\n \r\n---\nx-internal: true\n---\nText.\n',
    '---\rx-internal: true\r---\rText.\r',
    '--- \r\nx-internal: true\r\n---\t\r\nText.\n',
  ])('%j has a front matter', (text) => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', text);
    expect(messages()).toEqual([]);
    const [api] = read().apis;
    expect(api?.guides).toEqual([{ name: 'x', title: 'x', text: 'Text.\n', 'x-internal': true }]);
  });

  test('lines that end with a carriage return alone are counted', () => {
    write('d/openapi.yaml', book);
    write('d/guides/x.md', '---\rorder: 1\r---\r# Title\r\r`GET /bok`\r');
    expect(messages()).toEqual(['d/guides/x.md:6:2 warning No operation answers GET /bok, so it is not linked.']);
    expect(guidesOf()[0]?.[1]).toEqual([['x', 'Title']]);
  });
});
