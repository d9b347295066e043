import type { JsonSchemaObject } from '../model/schema/schema.ts';

/** A schema of one side, ready to be compared. */
export interface Seen {
  /** Schema with everything folded in but the named parts of both sides, which are compared by themselves. */
  readonly own: JsonSchemaObject;
  /** Schema with everything folded in. */
  readonly full: JsonSchemaObject;
  /** Required fields of {@link Seen.full}. */
  readonly required: ReadonlySet<string>;
}
