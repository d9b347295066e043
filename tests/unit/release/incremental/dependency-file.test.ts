import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Dependencies } from '../../../../src/model/dependencies.ts';
import { DependencyWriter, readDependencies } from '../../../../src/release/incremental/dependency-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dependency-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (): string => join(folder, 'dependencies.bin');
const written = { release: 'r1', renderer: 'templates', apis: new Map([['Library', 'key']]) };
const none: readonly Dependencies[] = [];
const of = (parts: readonly string[], shared = none): Dependencies => ({
  parts: new Set(parts),
  shared: new Set(shared),
});
/** Copies dependencies: those that were read are worked out when they are asked for. */
const namesOf = ({ parts, shared }: Dependencies): Dependencies => of([...parts], [...shared].map(namesOf));
const titles = of(['1:info.title', '1:tags'], [of(['1:services.0.title'])]);
const pages: readonly (readonly [string, Dependencies])[] = [
  ['html /a', of(['1:services.0.description', '1:info.title'], [titles])],
  ['html /b', of([], [titles])],
];
const document = {
  around: 'around the document',
  parts: [
    { name: 'service Book', at: 3, length: 5, dependencies: titles },
    { name: 'schema Book', at: 8, length: 0, dependencies: of(['1:schemas.Book']) },
  ],
};

function write(
  order: (dependencies: Dependencies) => Dependencies = (dependencies) => dependencies,
  end: (writer: DependencyWriter) => void = () => undefined,
): void {
  const writer = new DependencyWriter();
  for (const [key, dependencies] of pages)
    writer.add('Library', key, { around: `around ${key}`, dependencies: order(dependencies) });
  writer.addParts('Library', 'markdown /a', {
    ...document,
    parts: document.parts.map((part) => ({ ...part, dependencies: order(part.dependencies) })),
  });
  end(writer);
  writer.write(folder, written);
}

test('has the same bytes where an API has ended before others, and nothing more is noted of that one', () => {
  write();
  const bytes = readFileSync(file());
  write(undefined, (writer) => {
    writer.end('Library');
    writer.end('Unknown');
    writer.add('Library', 'html /late', { around: 'late', dependencies: titles });
  });
  expect(readFileSync(file())).toEqual(bytes);
});

test('gives back what was written', () => {
  write();
  const read = readDependencies(folder, 'r1');
  expect(read?.renderer).toBe('templates');
  expect(read?.api('Library')).toBe('key');
  expect(read?.api('constructor')).toBeUndefined();
  for (const [key, dependencies] of pages) {
    const page = read?.page('Library', key);
    expect([page?.around, page && namesOf(page.dependencies)]).toEqual([`around ${key}`, dependencies]);
  }
  expect(read?.page('Library', 'html /c')).toBeUndefined();
  expect(read?.page('Orders', 'html /a')).toBeUndefined();
  const parts = read?.parts('Library', 'markdown /a');
  expect(
    parts && { ...parts, parts: parts.parts.map((part) => ({ ...part, dependencies: namesOf(part.dependencies) })) },
  ).toEqual(document);
  expect(read?.parts('Library', 'html /a')).toBeUndefined();
});

test('has the same bytes in any order of its notes, and from what was read', () => {
  write();
  const bytes = readFileSync(file(), 'base64');
  const reversed = ({ parts, shared }: Dependencies): Dependencies =>
    of([...parts].reverse(), [...shared].map(reversed).reverse());
  write(reversed);
  expect(readFileSync(file(), 'base64')).toBe(bytes);
  const read = readDependencies(folder, 'r1');
  const writer = new DependencyWriter();
  for (const [key] of pages) {
    const page = read?.page('Library', key);
    if (page !== undefined) writer.add('Library', key, page);
  }
  const parts = read?.parts('Library', 'markdown /a');
  if (parts !== undefined) writer.addParts('Library', 'markdown /a', parts);
  writer.write(folder, written);
  expect(readFileSync(file(), 'base64')).toBe(bytes);
});

test('takes what is known of an API as it is', () => {
  write();
  const bytes = readFileSync(file(), 'base64');
  const writer = new DependencyWriter();
  const section = readDependencies(folder, 'r1')?.section('Library');
  if (section !== undefined) writer.keep('Library', section);
  writer.add('Library', 'html /c', { around: '', dependencies: titles });
  writer.write(folder, written);
  expect(readFileSync(file(), 'base64')).toBe(bytes);
});

test('is of one release alone', () => {
  write();
  expect(readDependencies(folder, 'r2')).toBeUndefined();
  expect(readDependencies(join(folder, 'nothing'), 'r1')).toBeUndefined();
});

test('is not believed with any byte changed', () => {
  write();
  const bytes = readFileSync(file());
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(file(), damaged);
    expect(readDependencies(folder, 'r1'), `byte ${at}`).toBeUndefined();
  }
  writeFileSync(file(), bytes.subarray(0, -1));
  expect(readDependencies(folder, 'r1')).toBeUndefined();
});
