import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMemory, writeMemory } from '../../../../src/release/incremental/memory-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memory-'));
  writeMemory(folder, { release: 'r1', dependencies }, new Map([one, none, two]));
});
afterEach(() => rmSync(folder, { recursive: true }));

const dependencies = { renderer: 'templates', apis: [['Library', 'key']] } as const;
const one = ['one', Buffer.from('first\nsection')] as const;
const none = ['none', Buffer.alloc(0)] as const;
const two = ['two', Buffer.from([0, 10, 255])] as const;

test('a build reads what the one before has written', () => {
  const memory = readMemory(folder, 'r1');
  expect(memory).toMatchObject({ release: 'r1', dependencies });
  for (const [name, bytes] of [one, none, two]) expect(memory?.section(name)).toEqual(bytes);
  expect(memory?.section('three')).toBeUndefined();
});

test('it is of one release alone', () => {
  expect(readMemory(folder, 'r2')).toBeUndefined();
  expect(readMemory(join(folder, 'nothing'), 'r1')).toBeUndefined();
});

test('it is not believed with any byte changed', () => {
  const file = join(folder, 'memory.bin');
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(file, damaged);
    expect(readMemory(folder, 'r1'), `byte ${at}`).toBeUndefined();
  }
  writeFileSync(file, bytes.subarray(0, -1));
  expect(readMemory(folder, 'r1')).toBeUndefined();
  writeFileSync(file, '');
  expect(readMemory(folder, 'r1')).toBeUndefined();
});
