import type { JsonSchemaObject } from '../model/schema/schema.ts';

/** A schema of one side, ready to be compared. */
export interface Seen {
  /** With everything folded in but the named parts that both sides have: those are compared by themselves. */
  readonly own: JsonSchemaObject;
  /** With everything folded in. */
  readonly full: JsonSchemaObject;
  /** Of {@link Seen.full}. */
  readonly required: ReadonlySet<string>;
}
