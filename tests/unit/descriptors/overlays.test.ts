import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FolderOptions, KeptReadings } from '../../../src/descriptors/folder-reading.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { projectWith } from '../config/project.ts';

const LENDING = `openapi: 3.1.0
info: { title: Lending, version: '1' }
tags:
  - name: Tools
paths:
  /tools:
    get:
      summary: List
      parameters:
        - { name: a, in: query, schema: { type: string } }
        - { name: b, in: query, schema: { type: string } }
        - { name: c, in: query, schema: { type: string } }
      responses: { '200': { description: OK } }
    post: { x-stage: draft, responses: { '201': { description: Made } } }
`;

function overlay(actions: string, head = 'overlay: 1.1.0\nextends: lending.yaml'): string {
  return `${head}\ninfo: { title: O, version: '1' }\nactions:\n${actions}`;
}

function read(files: Readonly<Record<string, string>>, options: Partial<FolderOptions> = {}) {
  const paths = Object.entries(files).map(([path, text]) => [`d/${path}`, text]);
  const projectRoot = projectWith(Object.fromEntries(paths));
  const set = readFolder({ projectRoot, folder: 'd', ...options });
  return { ...set, operations: set.apis.flatMap(({ services }) => services.flatMap((one) => one.operations)) };
}

function applied(actions: string) {
  return read({ 'lending.yaml': LENDING, 'o.overlay.yaml': overlay(actions) });
}

