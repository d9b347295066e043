import type { Components } from '../../model/components.ts';
import type { Field } from '../../model/field.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';

const MOST_ENTRIES = 500;
const DEEPEST = 6;

/** How many more entries one service may have; what is left out is counted, never silent. */
interface FieldBudget {
  left: number;
  truncated: boolean;
}

export function createBudget(): FieldBudget {
  return { left: MOST_ENTRIES, truncated: false };
}

interface Place {
  readonly prefix: string;
  readonly depth: number;
  /** Named schemas that are open above. */
  readonly open: ReadonlySet<string>;
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * Fields by name. Nested ones appear twice: in their parent's `fields`, and flattened beside it as `author/first` and
 * `chapters[]/heading`. A named schema that is open above is not entered again (`recursive`).
 */
export function fieldEntries(fields: readonly Field[], components: Components, budget: FieldBudget): Entry {
  const flat: [string, Entry][] = [];
  const enter = (field: Field, place: Place): [string, Entry] => {
    const { schema, name } = mergeSchema(field.getSchema(), components);
    const itemsName = schema.items === undefined ? null : components.resolveSchema(schema.items).name;
    const names = [name, itemsName].filter((opened) => opened !== null);
    const own = describe(field, names.at(-1) ?? null);
    const path = place.prefix + field.getName();
    const index = flat.push([path, own]) - 1;
    budget.left--;
    const nested = field.getFields();
    if (nested.length === 0) return [field.getName(), own];
    const marks = mayEnter(names, place, budget);
    if (marks !== null) {
      flat[index] = [path, { ...own, ...marks }];
      return [field.getName(), { ...own, ...marks }];
    }
    const below = {
      prefix: `${path}${field.isList() ? '[]' : ''}/`,
      depth: place.depth + 1,
      open: new Set([...place.open, ...names]),
    };
    const entry = {
      ...own,
      fields: Object.fromEntries(Array.from(withinBudget(nested, budget), (child) => enter(child, below))),
    };
    if (place.depth === 1) flat[index] = [path, entry];
    return [field.getName(), entry];
  };
  for (const field of withinBudget(fields, budget)) enter(field, { prefix: '', depth: 1, open: new Set() });
  return Object.fromEntries(flat);
}

/** Lazily: what an earlier field took is gone. */
function* withinBudget(fields: readonly Field[], budget: FieldBudget): Generator<Field> {
  for (const field of fields) {
    if (budget.left <= 0) {
      budget.truncated = true;
      return;
    }
    yield field;
  }
}

function mayEnter(names: readonly string[], place: Place, budget: FieldBudget): Entry | null {
  if (names.some((name) => place.open.has(name))) return { recursive: true };
  if (place.depth < DEEPEST) return null;
  budget.truncated = true;
  return { truncated: true };
}

function describe(field: Field, schemaName: string | null): Entry {
  const { enum: values, default: fallback, format, deprecated } = field.getMergedSchema();
  return {
    description: field.getDescription(),
    required: field.isRequired(),
    type: field.getType(),
    example: field.getExample(),
    ...(values === undefined ? {} : { enum: values }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(format === undefined ? {} : { format }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(schemaName === null ? {} : { schema: schemaName }),
  };
}
