import { setOwn } from '../../../model/own-property.ts';
import { UniqueNames } from '../../../model/unique-name.ts';
import { isRecord } from '../../../schema/json-values.ts';
import { toObject } from '../../../schema/merged-schema.ts';
import { componentName, componentReference, schemaTitle } from '../../../schema/references.ts';
import {
  isSchema,
  type JsonSchema,
  type JsonSchemaObject,
  SCHEMA_KEYWORDS,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
  subschemasOf,
} from '../../../schema/schema.ts';
import { digest } from '../names.ts';

/** Schemas by the name of their `$dynamicAnchor`. */
type Anchors = ReadonlyMap<string, JsonSchema>;

/** Converted `$dynamicRef`. */
interface DynamicReference {
  readonly anchor: string;
  /** Keywords beside the `$dynamicRef`. */
  readonly own: JsonSchemaObject;
  /** Target if none of the schemas that lead to the reference has the anchor. */
  readonly otherwise: JsonSchema;
}

/** Maximum number of schemas visited while references are bound: copies may refer to further copies. */
const MOST_VISITS = 200_000;
/** Matches keywords that a schema may have beside `$ref` and still be only another name of its target. */
const OF_ALIAS = /^(?:\$defs|\$comment|title|description|x-.*)$/;
const NONE: Anchors = new Map();

/**
 * Replaces the dynamic references of one descriptor (JSON Schema 2020-12, core §8.2.3.2), which the model does not
 * have. A named schema with such references is copied for each of their targets. For the target `Member`, the copy of
 * `Page` is `MemberPage` if that schema only sets the target of the anchor in `Page`, else a new one, `PageOfMember`.
 */
export class DynamicReferences {
  readonly #references = new Map<JsonSchemaObject, DynamicReference>();
  /** Anchors of a schema and of its `$defs`. */
  readonly #anchors = new Map<JsonSchemaObject, Anchors>();
  /** Name of each copy by its key, see `#keyOf`. */
  readonly #copies = new Map<string, string>();
  readonly #waiting: { readonly copy: string; readonly name: string; readonly scope: Anchors }[] = [];
  readonly #names = new UniqueNames('_');
  #schemas: Readonly<Record<string, unknown>> = {};
  /** Anchors to which each named schema refers, directly or through other schemas. */
  #wanted: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #visits = 0;

  /** Whether all references are bound; otherwise, some still have their default target. */
  get isComplete(): boolean {
    return this.#visits <= MOST_VISITS;
  }

  declare(schema: JsonSchemaObject, anchors: Anchors): void {
    this.#anchors.set(schema, anchors);
  }

  refer(reference: DynamicReference): JsonSchemaObject {
    const schema = joined(reference.own, reference.otherwise);
    this.#references.set(schema, reference);
    return schema;
  }