describe('an overlay beside its descriptor', () => {
  test('updates objects, lists and values, removes and copies', () => {
    const { apis, operations, diagnostics } = applied(`
  - target: $
    update: { info: { description: From above }, tags: [{ name: Staff }] }
  - target: $.paths.*.get.summary
    update: List of tools
  - target: $.paths['/tools'].get.parameters[?@.name != 'b']
    remove: true
  - target: $.paths['/tools'].get.parameters
    update: { name: d, in: query, schema: { type: string } }
  - target: $.paths
    update: { /copies: {} }
  - target: $.paths['/copies']
    copy: $.paths['/tools']
  - target: $.paths['/tools'].post
    remove: true`);
    expect(diagnostics.filter(({ rule }) => rule.startsWith('overlay'))).toEqual([]);
    expect(apis[0]?.info).toMatchObject({ title: 'Lending', description: 'From above' });
    expect(apis[0]?.tags.map(({ name }) => name)).toEqual(['Tools', 'Staff']);
    expect(operations.map(({ method, paths }) => `${method} ${paths[0]}`)).toEqual([
      'GET /tools',
      'GET /copies',
      'POST /copies',
    ]);
    expect(operations[0]).toMatchObject({ summary: 'List of tools', parameters: [{ name: 'b' }, { name: 'd' }] });
  });

  test('leaves the descriptor itself as it is, and keeps what has no overlay', () => {
    const { apis } = read({
      'lending.yaml': LENDING,
      'a.overlay.yaml': overlay('  - { target: $.info, update: { title: First } }'),
      'b.overlay.yaml': overlay('  - { target: $.info, update: { title: Second } }'),
      'other.yaml': LENDING,
    });
    expect(apis.map(({ info }) => info.title)).toEqual(['Second', 'Lending']);
  });

  test('is where messages about its parts lead', () => {
    const { diagnostics } = applied(`
  - target: $.paths['/tools'].get.parameters[0]
    remove: true
  - target: $.paths['/tools'].get
    update:
      parameters:
        - { name: d, in: nowhere }
  - target: $.paths['/tools'].get.parameters[1].schema
    update: { type: date }`);
    const places = diagnostics.filter(({ rule }) => ['parameter-shape', 'schema-type'].includes(rule));
    expect(places.map(({ file, line, rule }) => `${file}:${line} ${rule}`)).toEqual([
      'd/o.overlay.yaml:11 parameter-shape',
      'd/o.overlay.yaml:13 schema-type',
    ]);
  });

  test('leaves other messages at the descriptor, also after items before them are removed', () => {
    const broken = LENDING.replace('{ name: c, in: query, schema: { type: string } }', '{ name: c, in: nowhere }');
    const { diagnostics } = read({
      'lending.yaml': broken,
      'o.yaml': overlay(`  - { target: "$.paths['/tools'].get.parameters[0,0]", remove: true }`),
    });
    const [found] = diagnostics.filter(({ rule }) => rule === 'parameter-shape');
    expect(`${found?.file}:${found?.line}`).toBe('d/lending.yaml:12');
  });

  test('warns of an action that matches nothing', () => {
    const { diagnostics, apis } = applied(`  - { target: "$.paths['/none']", remove: true }`);
    expect(apis).toHaveLength(1);
    expect(diagnostics).toMatchObject([
      { file: 'd/o.overlay.yaml', line: 5, severity: 'warning', rule: 'overlay-unmatched' },
    ]);
  });

  test('warns of one that extends nothing', () => {
    const { diagnostics, apis } = read({
      'lending.yaml': LENDING,
      'o.yaml': overlay('  []', 'overlay: 1.0.0\nextends: no.yaml'),
    });
    expect(apis).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ file: 'd/o.yaml', line: 2, rule: 'overlay-unused' }]);
  });

  test.each([
    ['  - { target: "$.paths[", remove: true }', 5],
    ['  - { target: $, remove: true }', 5],
    ['  - { target: $.info }', 5],
    ['  - { target: $.info, update: {}, copy: $.tags }', 5],
    ['  - { target: $.info, update: text }', 5],
    ['  - { target: $.info.title, update: { a: 1 } }', 5],
    ['  - { target: $.tags, copy: $.paths.*.* }', 5],
    ['  - { target: "$[?search(@.a, \'(a+)+$\')]", remove: true }', 5],
    [`  - { target: "$.a${'.a'.repeat(2000)}", remove: true }`, 5],
    ['  - text', 5],
  ])('publishes nothing where an action is wrong: %s', (actions, line) => {
    const { diagnostics, apis } = applied(actions);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(apis).toEqual([]);
    expect(errors).toMatchObject([{ file: 'd/o.overlay.yaml', line, rule: 'overlay-action' }]);
  });

  test('updates a large descriptor as often as a small one', () => {
    const large = `${LENDING}x-large: [${'[1, 2, 3, 4, 5, 6, 7, 8, 9],'.repeat(70_000)}]\n`;
    const { apis, diagnostics } = read({
      'lending.yaml': large,
      ...Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [`${name}.yaml`, overlay(`  - { target: $.info, update: { x-${name}: 1 } }`)]),
      ),
      'd.yaml': overlay('  - { target: $..responses, update: { x-d: 1 } }'),
    });
    expect(diagnostics.filter(({ rule }) => rule.startsWith('overlay'))).toEqual([]);
    expect(apis[0]?.info).toMatchObject({ 'x-a': 1, 'x-b': 1, 'x-c': 1 });
  });

  test('counts what all targets look at', () => {
    const paths = Array.from({ length: 1000 }, (_, at) => `  /p${at}: { get: {} }\n`).join('');
    const { apis, diagnostics } = read({
      'lending.yaml': LENDING.replace('paths:\n', `paths:\n${paths}`),
      'o.yaml': overlay('  - { target: $.paths.*.get, update: { x-a: 1 } }\n'.repeat(1000)),
    });
    expect(apis).toEqual([]);
    expect(diagnostics).toMatchObject([{ file: 'd/o.yaml', rule: 'overlay-action' }]);
  });

  test.each([
    ['$.info.x-a', "write ['x-a'] in place of .x-a"],
    ['$.info[a]', 'it is wrong at character 8'],
  ])('says what is wrong with the target %s', (target, reason) => {
    const { diagnostics } = applied(`  - { target: "${target}", remove: true }`);
    expect(diagnostics[0]?.message).toContain(reason);
  });

  test('publishes nothing where a target looks at too much', () => {
    const deep = `${LENDING}x-deep: ${'['.repeat(150)}${']'.repeat(150)}\n`;
    const { apis, diagnostics } = read({
      'lending.yaml': deep,
      'o.yaml': overlay(`  - { target: "$${'..*'.repeat(6)}", remove: true }`),
    });
    expect(apis).toEqual([]);
    expect(diagnostics).toMatchObject([{ file: 'd/o.yaml', line: 5, rule: 'overlay-action' }]);
  });

  test.each([
    ['deep', `  - { target: $..x-a, update: { x-a: {} } }\n`.repeat(300)],
    [
      'large',
      `  - { target: $.info, update: { x-l: [${'1,'.repeat(3000)}] } }
  - { target: $.info, update: { x-m: { a: [${'{},'.repeat(3000)}] } } }
  - { target: $.info.x-m.a.*, update: { b: [${'1,'.repeat(3000)}] } }\n`,
    ],
  ])('publishes nothing where the result is too %s', (_, actions) => {
    const { apis, diagnostics } = applied(`  - { target: $.info, update: { x-a: {} } }\n${actions}`);
    expect(apis).toEqual([]);
    expect(diagnostics.some(({ rule }) => rule === 'overlay-action')).toBe(true);
  });

  test('publishes nothing where the overlay itself is wrong', () => {
    for (const head of ['overlay: 2.0.0\nextends: lending.yaml', 'overlay: 1.0.0\nextends: lending.yaml\nactions: 3'])
      expect(read({ 'lending.yaml': LENDING, 'o.yaml': head }).apis).toEqual([]);
  });

  test('hides what it marks, and a misspelt mark is an error in it', () => {
    const { diagnostics, apis } = applied('  - { target: $.paths.*.post, update: { x_internal: true } }');
    expect(apis).toEqual([]);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      { file: 'd/o.overlay.yaml', rule: 'audience-key' },
    ]);
  });

  test('that copies again and again stops', () => {
    const { apis, diagnostics } = applied(
      `  - { target: $.info, update: { x-a: {} } }\n${'  - { target: $.info.x-a, copy: $ }\n'.repeat(40)}`,
    );
    expect(apis).toEqual([]);
    expect(diagnostics.some(({ rule }) => rule === 'overlay-action')).toBe(true);
  });
});

