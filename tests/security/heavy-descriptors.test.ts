import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NODE_ARGUMENTS } from '../../src/project/product.ts';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { commandIn } from '../commands/commands.ts';
import { removeProject } from '../http/servers.ts';
import { caseCount } from '../tooling/case-count.ts';

type Part = Readonly<Record<string, unknown>>;
/** Parts of a descriptor of about so many bytes; names begin with the prefix. */
type Kind = (bytes: number, prefix: string) => Part;

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => make(index));
const record = <T>(count: number, make: (index: number) => readonly [string, T]): Readonly<Record<string, T>> =>
  Object.fromEntries(times(count, make));
const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` });
const OK = { responses: { 200: { description: 'Right.' } } };
const fill = (part: string, bytes: number): string => part.repeat(Math.ceil(bytes / JSON.stringify(part).length));
const schemas = (named: Part): Part => ({ components: { schemas: named } });
const paths = (count: number, prefix: string, operation: Part): Part => ({
  paths: record(count, (index) => [`/${prefix}${index}`, { get: { ...OK, ...operation } }]),
});

const PROGRAM = fileURLToPath(new URL('../../src/cli/platform-docs.ts', import.meta.url));
/** It takes less than 100. */
const HEAP_MEGABYTES = 120;

/** Half of the schemas lead to a chain of 40 whose links each name the next one twice. */
const chain =
  (link: (next: Part) => Part, end: Part = { type: 'string' }): Kind =>
  (bytes, prefix) =>
    schemas({
      ...record(40, (index) => [`${prefix}C${index}`, index === 39 ? end : link(ref(`${prefix}C${index + 1}`))]),
      ...record(bytes / 150, (index) => [
        `${prefix}S${index}`,
        { type: 'object', required: ['x'], properties: { x: ref(`${prefix}C0`) } },
      ]),
    });
const markdown =
  (part: string): Kind =>
  (bytes, prefix) =>
    schemas({ [prefix]: { type: 'string', description: fill(part, bytes) } });
/** Texts of as many marks as are read. */
const texts =
  (part: string): Kind =>
  (bytes, prefix) =>
    schemas(
      record(bytes / 5_000, (index) => [
        `${prefix}${index}`,
        { type: 'string', description: `${index} ${fill(part, 4_900)}` },
      ]),
    );

const KINDS: Readonly<Record<string, Kind>> = {
  'chains of allOf': chain((next) => ({ allOf: [next, next] })),
  'chains of allOf with descriptions': chain((next) => ({
    allOf: [
      { ...next, description: 'a' },
      { ...next, description: 'b' },
    ],
  })),
  'chains of anyOf': chain((next) => ({ anyOf: [next, next] }), {
    type: 'string',
    pattern: '^(a|aa)+$',
    minLength: 90,
  }),
  'chains of oneOf': chain((next) => ({ oneOf: [next, next] })),
  'chains of properties': chain((next) => ({ type: 'object', required: ['a', 'b'], properties: { a: next, b: next } })),
  'items of stars': markdown('- *\n'),
  'items of marks': markdown('1. +\n'),
  'lines that begin like rows': markdown('|a\n'),
  'escapes of letters': markdown('\\a\n'),
  'texts of stars': texts('a*'),
  'texts of items': texts('- (\n'),
  'names that are required': (bytes, prefix) =>
    schemas({ [prefix]: { type: 'object', required: times(bytes / 10, (index) => `${prefix}${index}`) } }),
  'listed values': (bytes, prefix) =>
    schemas({ [prefix]: { type: 'string', enum: times(bytes / 10, (index) => `${prefix}${index}`) } }),
  'tags in a ring of parents': (bytes, prefix) => {
    const count = Math.floor(bytes / 34);
    const tag = (index: number): string => `${prefix}${index % count}`;
    return { tags: times(count, (index) => ({ name: tag(index), parent: tag(index + 1) })) };
  },
  'tags in groups of their own': (bytes, prefix) => {
    const names = times(bytes / 65, (index) => `${prefix}${index}`);
    return {
      tags: names.map((name) => ({ name })),
      'x-tagGroups': names.map((name) => ({ name, tags: [name] })),
      paths: { [`/${prefix}`]: { get: { ...OK, tags: names } } },
    };
  },
  'alternatives of security': (bytes, prefix) => ({
    security: times(bytes / 40, (index) => ({ [`${prefix}${index % 3}`]: [`r${index}`] })),
    components: { securitySchemes: record(3, (index) => [`${prefix}${index}`, { type: 'http', scheme: 'bearer' }]) },
    ...paths(bytes / 150, prefix, {}),
  }),
  'servers of everything': (bytes, prefix) => ({
    servers: times(bytes / 80, (index) => ({ url: `https://${prefix}${index}.example` })),
    ...paths(bytes / 150, prefix, {}),
  }),
  'one wide schema, used everywhere': (bytes, prefix) => ({
    ...schemas({
      [prefix]: { type: 'object', properties: record(bytes / 60, (index) => [`p${index}`, { type: 'string' }]) },
    }),
    ...paths(bytes / 250, prefix, {
      responses: { 200: { description: 'Right.', content: { 'application/json': { schema: ref(prefix) } } } },
    }),
  }),
};
const PLAIN: Kind = (bytes, prefix) => ({
  ...schemas(
    record(bytes / 500, (index) => [
      `${prefix}${index}`,
      {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', description: 'Names it.' },
          size: { type: 'integer', minimum: 0, description: 'How *large* it is.' },
        },
      },
    ]),
  ),
  paths: record(bytes / 500, (index) => [
    `/${prefix}${index}/{id}`,
    {
      get: {
        summary: `Reads number ${index}`,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: 'Right.', content: { 'application/json': { schema: ref(`${prefix}${index}`) } } },
        },
      },
    },
  ]),
});

