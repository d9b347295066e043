import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compress } from '../../../src/store/codings.ts';
import { type Representation, StoreBusyError } from '../../../src/store/contract.ts';
import type { DerivationJob, Derived } from '../../../src/store/derivation.ts';
import { DerivedDocuments } from '../../../src/store/derived-documents.ts';

const source = { id: 1, context: new SharedArrayBuffer(0), outlines: new SharedArrayBuffer(0), model: null };
const job = (name: string): DerivationJob => ({
  source,
  reference: { level: 'service', api: 'A', version: 1, name },
  format: 'json',
});
const text = new TextEncoder().encode('text\n'.repeat(1000));
const compressed = Uint8Array.from(compress(text));
/** Takes no memory, however many there are. */
const zeros = new ArrayBuffer(110_000);

function bytes(br: Uint8Array<ArrayBuffer> = compressed): Derived {
  return { kind: 'bytes', identity: text, br, tag: 'tag', headers: [] };
}

async function bodyOf(representation: Representation, coding: 'identity' | 'br' | 'gzip'): Promise<Uint8Array> {
  if (representation.kind !== 'bytes') throw new Error('Bytes were expected.');
  return representation.body(coding);
}

describe('documents that are derived', () => {
  test('are made once, however many ask while they are made', async () => {
    let count = 0;
    const made = Promise.withResolvers<Derived>();
    const documents = new DerivedDocuments(() => {
      count += 1;
      return made.promise;
    });
    const asked = Array.from({ length: 100 }, () => documents.representation('a', () => job('a')));
    made.resolve(bytes());
    await Promise.all(asked);
    await documents.representation('a', () => job('a'));
    expect(count).toBe(1);
  });

  test('are all kept after one round over the services of a large API', async () => {
    const derived: string[] = [];
    const documents = new DerivedDocuments(async ({ reference }) => {
      derived.push(reference.level === 'service' ? reference.name : '');
      return bytes(new Uint8Array(zeros));
    });
    const names = Array.from({ length: 637 }, (_, index) => `service-${index}`);
    for (const name of [...names, ...names]) await documents.representation(name, () => job(name));
    expect(derived).toEqual(names);
  });

  test('take no more memory than the bound, the ones asked for last are kept', async () => {
    let count = 0;
    const documents = new DerivedDocuments(async () => {
      count += 1;
      return bytes(new Uint8Array(zeros));
    });
    const last = 3000;
    for (let index = 0; index <= last; index += 1)
      await documents.representation(String(index), () => job(String(index)));
    const before = count;
    await documents.representation(String(last), () => job(String(last)));
    expect(count).toBe(before);
    await documents.representation('0', () => job('0'));
    expect(count).toBe(before + 1);
  });

  test('have the same bytes in every coding when the first ones are gone from memory', async () => {
    const documents = new DerivedDocuments(async () => bytes());
    const representation = await documents.representation('a', () => job('a'));
    // 34 MB of others: what is not compressed is bounded apart.
    for (let index = 0; index < 7000; index += 1) await documents.representation(`other ${index}`, () => job('other'));
    expect(Buffer.compare(await bodyOf(representation, 'identity'), text)).toBe(0);
    expect(Buffer.compare(await bodyOf(representation, 'gzip'), gzipSync(text, { level: 4 }))).toBe(0);
    expect(Buffer.compare(brotliDecompressSync(await bodyOf(representation, 'br')), text)).toBe(0);
  });

  test('that could not be made are made when they are asked for again', async () => {
    let isBusy = true;
    const documents = new DerivedDocuments(async () => {
      if (isBusy) throw new StoreBusyError('too-many');
      return bytes();
    });
    await expect(documents.representation('a', () => job('a'))).rejects.toThrow(StoreBusyError);
    isBusy = false;
    expect((await documents.representation('a', () => job('a'))).kind).toBe('bytes');
  });
});
