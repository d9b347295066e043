import type { JsonSchema } from '../model/schema/schema.ts';
import { countOf } from './constraint-words.ts';
import type { Content } from './field-shape.ts';

/** Where such a schema is drawn elsewhere, its description and demands are there too. */
export function isReferenceOnly(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return false;
  if (schema.$ref !== undefined) return Object.keys(schema).length === 1;
  return (
    schema.items !== undefined &&
    isReferenceOnly(schema.items) &&
    Object.keys(schema).every((keyword) => keyword === 'items' || keyword === 'type')
  );
}

export function countWords({ fieldCount, requiredCount }: Content): string {
  return requiredCount === 0
    ? countOf(fieldCount, 'field')
    : `${countOf(fieldCount, 'field')}, ${requiredCount} required`;
}

/** A list's own content (its positions) and that of its items. */
export function joined(own: Content, item: Content): Content {
  return {
    rows: [...own.rows, ...item.rows],
    variants: [...own.variants, ...item.variants],
    parts: [...own.parts, ...item.parts],
    note: item.note,
    hidden: item.hidden ?? own.hidden,
    fieldCount: own.fieldCount + item.fieldCount,
    requiredCount: own.requiredCount + item.requiredCount,
  };
}
