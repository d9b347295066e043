import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InputFile } from '../../../src/descriptors/descriptor-folder.ts';
import type { KeptReading, KeptReadings, NewReading } from '../../../src/descriptors/folder-reading.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import type { RuleException } from '../../../src/rules/contract.ts';
import { DEFAULT_RULES, RuleBook } from '../../../src/rules/rule-book.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kept-readings-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Keeps readings as JSON does, and says which of them were taken. */
class Kept implements KeptReadings {
  readonly taken: string[] = [];
  readonly before: ReadonlyMap<string, string>;
  readonly noted = new Map<string, string>();

  constructor(before: ReadonlyMap<string, string> = new Map()) {
    this.before = before;
  }

  find({ path, sha256 }: InputFile): KeptReading | undefined {
    const known = this.before.get(`${path} ${sha256}`);
    if (known === undefined) return undefined;
    const { record, ...reading } = JSON.parse(known);
    return {
      ...reading,
      record: () => {
        this.taken.push(path);
        return record;
      },
    };
  }

  note({ path, sha256 }: InputFile, { record, ...reading }: NewReading | KeptReading): void {
    const key = `${path} ${sha256}`;
    const written = typeof record === 'function' ? this.before.get(key) : JSON.stringify({ ...reading, record });
    this.noted.set(key, written ?? '');
  }
}

function read(kept?: Kept, exceptions: readonly RuleException[] = []) {
  return readFolder({ projectRoot: root, folder: 'd', rules: new RuleBook({ ...DEFAULT_RULES, exceptions }), kept });
}

/** Reads again what was read; @returns what was not parsed for it */
function takenAgain(change: () => void, exceptions: readonly RuleException[] = []): readonly string[] {
  const first = new Kept();
  read(first, exceptions);
  change();
  const second = new Kept(first.noted);
  const again = read(second, exceptions);
  const anew = new Kept();
  expect(again).toEqual(read(anew, exceptions));
  expect([...second.noted].sort()).toEqual([...anew.noted].sort());
  return second.taken;
}

const descriptor = (title: string, rest = ''): string =>
  `openapi: 3.1.0\ninfo: {title: ${title}, version: "1"}\npaths:\n  /a: {get: {responses: {'200': {description: OK}}}}\n${rest}`;

/** The version is a number. */
const WARNED = descriptor('Two').replace('3.1.0', '3.1');

describe('readings that are kept', () => {
  beforeEach(() => {
    write('d/one/v1.yaml', descriptor('One'));
    write('d/two/v1.yaml', WARNED);
  });

  test('are taken with their warnings where the file is as it was', () => {
    expect(read().diagnostics.length).toBeGreaterThan(0);
    expect(takenAgain(() => undefined)).toEqual(['d/one/v1.yaml', 'd/two/v1.yaml']);
  });

  test('are not taken of a file with other bytes', () => {
    expect(takenAgain(() => write('d/two/v1.yaml', descriptor('Other')))).toEqual(['d/one/v1.yaml']);
  });

  test('are not taken where another file gives the API another name', () => {
    write('d/three/books.yaml', descriptor('Books'));
    const taken = takenAgain(() => write('d/three/more.yaml', descriptor('More')));
    expect(taken).toEqual(['d/one/v1.yaml', 'd/two/v1.yaml']);
  });

  test('have the guides of now', () => {
    write('d/one/guides/start.md', '# Start');
    expect(takenAgain(() => write('d/two/guides/start.md', '# Begin'))).toEqual(['d/one/v1.yaml', 'd/two/v1.yaml']);
  });

  test('are not there of a descriptor that refers to another file', () => {
    write('d/one/part.yaml', 'type: string');
    write('d/one/v1.yaml', descriptor('One', "components: {schemas: {A: {$ref: 'part.yaml'}}}\n"));
    expect(takenAgain(() => write('d/one/part.yaml', 'type: number'))).toEqual(['d/two/v1.yaml']);
  });

  test('are not there of a descriptor that refers to a file that is missing', () => {
    write('d/one/v1.yaml', descriptor('One', "components: {schemas: {A: {$ref: 'part.yaml'}}}\n"));
    expect(takenAgain(() => write('d/one/part.yaml', 'type: number'))).toEqual(['d/two/v1.yaml']);
  });

  test('are not taken of a descriptor that another one refers to, whose findings are reported there first', () => {
    const parts = "components: {schemas: {A: {$ref: '../two/v1.yaml#/components/schemas/B'}}}\n";
    write('d/two/v1.yaml', descriptor('Two', 'components: {schemas: {B: {type: string, pattern: "("}}}\n'));
    expect(takenAgain(() => write('d/one/v1.yaml', descriptor('One', parts)))).toEqual([]);
    expect(takenAgain(() => write('d/one/v1.yaml', descriptor('One')))).toEqual([]);
  });

  test('are not there of a descriptor with a finding that is an exception: it counts as used when it is found', () => {
    const exception = { rule: 'openapi-version', api: 'two', at: null };
    const rules = new RuleBook({ ...DEFAULT_RULES, exceptions: [exception] });
    readFolder({ projectRoot: root, folder: 'd', rules });
    expect(rules.unused()).toEqual([]);
    expect(takenAgain(() => undefined, [exception])).toEqual(['d/one/v1.yaml']);
  });

  test('are not there of a descriptor with an error', () => {
    write('d/two/v1.yaml', 'openapi: 1.0.0\n');
    expect(takenAgain(() => undefined)).toEqual(['d/one/v1.yaml']);
  });
});
