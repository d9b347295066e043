import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectedParts } from '../../../src/model/connected-parts.ts';

/** Every node that one leads to, itself among them. */
function reachable(edges: ReadonlyMap<string, readonly string[]>, start: string): ReadonlySet<string> {
  const found = new Set([start]);
  for (const node of found) for (const target of edges.get(node) ?? []) if (edges.has(target)) found.add(target);
  return found;
}

const graphs = fc
  .uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1 })
  .chain((nodes) =>
    fc.tuple(
      ...nodes.map((node) =>
        fc.tuple(fc.constant(node), fc.array(fc.constantFrom(...nodes, 'nowhere'), { maxLength: 4 })),
      ),
    ),
  )
  .map((pairs) => new Map(pairs));

test('two nodes are in one part when each leads to the other', () => {
  fc.assert(
    fc.property(graphs, (edges) => {
      const parts = [...connectedParts(edges)];
      expect(parts.flat().sort()).toEqual([...edges.keys()].sort());
      for (const node of edges.keys()) {
        const part = parts.find((members) => members.includes(node)) ?? [];
        const expected = [...reachable(edges, node)].filter((other) => reachable(edges, other).has(node));
        expect([...part].sort()).toEqual(expected.sort());
      }
    }),
  );
});

test('a part comes after those that it leads to', () => {
  fc.assert(
    fc.property(graphs, (edges) => {
      const seen = new Set<string>();
      for (const part of connectedParts(edges)) {
        for (const member of part) seen.add(member);
        for (const member of part) for (const target of reachable(edges, member)) expect(seen).toContain(target);
      }
    }),
  );
});

test('a chain of a hundred thousand nodes is no harder than others', () => {
  const edges = new Map(Array.from({ length: 100_000 }, (_, index) => [`${index}`, [`${index + 1}`]]));
  expect([...connectedParts(edges)][0]).toEqual(['99999']);
});
