import type { Components } from '../../model/components.ts';
import type { JsonSchemaObject } from '../../model/schema/schema.ts';
import { schemaTitle } from '../../model/schema/schema-title.ts';
import { schemasBelow } from './schemas-below.ts';

/** A named schema that fields of a page lead to, drawn on its own page alone. */
export interface FurtherSchema {
  readonly title: string;
  readonly href: string;
  /** Names of its fields, and of those written in place inside them. */
  readonly fields: readonly string[];
}

/** What a page says of its fields. */
interface Said {
  /** Named schemas in whose place stands a link to their pages. */
  readonly linked: ReadonlySet<string>;
  readonly isDrawn: (schema: string) => boolean;
  /** Names of all fields that stand there. */
  readonly names: ReadonlySet<string>;
}

/** More than real APIs lead to: all pages together stay in proportion to their descriptor. */
const MOST_REACHED = 2_000;
const MOST_LETTERS = 200_000;

/**
 * Of a page that has no room for all its fields, the names of the others (READING §11, item 1): those of every schema
 * that its links lead to, and that has a field of a name that does not stand there.
 */
export function furtherSchemas(
  { linked, isDrawn, names }: Said,
  components: Components,
  schemaPath: (schema: string) => string,
): readonly FurtherSchema[] {
  const reached = new Set(linked);
  const further: FurtherSchema[] = [];
  let letters = 0;
  // The set grows while it is gone through.
  for (const name of reached) {
    const schema = components.schema(name);
    if (typeof schema !== 'object') continue;
    const { fields, schemas } = components.remembered('names inside', schema, namesInside);
    for (const inner of schemas) if (reached.size < MOST_REACHED && !isDrawn(inner)) reached.add(inner);
    if (fields.every((field) => names.has(field))) continue;
    letters += fields.join('').length;
    if (letters > MOST_LETTERS) break;
    further.push({ title: schemaTitle(name), href: schemaPath(name), fields });
  }
  return further;
}

interface NamesInside {
  readonly fields: readonly string[];
  /** Named schemas that it refers to. */
  readonly schemas: readonly string[];
}

function namesInside(schema: JsonSchemaObject, components: Components): NamesInside {
  const schemas = new Set<string>();
  const fields = new Set<string>();
  const isReference = (name: string): boolean => schemas.add(name).size > 0;
  for (const { properties = {} } of schemasBelow([schema], components, isReference)) {
    for (const name of Object.keys(properties)) fields.add(name);
  }
  return { fields: [...fields], schemas: [...schemas] };
}
