import { expect, test } from 'vitest';
import {
  type Dependencies,
  dependOnPart,
  madePart,
  startNoting,
  withParts,
} from '../../../../src/model/dependencies.ts';
import { PartsOfDocument } from '../../../../src/release/incremental/document-pieces.ts';

const of = (...parts: readonly string[]): Dependencies => ({ parts: new Set(parts), shared: new Set() });
const before = {
  text: '# All\n\none\ntwo\n',
  parts: [
    { name: 'first', at: 7, length: 3, dependencies: of('1:one') },
    { name: 'second', at: 11, length: 3, dependencies: of('1:two') },
  ],
};
const isOne = ({ parts }: Dependencies): boolean => parts.has('1:one');

test('parts are those of the document before where nothing has changed, and are found in the new one', async () => {
  const parts = new PartsOfDocument({ ...before, holds: isOne });
  const end = startNoting();
  const text = await withParts(parts, () => {
    const told = ['first', 'second', 'third'].map((name) =>
      madePart(name, () => {
        dependOnPart(`new:${name}`);
        return madePart('inside', () => `${name} anew`);
      }),
    );
    return `# All of them\n\n${told.join('\n')}\n`;
  });
  end?.();
  expect(text).toBe('# All of them\n\none\nsecond anew\nthird anew\n');
  expect(parts.placedIn(text)).toEqual([
    { name: 'first', at: 15, length: 3, dependencies: of('1:one') },
    { name: 'second', at: 19, length: 11, dependencies: of('new:second') },
    { name: 'third', at: 31, length: 10, dependencies: of('new:third') },
  ]);
});

test('a part that does not stand in the document as it was made is made anew next time', () => {
  const parts = new PartsOfDocument(undefined);
  for (const text of ['a\u0007', 'b']) parts.made(text, text, of());
  expect(parts.placedIn('a\u2407 b')).toEqual([{ name: 'b', at: 3, length: 1, dependencies: of() }]);
  expect(parts.kept('b')).toBeUndefined();
});

test('elsewhere nothing is kept', () => {
  expect(madePart('first', () => 'made')).toBe('made');
});
