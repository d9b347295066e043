import { expect, test } from 'vitest';
import { parseDescriptor, readerOf } from '../../../src/descriptors/registry.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';
import { parseText, readParsed } from './read-text.ts';

const SIZE = 200_000;
const MORE = 4;
/** Most that the larger file may take of the smaller one: twice what it has more of, and what the machine varies by. */
const [MOST_TIMES, SPARE_MILLISECONDS] = [2 * MORE, 800];

/** Repeats lines up to a size. */
function repeated(size: number, line: (index: number) => string): string {
  const lines: string[] = [];
  for (let [index, length] = [0, 0]; length < size; index++) {
    lines.push(line(index));
    length += lines.at(-1)?.length ?? size;
  }
  return lines.join('');
}

const BLUEPRINT = 'FORMAT: 1A\n\n# T\n\n';
const RAML = '#%RAML 1.0\ntitle: T\n';
const OPENAPI = 'openapi: 3.1.0\ninfo: { title: T, version: 1 }\npaths:\n  /a:\n';

const SHAPES: readonly (readonly [name: string, path: string, write: (size: number) => string])[] = [
  [
    'sections of one action, each with a parameter',
    'd/a.apib',
    (size) => BLUEPRINT + repeated(size, (at) => `# GET /a{?x${at}}\n\n+ Response 200\n\n`),
  ],
  [
    'bodies, then schemas of one response',
    'd/a.apib',
    (size) =>
      `${BLUEPRINT}# GET /a\n\n+ Response 200\n\n${repeated(size, () => '    + Body\n')}${repeated(size, () => '    + Schema\n')}`,
  ],
  [
    'traits in a list, and methods that have one',
    'd/a.raml',
    (size) =>
      `${RAML}traits:\n${repeated(size, (at) => `  - t${at}: { description: x }\n`)}` +
      repeated(size, (at) => `/a${at}: { get: { is: [t0] } }\n`),
  ],
  ['parameters of one path', 'd/a.raml', (size) => `${RAML}/${repeated(size, (at) => `{a${at}}/`)}x: { get: {} }\n`],
  [
    'parameters of one path that are not described',
    'd/a.yaml',
    (size) => `${OPENAPI}  /${repeated(size, (at) => `{a${at}}/`)}x: { get: { responses: {} } }\n`,
  ],
  [
    'parameters of a path and of its operation',
    'd/a.yaml',
    (size) => {
      const list = (name: string): string =>
        repeated(size, (at) => `      - { name: ${name}${at}, in: query, schema: {} }\n`);
      const operation = `    get:\n      responses: {}\n      parameters:\n${list('b')}`;
      return `${OPENAPI}    parameters:\n${list('a')}${operation}`;
    },
  ],
];

function millisecondsOf(text: string, path: string): number {
  const before = cpuMilliseconds();
  const file = parseText(text, path, parseDescriptor);
  expect(readParsed(file, {}, readerOf(file.value)).record).toBeDefined();
  return cpuMilliseconds() - before;
}

test.each(SHAPES)('%s take time in proportion to their number', (_, path, write) => {
  millisecondsOf(write(SIZE / MORE), path);
  const less = millisecondsOf(write(SIZE), path);
  expect(millisecondsOf(write(SIZE * MORE), path)).toBeLessThan(MOST_TIMES * less + SPARE_MILLISECONDS);
});
