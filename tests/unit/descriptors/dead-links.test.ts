import { describe, expect, test } from 'vitest';
import { nearLinks } from '../../../src/descriptors/description-checks.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';
import { projectWith } from '../config/project.ts';

const PATHS =
  'paths:\n  /books:\n    get: { operationId: list, tags: [Books], responses: { 200: { description: "X" } } }\n';

function dead(files: Readonly<Record<string, string>>): readonly string[] {
  const projectRoot = projectWith(files);
  const { diagnostics } = readFolder({ projectRoot, folder: 'api-descriptors' });
  return diagnostics
    .filter(({ rule }) => rule === 'dead-link')
    .map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

const inDescriptor = (description: string): readonly string[] =>
  dead({
    'api-descriptors/a.yaml':
      "openapi: 3.1.0\ninfo:\n  title: A\n  version: '1'\n  description: |\n" +
      `    ${description.replaceAll('\n', '\n    ')}\n${PATHS}`,
  });
const at = (line: number, column: number, fragment: string): string =>
  `api-descriptors/a.yaml:${line}:${column} Nothing is called “#${fragment}”, so it is not a link.`;

describe('a warning about a link to a part of the descriptor', () => {
  test.each([
    ['See [a](#operation/gone).', [at(6, 13, 'operation/gone')]],
    ['One\n\ntwo [a](#gone "Title") [b](#tag/No)', [at(8, 13, 'gone'), at(8, 32, 'tag/No')]],
    ['<a href="#section/Gone">x</a>', [at(6, 14, 'section/Gone')]],
    ['[a](#/paths/~1books/post)', [at(6, 9, '/paths/~1books/post')]],
  ])('%j', (description, found) => {
    expect(inDescriptor(description)).toEqual(found);
  });

  test.each([
    'See [a](#operation/list), [b](#tag/books), [c](#/paths/~1books/get) and [d](#/Books/list).',
    '# Paging\n\nSee [a](#section/Paging) or [b](#paging).',
    'Paging\n------\n\nAll about it\n===\n\nSee [a](#section/Paging) or [b](#all-about-it).',
    '<h2 class="x">Paging</h2>\n\nSee [a](#section/Paging) or [b](#paging).',
    '`[a](#gone)`\n\n```\n[a](#gone)\n```\n\n    [a](#gone)',
    '[a](#get.query.page), [b](/x#gone), [c](https://example.com/#gone), a(#gone)',
  ])('is not given for %j', (description) => {
    expect(inDescriptor(description)).toEqual([]);
  });

  const near = (line: number, column: number, target: string): string =>
    `api-descriptors/a.yaml:${line}:${column} “${target}” is not an address of this site, so it is not a link.`;

  test.each([
    ['See [a](terms.md), [b](../b.html "Title").', [near(6, 13, 'terms.md'), near(6, 28, '../b.html')]],
    ['![a](a.png) <a href="./b">b</a>', [near(6, 10, 'a.png'), near(6, 26, './b')]],
    ['[a]\n\n[a]: www.example.com/a', [near(8, 10, 'www.example.com/a')]],
    ['[a](guides/gone.md)', [near(6, 9, 'guides/gone.md')]],
    ['[a](guides/start.md#more) [b](./guides/start) [c](#guide/start)', []],
    ['[a](/b) [c](HTTPS://c.example) [d](mailto:d@example.com) [e](//e.example)\n\n[f]: https://f.example', []],
    ['`[a](b.md)`\n\n    [a](b.md)', []],
  ])('is given for what is relative to the descriptor, but for guides that are there: %j', (description, found) => {
    const text =
      "openapi: 3.1.0\ninfo:\n  title: A\n  version: '1'\n  description: |\n" +
      `    ${description.replaceAll('\n', '\n    ')}\n${PATHS}`;
    expect(dead({ 'api-descriptors/a.yaml': text, 'api-descriptors/guides/start.md': '# Start\n\n## More\n' })).toEqual(
      found,
    );
  });

  test('stands where its text begins where it is written in another way', () => {
    const text = `openapi: 3.1.0\ninfo: { title: A, version: '1', description: "[a](#operation\\x2fgone)" }\n${PATHS}`;
    expect(dead({ 'api-descriptors/a.yaml': text })).toEqual([at(2, 46, 'operation/gone')]);
  });

  test.each([
    ['a tag that is a guide leads there', 'tags: [{ name: T, ', ' }]', ['gone']],
    ['a tag that is a group leads there', 'tags: [{ name: Books, ', ' }]', ['gone']],
    ['a schema is dead', 'components: { schemas: { A: { ', ' } } }', ['one-two', 'gone']],
  ])('a link to a heading of its own text in %s', (_, before, after, fragments) => {
    const description = 'description: "# One two\\n\\n[a](#one-two) [b](#gone)"';
    const text = `openapi: 3.1.0\ninfo: { title: A, version: '1' }\n${PATHS}${before}${description}${after}\n`;
    const messages = dead({ 'api-descriptors/a.yaml': text }).map((line) => /#([^”]*)/.exec(line)?.[1]);
    expect(messages).toEqual(fragments);
  });

  test('is given for descriptions of fields, and for guides with their lines', () => {
    expect(
      dead({
        'api-descriptors/a.yaml':
          `openapi: 3.1.0\ninfo: { title: A, version: '1' }\n${PATHS}components:\n  schemas:\n    A:\n` +
          '      description: "[a](#/components/schemas/B)"\n',
        'api-descriptors/guides/start.md':
          '---\ntitle: Start\n---\n\n[a](#operation/list) [b](#operation/gone) [c](#start)\n',
      }),
    ).toEqual([
      at(9, 25, '/components/schemas/B'),
      'api-descriptors/guides/start.md:5:26 Nothing is called “#operation/gone”, so it is not a link.',
    ]);
  });

  test('stands at its own text, not where another has a link that begins in the same way, or the same link', () => {
    const text =
      `openapi: 3.1.0\ninfo: { title: A, version: '1', description: '[a](#operation/list)' }\n${PATHS}tags:\n` +
      "  - { name: B, description: '[a](#operation/lis)' }\n  - { name: C, description: '[a](#operation/lis)' }\n";
    expect(dead({ 'api-descriptors/a.yaml': text })).toEqual([at(7, 34, 'operation/lis'), at(8, 34, 'operation/lis')]);
  });

  test('takes a moment for hostile texts', () => {
    const before = cpuMilliseconds();
    const pieces = ['](#', '](#a(', '](#(x)', '[a](#gone) ', '<a ', '<a href="#', '`', '# a\n\n[b](#c)\n\n'];
    for (const piece of [...pieces, '](', '](a(', '[a](b.md) ', '[a]:', '[a', '[a]: b\n', '<a href="b'])
      nearLinks(piece.repeat(50_000));
    // Each where it is written first, and those after the hundredth where the text begins.
    expect(inDescriptor('Some [a](#gone) and [b](#a).\n\n'.repeat(1000))).toHaveLength(4);
    expect(inDescriptor('# a\n\n[b](#c)\n\n'.repeat(5000))).toHaveLength(2);
    // A text that is too long to be read as Markdown has no links.
    expect(inDescriptor('[a](#gone) [b](#a) '.repeat(20_000))).toEqual([]);
    expect(cpuMilliseconds() - before).toBeLessThan(4000);
  });
});
