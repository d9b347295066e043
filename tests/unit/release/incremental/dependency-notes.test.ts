import { expect, test } from 'vitest';
import type { Dependencies } from '../../../../src/model/dependencies.ts';
import { DependenciesBefore, DependencyNotes } from '../../../../src/release/incremental/dependency-notes.ts';

const apis = ['Library', 'Orders'];
const none: readonly Dependencies[] = [];
const of = (parts: readonly string[], shared = none): Dependencies => ({
  parts: new Set(parts),
  shared: new Set(shared),
});
const titles = of(['1:info.title', '1:tags'], [of(['1:services.0.title'])]);
const pages: readonly (readonly [string, Dependencies])[] = [
  ['html /a', of(['1:services.0.description', '1:info.title'], [titles])],
  ['html /b', of([], [titles])],
];

function written(
  order: (dependencies: Dependencies) => Dependencies = (dependencies) => dependencies,
  more: (notes: DependencyNotes) => void = () => undefined,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const notes = new DependencyNotes();
  for (const [key, dependencies] of pages)
    notes.add('Library', key, { around: key, dependencies: order(dependencies) });
  more(notes);
  return notes.written(apis);
}

function read(sections: ReadonlyMap<string, Uint8Array>): DependenciesBefore {
  const section = (name: string): Buffer | undefined => {
    const bytes = sections.get(name);
    return bytes && Buffer.from(bytes);
  };
  return new DependenciesBefore({
    release: 'r1',
    dependencies: { renderer: 'templates', apis: apis.map((api) => [api, `key of ${api}`]) },
    section,
  });
}

test('sections have the same bytes where an API ended before others, and no more is noted of it', async () => {
  const again = await written(undefined, (notes) => {
    notes.end('Library');
    notes.end('Unknown');
    notes.add('Library', 'html /late', { around: 'late', dependencies: titles });
  });
  expect(again).toEqual(await written());
});

test('sections have the same bytes in any order of what a page was made of', async () => {
  const reversed = ({ parts, shared }: Dependencies): Dependencies =>
    of([...parts].reverse(), [...shared].map(reversed).reverse());
  expect(await written(reversed)).toEqual(await written());
});

test('the next build reads what was noted', async () => {
  const before = read(await written());
  expect(apis.map((api) => before.keyOf(api))).toEqual(['key of Library', 'key of Orders']);
  expect(before.keyOf('constructor')).toBeUndefined();
  for (const [key, dependencies] of pages)
    expect(before.section('Library')?.document(key)).toEqual({ around: key, dependencies });
  expect(before.section('Orders')?.document('html /a')).toBeUndefined();
  expect(before.section('Unknown')).toBeUndefined();
});

test('what is known of an API is taken as it is', async () => {
  const notes = new DependencyNotes();
  const bytes = read(await written()).bytes('Library');
  if (bytes !== undefined) notes.keep('Library', bytes);
  notes.add('Library', 'html /c', { around: '', dependencies: titles });
  expect(Buffer.from((await notes.written(['Library'])).values().next().value ?? '')).toEqual(bytes);
});