/** One descriptor of several parts: lists follow each other, maps are united. */
function united(first: Part, second: Part): Part {
  const entries = Object.entries(second).map(([key, value]) => {
    const before = first[key];
    if (Array.isArray(before) && Array.isArray(value)) return [key, [...before, ...value]];
    return [key, isPart(before) && isPart(value) ? united(before, value) : value];
  });
  return { ...first, ...Object.fromEntries(entries) };
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

describe('a descriptor takes no more than twenty times what a plain one of its size takes', () => {
  const MOST_TIMES = 20;
  const COMMANDS = ['check', 'build'] as const;
  let folder: string;
  /** Milliseconds for plain ones, by command and bytes. */
  const usual = new Map<string, number>();

  const write = (kinds: readonly Kind[], bytes: number): void => {
    const start = { openapi: '3.2.0', info: { title: 'Books', version: '1' }, paths: { '/books': { get: OK } } };
    const parts = kinds.map((kind, index) => kind(bytes / kinds.length, `${'abcdef'[index]}`));
    writeFileSync(join(folder, 'api-descriptors/books.json'), JSON.stringify(parts.reduce(united, start)));
  };
  const cost = async (command: (typeof COMMANDS)[number], kinds: readonly Kind[], bytes: number): Promise<number> => {
    write(kinds, bytes);
    const { code, stderr, cpuMilliseconds } = await commandIn(folder, [command]);
    expect(code, stderr).toBe(0);
    if (command === 'build') return cpuMilliseconds;
    // The first command of a process compiles the product, which takes more than twenty plain checks.
    const again = await commandIn(folder, [command]);
    return Math.min(cpuMilliseconds, again.cpuMilliseconds);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-documentation-heavy-'));
    mkdirSync(join(folder, 'api-descriptors'));
    // The first build compiles templates as well.
    await cost('build', [() => ({})], 0);
    for (const bytes of [30_000, 50_000])
      for (const command of COMMANDS) usual.set(`${command} ${bytes}`, await cost(command, [PLAIN], bytes));
  });
  afterAll(() => removeProject(folder));

  const hold = async (kinds: readonly Kind[], bytes: number): Promise<void> => {
    for (const command of COMMANDS) {
      const most = MOST_TIMES * (usual.get(`${command} ${bytes}`) ?? 0);
      expect(await cost(command, kinds, bytes), command).toBeLessThan(most);
    }
  };

  // Half of the size is half of the time that the suite takes.
  test.each(Object.entries(KINDS))('%s', async (_, kind) => hold([kind], 30_000));

  test('mixtures', async () => {
    const kinds = fc.uniqueArray(fc.constantFrom(...Object.keys(KINDS), 'plain'), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(kinds, (names) =>
        hold(
          names.map((name) => KINDS[name] ?? PLAIN),
          50_000,
        ),
      ),
      { seed: 41, numRuns: caseCount(2), endOnFailure: true },
    );
  });

  test(`chains of every kind build with a heap of ${HEAP_MEGABYTES} MB`, () => {
    write(
      Object.keys(KINDS).flatMap((name) => (name.startsWith('chains') ? [KINDS[name] ?? PLAIN] : [])),
      50_000,
    );
    const args = [...NODE_ARGUMENTS, `--max-old-space-size=${HEAP_MEGABYTES}`, PROGRAM, 'build'];
    const shown = execFileSync(process.execPath, args, { cwd: folder, env: cleanEnvironment(), encoding: 'utf8' });
    expect(shown).toContain('Published 1 API version');
  });
});
