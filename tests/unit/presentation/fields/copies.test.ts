import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Components } from '../../../../src/model/components.ts';
import type { JsonSchema } from '../../../../src/model/schema/schema.ts';
import { Anchors } from '../../../../src/presentation/anchors.ts';
import { FieldTrees } from '../../../../src/presentation/fields/field-tree.ts';
import { html } from '../../../../src/views/html.ts';
import { shapeDetails } from '../../../../src/views/parts/shape.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

/** READING §10. */
const MOST_BYTES = 60_000;
const MOST_ELEMENTS = 6_000;
/** What a service page has besides its fields, at least. */
const BESIDES = { bytes: 5_000, elements: 350 };

interface Drawn {
  readonly bytes: number;
  readonly elements: number;
  /** Lines `see Place, get.200`. */
  readonly references: number;
}

/** A page with these bodies, as it is written. */
function drawn(schemas: Record<string, JsonSchema>, bodies: readonly JsonSchema[]): Drawn {
  const components = new Components({ ...apiRecord().components, schemas });
  const schemaPath = (name: string): string => `/schemas/${name}`;
  const trees = new FieldTrees({ components, anchors: new Anchors(), schemaPath, deepest: 60 });
  const shapes = bodies.map((body, index) => trees.body(body, `get.${200 + index}`, 'request', `Place, ${index}`));
  trees.complete(BESIDES);
  const page = shapes.map((shape) => String(html`${shapeDetails(shape, wordsOf(components))}`)).join('\n');
  return {
    bytes: gzipSync(page).length + BESIDES.bytes,
    elements: (page.match(/<[a-z]/g) ?? []).length + BESIDES.elements,
    references: (page.match(/<a href="#[^"]*">see Place/g) ?? []).length,
  };
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });

/** Of twelve hundred words: gzip makes of it what it makes of descriptions. */
function text(letters: number, seed: number): string {
  let state = seed * 7919 + 1;
  let written = '';
  while (written.length < letters) {
    state = (state * 48_271) % 2_147_483_647;
    const word = (state % 1_200) * 7_777_777;
    written += `${word.toString(36).slice(0, 3 + (word % 6))} `;
  }
  return written;
}

/** A schema of so many described fields, and bodies that have it so often, each below so many objects. */
function generated(fields: number, letters: number, uses: number, depth: number) {
  const named = object(
    Object.fromEntries(Array.from({ length: fields }, (_, at) => [`f${at}`, { description: text(letters, at) }])),
  );
  const below = (levels: number): JsonSchema =>
    levels === 0 ? ref('Named') : object({ [`l${levels}`]: below(levels - 1) });
  const inPlace = (levels: number): JsonSchema =>
    levels === 0 ? named : object({ [`l${levels}`]: inPlace(levels - 1) });
  const body = (inner: JsonSchema): JsonSchema =>
    object(Object.fromEntries(Array.from({ length: uses }, (_, at) => [`u${at}`, inner])));
  return {
    asRuled: drawn({ Named: named }, [body(below(depth)), body(below(depth))]),
    /** Nothing has a name: all is drawn wherever it is used. */
    whole: drawn({}, [body(inPlace(depth)), body(inPlace(depth))]),
  };
}

describe('copies', () => {
  test.each([
    // fields, letters of each, uses in each of two bodies, levels above it
    [4, 20, 2, 0],
    [4, 20, 2, 3],
    [4, 20, 3, 9],
    [10, 60, 8, 4],
    [30, 40, 10, 2],
    [12, 400, 12, 1],
  ])('%i fields of %i letters, %i times below %i others: all are drawn, as the page is small then', (...generation) => {
    const { asRuled, whole } = generated(...generation);
    expect(whole.elements).toBeLessThan(MOST_ELEMENTS * 0.85);
    expect(whole.bytes).toBeLessThan(MOST_BYTES * 0.85);
    expect(asRuled.references).toBe(0);
  });

  test.each([
    [40, 10, 40, 0],
    [60, 20, 30, 3],
    [40, 1_000, 6, 1],
    [15, 3_000, 5, 4],
  ])(
    '%i fields of %i letters, %i times below %i others: references where copies would pass a budget',
    (...generation) => {
      const { asRuled, whole } = generated(...generation);
      expect(whole.elements > MOST_ELEMENTS || whole.bytes > MOST_BYTES).toBe(true);
      expect(asRuled.references).toBeGreaterThan(0);
      expect(asRuled.elements).toBeLessThanOrEqual(MOST_ELEMENTS);
      expect(asRuled.bytes).toBeLessThanOrEqual(MOST_BYTES);
      // Not fewer copies than there is room for.
      expect(asRuled.elements > MOST_ELEMENTS * 0.8 || asRuled.bytes > MOST_BYTES * 0.8).toBe(true);
    },
  );
});
