import { expect, test } from 'vitest';
import { allParts, type Dependencies } from '../../../../src/model/dependencies.ts';
import { DependencySection } from '../../../../src/release/incremental/dependency-section.ts';
import { readSection } from '../../../../src/release/incremental/read-section.ts';
import type { SectionNotes, SectionReading } from '../../../../src/release/incremental/section-contents.ts';
import { type Random, randomOf } from '../../../contracts/damage.ts';

const PARTS = [
  '1:info.title',
  '1:services.0.summary',
  '1:services.0.operations.0.description',
  '1:schemas.A',
  '1:tags',
];
const SHOWN = ['1:services.0.operations.1.description', '1:services.0.operations.2.summary'];

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

type Changes = Partial<
  Record<'seed' | 'swap' | 'name' | 'around' | 'place' | 'pages' | 'parts' | 'frame' | 'framed' | 'shown', number>
>;

/** Notes that numbers decide about. */
function notesOf(changes: Changes = {}): SectionNotes {
  const {
    seed = 1,
    swap = 0,
    name = 0,
    around = 0,
    place = 0,
    pages = 3,
    parts = 2,
    frame = 0,
    framed = 0,
    shown = 2,
  } = changes;
  // With another one they have each other's dependencies.
  const dependencies = (index: number): Dependencies => dependenciesOf(randomOf(100 * seed + ((index + swap) % 2)));
  return {
    pages: new Map(
      Array.from({ length: pages }, (_, index) => [
        `html /${index + name}`,
        { around: `around ${around}`, dependencies: dependencies(index) },
      ]),
    ),
    documents: new Map([
      [
        'markdown /',
        {
          around: `around ${around}`,
          parts: ['service A', 'schema A'].slice(0, parts).map((name, index) => ({
            ...{ name, at: place + 10 * index, length: 5 + place },
            dependencies: dependencies(index),
          })),
        },
      ],
    ]),
    shown: new Map([
      [
        'json /',
        {
          around: `around ${around}`,
          texts: SHOWN.slice(0, shown).map((part, index) => ({
            ...{ part, byteOffset: place + 100 * index, byteLength: 7 + place, indent: index === 0 ? null : 2 },
          })),
          frame: new Set([...PARTS.slice(frame), `1:components.examples.${framed}`]),
        },
      ],
    ]),
  };
}

function written({ pages, documents, shown }: SectionNotes, before?: SectionReading): string {
  const section = new DependencySection(before);
  for (const [key, page] of pages) section.addPage(key, page);
  for (const [key, document] of documents) section.addParts(key, document);
  for (const [key, document] of shown) section.addTexts(key, document);
  return section.toJson();
}

/** Replaces notes by those that were read, as a build does that keeps them. */
function keptIn({ pages, shown, ...rest }: SectionNotes, before: SectionReading): SectionNotes {
  return {
    ...rest,
    shown: new Map([...shown].map(([key, texts]) => [key, before.texts(key) ?? texts])),
    pages: new Map([...pages].map(([key, page], index) => [key, index === 0 ? page : (before.page(key) ?? page)])),
  };
}

test.each<[string, Changes, 'renumbered' | 'numbered anew']>([
  ['nothing', {}, 'renumbered'],
  ['what stands around', { around: 1 }, 'renumbered'],
  ['places', { place: 40 }, 'renumbered'],
  ['what pages are made of', { seed: 2 }, 'numbered anew'],
  ['which page is made of what', { swap: 1 }, 'numbered anew'],
  ['a part less', { parts: 1 }, 'numbered anew'],
  ['the names of pages', { name: 1 }, 'numbered anew'],
  ['a page more', { pages: 4 }, 'numbered anew'],
  ['a page less', { pages: 2 }, 'numbered anew'],
  ['the frame of a document', { frame: 1 }, 'numbered anew'],
  ['a name in the frame of a document', { framed: 1 }, 'numbered anew'],
  ['a text less', { shown: 1 }, 'numbered anew'],
])('%s changed: the same bytes as without what was written before', (_, changes, way) => {
  const before = readSection(written(notesOf()));
  const notes = notesOf(changes);
  expect(before.renumbered(notes) === undefined ? 'numbered anew' : 'renumbered').toBe(way);
  expect(written(notes, before)).toBe(written(notes));
});

test('any two states: the same bytes as without what was written before', () => {
  const random = randomOf(7);
  const ways = new Set<boolean>();
  const any = (): Changes => ({
    seed: 1 + random(2),
    swap: random(2),
    around: random(2),
    place: random(3),
    pages: 2 + random(2),
    parts: 1 + random(2),
    frame: random(2),
    framed: random(2),
    shown: 1 + random(2),
  });
  for (let round = 0; round < 600; round += 1) {
    const before = readSection(written(notesOf(any())));
    const notes = keptIn(notesOf(any()), before);
    ways.add(before.renumbered(notes) === undefined);
    expect(written(notes, before)).toBe(written(notes));
  }
  expect(ways).toEqual(new Set([true, false]));
});

test('a change reaches what is made of it, directly or not', () => {
  const random = randomOf(11);
  const answers = new Set<boolean>();
  for (let round = 0; round < 200; round += 1) {
    const notes = notesOf({ seed: round });
    const before = readSection(written(notes));
    const changes = new Set([...PARTS, '1:unknown'].filter(() => random(4) === 0));
    for (const [key, { dependencies }] of notes.pages) {
      const read = before.page(key);
      const isReached = [...allParts(dependencies)].some((part) => changes.has(part));
      expect(read && before.reaches(read.dependencies, changes)).toBe(isReached);
      answers.add(isReached);
    }
  }
  expect(answers).toEqual(new Set([true, false]));
});

test('what was not read here is reached by anything', () => {
  expect(readSection(written(notesOf())).reaches(of(PARTS), new Set())).toBe(true);
});

test('a frame that was read has the parts of the one that was written', () => {
  const notes = notesOf({ framed: 3 });
  const before = readSection(written(notes));
  for (const [key, { frame }] of notes.shown) {
    const read = before.texts(key)?.frame;
    expect(read && [[...read].sort(), read.size]).toEqual([[...frame].sort(), frame.size]);
    expect([...frame, ...SHOWN, '1:unknown'].filter((part) => read?.has(part))).toEqual([...frame]);
  }
});

test('what was written nowhere is a change', () => {
  const before = readSection(written(notesOf()));
  const page = { around: '', dependencies: of([], [of(['1:unknown'])]) };
  expect(before.renumbered({ ...notesOf(), pages: new Map([['html /0', page]]) })).toBeUndefined();
});
