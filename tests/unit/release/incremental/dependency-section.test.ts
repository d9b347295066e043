import { expect, test } from 'vitest';
import { allParts, type Dependencies } from '../../../../src/model/dependencies.ts';
import {
  type DocumentDependencies,
  SectionReading,
  writeSection,
} from '../../../../src/release/incremental/dependency-section.ts';
import { type Random, randomOf } from '../../../contracts/damage.ts';

const PARTS = ['1:info.title', '1:services.0.summary', '1:services.0.operations.0.description', '1:schemas.A'];

const of = (parts: readonly string[], shared: readonly Dependencies[] = []): Dependencies => ({
  parts: new Set(parts),
  shared: new Set(shared),
});

/** Makes equal dependencies of equal numbers, as new objects every time. */
function dependenciesOf(random: Random, depth = 2): Dependencies {
  const parts = PARTS.filter(() => random(2) === 0);
  const shared = depth === 0 ? [] : Array.from({ length: random(3) }, () => dependenciesOf(random, depth - 1));
  // What is made twice is the same.
  return of(parts, [...shared, ...shared.map((inner) => of([...inner.parts], [...inner.shared]))]);
}

function documentsOf(seed: number): ReadonlyMap<string, DocumentDependencies> {
  const random = randomOf(seed);
  const around = `around ${random(3)}`;
  const page = (): DocumentDependencies => ({ around, dependencies: dependenciesOf(random) });
  const parts = ['service A', 'schema A'].map((name, index) => ({
    ...{ name, at: 10 * index, length: 5 + random(2) },
    dependencies: dependenciesOf(random),
  }));
  const texts = [{ part: '1:services.0.operations.1.summary', byteOffset: 7, byteLength: random(9), indent: null }];
  return new Map([
    ['markdown /', { ...page(), parts }],
    ['json /', { ...page(), texts }],
    ['html /', page()],
    ['html /a', page()],
  ]);
}

test('documents that were read have the bytes of those that were noted', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const documents = documentsOf(seed);
    const json = writeSection(documents);
    const read = new SectionReading(json);
    const kept = [...documents].map(
      ([key, document], index) => [key, index === seed % 4 ? document : (read.document(key) ?? document)] as const,
    );
    expect(writeSection(new Map(kept))).toBe(json);
  }
});

test('a document has what was noted of it', () => {
  const read = new SectionReading(writeSection(documentsOf(5)));
  for (const [key, { dependencies, parts, ...rest }] of documentsOf(5)) {
    const found = read.document(key);
    expect(found).toMatchObject(rest);
    expect(found && [...allParts(found.dependencies)].sort()).toEqual([...allParts(dependencies)].sort());
    expect(found?.parts?.map(({ name }) => name)).toEqual(parts?.map(({ name }) => name));
  }
  expect(read.document('html /c')).toBeUndefined();
  expect(read.document('constructor')).toBeUndefined();
});

test('a change reaches what is made of it, directly or not', () => {
  const random = randomOf(11);
  const answers = new Set<boolean>();
  for (let seed = 1; seed <= 200; seed += 1) {
    const documents = documentsOf(seed);
    const before = new SectionReading(writeSection(documents));
    const changes = new Set([...PARTS, '1:unknown'].filter(() => random(4) === 0));
    for (const [key, { dependencies }] of documents) {
      const read = before.document(key);
      const isReached = [...allParts(dependencies)].some((part) => changes.has(part));
      expect(read && before.reaches(changes, read.dependencies)).toBe(isReached);
      answers.add(isReached);
    }
  }
  expect(answers).toEqual(new Set([true, false]));
});
