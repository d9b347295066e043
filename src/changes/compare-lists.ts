import type { JsonSchema, JsonSchemaObject } from '../model/schema/schema.ts';
import { type At, inside } from './comparison.ts';

/** What a list holds: at each position, and after those. */
export function compareLists(
  at: At,
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  compare: (before: JsonSchema, after: JsonSchema, at: At) => void,
): void {
  const [first, second] = [before.prefixItems ?? [], after.prefixItems ?? []];
  for (let index = 0; index < Math.max(first.length, second.length); index += 1) {
    const place = inside(at, { kind: 'position', index });
    compare(first[index] ?? before.items ?? true, second[index] ?? after.items ?? true, place);
  }
  if (before.items !== undefined || after.items !== undefined)
    compare(before.items ?? true, after.items ?? true, inside(at, { kind: 'items' }));
}
