import type { Shape } from './field-shape.ts';

/** Facts of a row that replace those of its schema: a parameter has a description of its own. */
export type RowOverrides = Partial<Pick<Shape, 'descriptions' | 'facts' | 'marks' | 'examples' | 'namedExamples'>>;

export function overridden(shape: Shape, overrides: RowOverrides): Shape {
  const { namedExamples, examples = [] } = overrides;
  return {
    ...shape,
    marks: [...new Set([...(overrides.marks ?? []), ...shape.marks])],
    facts: [...shape.facts, ...(overrides.facts ?? [])],
    descriptions: [...new Set([...(overrides.descriptions ?? []), ...shape.descriptions])],
    examples: examples.length === 0 ? shape.examples : examples,
    ...(namedExamples === undefined ? {} : { namedExamples }),
  };
}