  /** Replaces all dynamic references by their targets, in place, and adds the copies to the schemas. */
  bind(schemas: Record<string, unknown>): void {
    if (this.#references.size === 0) return;
    this.#schemas = schemas;
    for (const name of Object.keys(schemas)) this.#names.claim(name);
    this.#wanted = this.#anchorsWanted();
    const results = new Map<JsonSchemaObject, JsonSchema>();
    for (const [name, schema] of Object.entries(schemas)) {
      if (!isSchema(schema) || typeof schema === 'boolean') continue;
      const anchors = this.#anchors.get(schema);
      if (anchors !== undefined) results.set(schema, this.#boundComponent(name, schema, anchors));
    }
    for (const schema of [...this.#anchors.keys(), ...this.#references.keys()])
      if (!results.has(schema)) results.set(schema, this.#bound(schema, NONE));
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      setOwn(schemas, next.copy, toObject(this.#bound(this.#schemas[next.name], next.scope)));
    // Outer schemas are replaced by whole copies, so that the order does not matter.
    for (const [schema, bound] of results) replace(schema, bound);
  }

  #boundComponent(name: string, schema: JsonSchemaObject, anchors: Anchors): JsonSchema {
    const { $ref, ...own } = schema;
    const target = $ref === undefined ? '' : componentName($ref);
    const key = this.#keyOf(target, anchors);
    if (key === null) return this.#bound(schema, NONE);
    const isAlias = !this.#copies.has(key) && Object.keys(own).every((keyword) => OF_ALIAS.test(keyword));
    if (isAlias) this.#copies.set(key, name);
    const whole = toObject(this.#bound(this.#schemas[target], anchors));
    const rest = toObject(this.#bound(own, anchors));
    return isAlias ? { ...whole, ...rest } : { ...rest, allOf: [whole, ...(rest.allOf ?? [])] };
  }

  /** Copies the parts of a schema that change. @param outer anchors around the schema, which override its own */
  #bound(schema: unknown, outer: Anchors): JsonSchema {
    if (!isSchema(schema)) return {};
    this.#visits += 1;
    if (typeof schema === 'boolean' || !this.isComplete) return schema;
    const reference = this.#references.get(schema);
    const anchors = this.#anchors.get(reference?.own ?? schema);
    const scope = anchors === undefined ? outer : new Map([...anchors, ...outer]);
    if (reference !== undefined) {
      const target = scope.get(reference.anchor) ?? reference.otherwise;
      return joined(toObject(this.#bound(reference.own, outer)), this.#bound(target, scope));
    }
    const { $ref } = schema;
    const changed = {
      ...($ref !== undefined && { $ref: this.#boundReference($ref, scope) }),
      ...changedParts(schema, (part) => this.#bound(part, scope)),
    };
    const keywords = Object.keys(changed);
    return keywords.length === 0 || (keywords[0] === '$ref' && keywords.length === 1 && changed.$ref === $ref)
      ? schema
      : { ...schema, ...changed };
  }

  /** Reference to the copy of a named schema for a scope, or the reference itself if the scope does not matter. */
  #boundReference($ref: string, scope: Anchors): string {
    const name = componentName($ref);
    const key = this.#keyOf(name, scope);
    if (key === null) return $ref;
    const known = this.#copies.get(key);
    if (known !== undefined) return componentReference('schemas', known);
    const own = new Map([...scope].filter(([anchor]) => this.#wanted.get(name)?.has(anchor) === true));
    const copy = this.#names.claim(`${name}Of${[...own.values()].map(nameOf).join('And')}`);
    this.#copies.set(key, copy);
    this.#waiting.push({ copy, name, scope: own });
    return componentReference('schemas', copy);
  }

  /** Key of the copy of a named schema; null if the schema has no reference to an anchor that the scope changes. */
  #keyOf(name: string, scope: Anchors): string | null {
    const wanted = [...(this.#wanted.get(name) ?? [])].filter((anchor) => scope.has(anchor)).toSorted();
    const bound = wanted.map((anchor) => [anchor, scope.get(anchor)]);
    const schema = this.#schemas[name];
    const own = isSchema(schema) && typeof schema === 'object' ? (this.#anchors.get(schema) ?? NONE) : NONE;
    const known = wanted.map((anchor) => [anchor, own.get(anchor)]);
    return JSON.stringify(bound) === JSON.stringify(known) ? null : JSON.stringify([name, bound]);
  }

  #anchorsWanted(): ReadonlyMap<string, ReadonlySet<string>> {
    const wanted = new Map<string, Set<string>>();
    const users = new Map<string, Set<string>>();
    const visit = (schema: JsonSchema, name: string): void => {
      if (typeof schema === 'boolean') return;
      const { anchor } = this.#references.get(schema) ?? {};
      if (anchor !== undefined) setIn(wanted, name).add(anchor);
      if (schema.$ref !== undefined) setIn(users, componentName(schema.$ref)).add(name);
      for (const { schema: part } of subschemasOf(schema)) visit(part, name);
    };
    for (const [name, schema] of Object.entries(this.#schemas)) if (isSchema(schema)) visit(schema, name);
    // Grows while it is read.
    const waiting = [...wanted.keys()];
    for (const name of waiting)
      for (const user of users.get(name) ?? []) {
        const own = setIn(wanted, user);
        const before = own.size;
        for (const anchor of wanted.get(name) ?? []) own.add(anchor);
        this.#visits += own.size;
        if (own.size > before && this.isComplete) waiting.push(user);
      }
    return wanted;
  }
}

/** Adds keywords to a schema; if it has one of them already, it becomes a part of their `allOf`. */
export function joined(own: JsonSchemaObject, target: JsonSchema): JsonSchemaObject {
  const schema = toObject(target);
  const isApart = Object.keys(schema).some((keyword) => Object.hasOwn(own, keyword));
  return isApart ? { ...own, allOf: [...(own.allOf ?? []), schema] } : { ...schema, ...own };
}

function changedParts(schema: JsonSchemaObject, change: (part: JsonSchema) => JsonSchema): JsonSchemaObject {
  const changed: Record<string, unknown> = {};
  for (const keyword of SCHEMA_KEYWORDS) {
    const part = schema[keyword];
    const next = isSchema(part) ? change(part) : part;
    if (next !== part) changed[keyword] = next;
  }
  for (const keyword of SCHEMA_LIST_KEYWORDS) {
    const parts = schema[keyword];
    const next = parts?.map(change);
    if (next?.some((part, index) => part !== parts?.[index]) === true) changed[keyword] = next;
  }
  for (const keyword of SCHEMA_MAP_KEYWORDS) {
    const parts = schema[keyword];
    if (!isRecord(parts)) continue;
    const entries = Object.entries(parts).map(([key, part]) => [key, isSchema(part) ? change(part) : part] as const);
    if (entries.some(([key, part]) => part !== parts[key])) changed[keyword] = Object.fromEntries(entries);
  }
  return changed;
}

function replace(schema: JsonSchemaObject, bound: JsonSchema): void {
  if (bound === schema) return;
  for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
  Object.assign(schema, bound);
}

/** Name of a target, for the name of a copy: `Member`, `String`. */
function nameOf(schema: JsonSchema): string {
  const { $ref, type } = toObject(schema);
  if ($ref !== undefined) return schemaTitle(componentName($ref));
  return typeof type === 'string' ? type.charAt(0).toUpperCase() + type.slice(1) : digest(JSON.stringify(schema));
}

function setIn(sets: Map<string, Set<string>>, name: string): Set<string> {
  const present = sets.get(name) ?? new Set<string>();
  sets.set(name, present);
  return present;
}