describe('an overlay of the configuration', () => {
  const overlays = [{ api: 'Lending', version: 1, files: ['d/parts/o.yaml'] }];

  test('is applied to the API that it is listed for, by name or title', () => {
    const text = overlay('  - { target: $.info, update: { description: From above } }', 'overlay: 1.0.0');
    for (const path of ['Lending/v1.yaml', 'openapi.yaml']) {
      const { apis, diagnostics } = read({ [path]: LENDING, 'parts/o.yaml': text }, { overlays });
      expect(diagnostics).toEqual([]);
      expect(apis.map(({ info }) => info.description)).toEqual(['From above']);
    }
    expect(
      read({ 'other.yaml': LENDING, 'parts/o.yaml': text }, { overlays }).apis[0]?.info.description,
    ).toBeUndefined();
  });

  test('has to be among the descriptors', () => {
    const { apis, diagnostics } = read({ 'Lending/v1.yaml': LENDING }, { overlays });
    expect(apis).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ file: 'd/parts/o.yaml', severity: 'error', rule: 'overlay-action' }]);
  });
});

test('a changed overlay is an input, and its descriptor is read again', () => {
  const projectRoot = projectWith({ 'd/lending.yaml': LENDING, 'd/other.yaml': LENDING });
  const noted = new Map<string, Parameters<KeptReadings['note']>[1]>();
  const kept: KeptReadings = {
    find: ({ sha256, path }) => {
      const known = noted.get(path + sha256);
      return known && { ...known, record: () => (typeof known.record === 'function' ? known.record() : known.record) };
    },
    note: ({ sha256, path }, reading) => void noted.set(path + sha256, reading),
  };
  const titles = () => {
    const { apis, inputs } = readFolder({ projectRoot, folder: 'd', kept });
    return [apis.map(({ info }) => info.title), inputs.map(({ path }) => path)];
  };
  const write = (title: string) =>
    writeFileSync(join(projectRoot, 'd/o.yaml'), overlay(`  - { target: $.info, update: { title: ${title} } }`));
  const without = ['d/lending.yaml', 'd/other.yaml'];
  expect(titles()).toEqual([['Lending', 'Lending'], without]);
  write('First');
  expect(titles()).toEqual([
    ['First', 'Lending'],
    [without[0], 'd/o.yaml', without[1]],
  ]);
  write('Second');
  expect(titles()[0]).toEqual(['Second', 'Lending']);
  rmSync(join(projectRoot, 'd/o.yaml'));
  expect(titles()).toEqual([['Lending', 'Lending'], without]);
});
