import type { Components } from '../../model/components.ts';
import { cyclesIn } from '../../model/connected-parts.ts';
import { setOwn } from '../../model/own-property.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { isRecord } from '../../schema/json-values.ts';
import { mergeSchema, toObject } from '../../schema/merged-schema.ts';
import { componentName } from '../../schema/references.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { allowsNull, typesOf, variantsOf } from '../../schema/types.ts';
import { type Annotations, compact, keywordsWithout, legalName, type RamlNode, simplified } from './annotations.ts';
import { exampleOf, type Faceted, facetsOf, isValidForAll } from './facets.ts';

/** Keywords that RAML can express on every type, including a reference. */
const DESCRIBING = ['title', 'description', 'deprecated'];
/** Keywords that RAML can express on every type except a reference. */
const VALUES = ['default', 'examples'];
/** Maximum nesting of schemas converted to RAML types; deeper ones stay JSON Schema. */
const DEEPEST = 60;

const ANY: Faceted = { type: 'any', facets: {}, said: [] };

/**
 * Converts JSON Schema to RAML types (RAML 1.0 "RAML Data Types"). A named schema becomes a named type, a choice a
 * union of named types. The annotation `x-json-schema` keeps all JSON Schema that RAML cannot express directly: other
 * keywords of a type, the additions of a nested `allOf` to a named schema, and any other nested `allOf` (type `any`).
 * RAML also allows JSON Schema as a type, but such a type would need a copy of every schema that it references.
 */
export class Types {
  readonly #components: Components;
  readonly #annotations: Annotations;
  readonly #taken: UniqueNames;
  /** Type names by component name. */
  readonly #names = new Map<string, string>();
  readonly #added = new Map<string, RamlNode>();
  readonly #shared = new Map<string, string>();

  constructor(components: Components, annotations: Annotations) {
    this.#components = components;
    this.#annotations = annotations;
    const names = Object.keys(components.record.schemas);
    const isLegal = (name: string): boolean => legalName(name) === name;
    this.#taken = new UniqueNames('-', names.filter(isLegal));
    for (const name of names) this.#names.set(name, isLegal(name) ? name : this.#taken.claim(legalName(name)));
  }

  /** Declares the types of all components and the types that were named during conversion. Call this last. */
  declarations(): RamlNode {
    const declared = Object.entries(this.#components.record.schemas).map(([component, schema]) => {
      const name = this.#nameOf(component);
      const displayName = name === component ? {} : { displayName: component };
      return [name, { ...displayName, ...this.declaration(schema, name) }] as const;
    });
    return Object.fromEntries(withoutCycles(new Map([...declared, ...this.#added]), this.#annotations));
  }

  /** @param owner prefix for the names of types that the schema needs, such as variants */
  declaration(schema: JsonSchema, owner: string): RamlNode {
    return this.#declare(schema, owner, 0);
  }

  #nameOf(component: string): string {
    return this.#names.get(component) ?? legalName(component);
  }

  #declare(given: JsonSchema, owner: string, depth: number): RamlNode {
    const schema = asReference(toObject(given), depth > 0);
    // A reference keeps its type: no facet may narrow it.
    if (schema.$ref !== undefined) {
      const { $ref: ref, ...own } = schema;
      return this.#described({ ...ANY, type: this.#nameOf(componentName(ref)) }, own, []);
    }
    const staysJsonSchema = depth > DEEPEST || (depth > 0 && !isWrittenInPlace(schema.allOf));
    const { schema: merged, parts } = staysJsonSchema ? { schema, parts: [] } : mergeSchema(schema, this.#components);
    const body = staysJsonSchema ? ANY : this.#body(merged, owner, depth);
    const facets = { ...body.facets, ...this.#default(merged), ...this.#examples(merged) };
    return this.#described({ ...body, facets, said: [...body.said, ...VALUES] }, merged, parts);
  }

  /** @param parts named schemas that were merged into the schema */
  #described({ type, facets, said }: Faceted, schema: JsonSchemaObject, parts: readonly string[]): RamlNode {
    const annotations = this.#annotations;
    return {
      type,
      ...compact({ displayName: schema.title, description: schema.description }),
      ...facets,
      ...annotations.say({
        'x-deprecated': schema.deprecated,
        'x-all-of': parts.map((part) => this.#nameOf(part)),
        'x-json-schema': keywordsWithout(schema, [...said, ...DESCRIBING]),
      }),
      ...annotations.extensions(schema),
    };
  }

  /** Writes the default value. Parsers always validate it, so a value that some might reject goes to an annotation. */
  #default(schema: JsonSchemaObject): RamlNode {
    const { default: value } = schema;
    if (value === undefined) return {};
    return isValidForAll(value, schema, this.#components)
      ? { default: value }
      : this.#annotations.say({ 'x-default': { value } });
  }

  #examples(schema: JsonSchemaObject): RamlNode {
    const written = (schema.examples ?? []).map((value) => exampleOf(value, schema, this.#components));
    if (written.length < 2) return written.length === 0 ? {} : { example: written[0] };
    return { examples: Object.fromEntries(written.map((example, index) => [`example${index + 1}`, example])) };
  }

  #body(schema: JsonSchemaObject, owner: string, depth: number): Faceted {
    const union = this.#union(schema, owner, depth);
    if (union !== undefined) return union;
    const nil = allowsNull(schema) ? ['nil'] : [];
    const [type, ...others] = typesOf(schema);
    if (type === undefined) return nil.length === 0 ? ANY : { ...ANY, type: 'nil', said: ['type'] };
    if (others.length > 0) return { ...ANY, type: [type, ...others, ...nil].join(' | '), said: ['type'] };
    const values = schema.enum?.filter((value) => value !== null || nil.length === 0);
    const body = this.#ofType(type, values === undefined ? schema : { ...schema, enum: values }, owner, depth);
    const said = ['type', ...body.said];
    if (nil.length === 0) return { ...body, said };
    // A union cannot have facets, so a type with facets gets a name.
    const hasFacets = Object.keys(body.facets).length > 0;
    const name = hasFacets ? this.#add(`${owner}-${type}`, { type: body.type, ...body.facets }) : body.type;
    return { ...ANY, type: `${name} | nil`, said };
  }

  /** Writes variants as a union; undefined if the schema has other keywords, which a RAML union cannot have. */
  #union(schema: JsonSchemaObject, owner: string, depth: number): Faceted | undefined {
    if (schema.oneOf === undefined && schema.anyOf === undefined) return undefined;
    const keyword = schema.oneOf !== undefined ? 'oneOf' : 'anyOf';
    const variants = variantsOf({ [keyword]: schema[keyword] });
    const apart = [keyword, 'discriminator', ...DESCRIBING, ...VALUES];
    const beside = Object.keys(keywordsWithout(schema, apart));
    if (variants.length === 0 || beside.some((word) => word !== 'type' || schema.type !== 'object')) return undefined;
    const names = variants.map(({ schema: variant, name }, index) => {
      const own = `${owner}-${name === null ? index + 1 : this.#nameOf(name)}`;
      const declared = this.#declare(variant, own, depth + 1);
      const written = simplified(declared);
      return typeof written === 'string' && !written.includes(' ') ? written : this.#add(own, declared);
    });
    const nil = (schema[keyword]?.length ?? 0) > names.length ? ['nil'] : [];
    return {
      type: [...new Set([...names, ...nil])].join(' | '),
      facets: this.#annotations.say({ 'x-one-of': keyword === 'oneOf' && names.length > 1 ? true : null }),
      said: [...beside, keyword],
    };
  }

  /** Declares a shared type for a component such as a header, once for each key. */
  shared(key: string, wanted: string, declare: () => RamlNode): string {
    const name = this.#shared.get(key) ?? this.#add(wanted, declare());
    this.#shared.set(key, name);
    return name;
  }

  #add(wanted: string, declaration: RamlNode): string {
    const name = this.#taken.claim(legalName(wanted));
    this.#added.set(name, declaration);
    return name;
  }

  #ofType(type: string, schema: JsonSchemaObject, owner: string, depth: number): Faceted {
    const limits = facetsOf(type, schema);
    const part = (inner: JsonSchema, name: string): RamlNode => this.#declare(inner, `${owner}-${name}`, depth + 1);
    if (type === 'object') return objectOf(schema, limits, part);
    const { items } = schema;
    // AMF, the basis of most parsers, cannot use a list of lists as a base type.
    if (type !== 'array' || !isRecord(items) || typesOf(mergeSchema(items, this.#components).schema).includes('array'))
      return limits;
    const facets = { items: simplified(part(items, 'item')), ...limits.facets };
    return { ...limits, facets, said: ['items', ...limits.said] };
  }
}

/** @param part declares a subschema; its second parameter makes the type name unique */
function objectOf(
  schema: JsonSchemaObject,
  limits: Faceted,
  part: (inner: JsonSchema, name: string) => RamlNode,
): Faceted {
  const { properties = {}, patternProperties = {}, additionalProperties: rest } = schema;
  const required = new Set(schema.required);
  const all: Record<string, unknown> = {};
  const declare = (name: string, property: JsonSchema): void => {
    const declaration = part(property, name);
    const isRequired = required.has(name);
    // A final question mark in the name would mean optional.
    const isPlain = isRequired && !name.endsWith('?');
    setOwn(all, propertyKey(name), isPlain ? simplified(declaration) : { ...declaration, required: isRequired });
  };
  for (const [name, property] of Object.entries(properties)) declare(name, property);
  for (const name of required) if (!Object.hasOwn(properties, name)) declare(name, true);
  for (const [index, [pattern, inner]] of Object.entries(patternProperties).entries())
    all[`/${pattern}/`] = part(inner, `pattern-${index + 1}`);
  if (isRecord(rest)) all['//'] = part(rest, 'any');
  // RAML forbids pattern properties together with `additionalProperties: false`.
  const closes = rest === false && !Object.keys(all).some(isPatternKey);
  const said = ['properties', 'required', 'patternProperties', ...limits.said];
  return {
    type: 'object',
    facets: { ...compact({ properties: all }), ...(closes ? { additionalProperties: false } : {}), ...limits.facets },
    said: rest === false && !closes ? said : [...said, 'additionalProperties'],
  };
}

/**
 * Converts an `allOf` of one named schema and additions to a reference with the additions beside it: at the top level
 * only if the additions are descriptive, and always in a nested schema, where `allOf` is not merged.
 */
function asReference(schema: JsonSchemaObject, isInner: boolean): JsonSchemaObject {
  if (schema.allOf === undefined) return schema;
  const { allOf, ...own } = schema;
  const [named, ...more] = allOf.filter((part) => isRecord(part) && Object.keys(part).join() === '$ref');
  if (!isRecord(named) || more.length > 0) return schema;
  const others = allOf.filter((part) => part !== named);
  const [only] = others;
  const isOne =
    others.length === 1 &&
    isRecord(only) &&
    Object.keys(own).every((key) => DESCRIBING.includes(key) && !Object.hasOwn(only, key));
  const additions = isOne ? { ...own, ...only } : others.length === 0 ? own : { ...own, allOf: others };
  const describes = Object.keys(keywordsWithout(additions, [...DESCRIBING, ...VALUES])).length === 0;
  return isInner || describes ? { ...additions, ...named } : schema;
}

/** Whether no part of an `allOf` is a reference or another `allOf`: such parts are merged at any depth. */
function isWrittenInPlace(allOf: readonly JsonSchema[] = []): boolean {
  return allOf.map(toObject).every(({ $ref: ref, allOf: inner }) => ref === undefined && inner === undefined);
}

/**
 * Writes a property name that looks like a pattern as a pattern that matches only this name. The same applies to
 * `__proto__`, which parsers that store properties in a JavaScript object would treat as the prototype.
 */
function propertyKey(name: string): string {
  return name === '__proto__' || isPatternKey(name) ? `/^${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/` : name;
}

type Declarations = ReadonlyMap<string, RamlNode>;

/** Function that replaces links in a declaration. A link is a part with a type, such as list items or a property. */
type Rewrite = (declaration: RamlNode, link: (part: RamlNode) => RamlNode) => RamlNode;

/**
 * Cuts the links that parsers reject in recursive types: lists that contain only each other, types that are only names
 * of each other, and required parts, which would make a value infinite. A cut link gets the type `any` and keeps its
 * type in the annotation `x-type`. Recursion through optional fields and possibly empty lists stays.
 */
function withoutCycles(declared: Declarations, annotations: Annotations): Declarations {
  const members = (expression: string): readonly string[] => expression.split(' | ');
  const withoutLists = withoutLinks(declared, toItems, members, annotations);
  const withoutNames = withoutLinks(withoutLists, (declaration, link) => link(declaration), members, annotations);
  // A value of a union needs none of the members in particular, so a union is not a link to its members.
  return withoutLinks(withoutNames, toNeeded, (expression) => [expression], annotations);
}

/** @param namesIn returns the type names in an expression that count as links */
function withoutLinks(
  declared: Declarations,
  rewrite: Rewrite,
  namesIn: (expression: string) => readonly string[],
  annotations: Annotations,
): Declarations {
  const targetsOf = (part: RamlNode): readonly string[] => namesIn(String(part['type']));
  const linksOf = (declaration: RamlNode): readonly string[] => {
    const links = [...targetsOf(declaration)];
    rewrite(declaration, (part) => {
      links.push(...targetsOf(part));
      return part;
    });
    return links;
  };
  const written = new Map(declared);
  for (const cycle of cyclesIn(new Map([...declared].map(([name, declaration]) => [name, linksOf(declaration)])))) {
    const circular = new Set(cycle);
    const cut = (part: RamlNode): RamlNode =>
      targetsOf(part).some((name) => circular.has(name))
        ? { ...part, type: 'any', ...annotations.say({ 'x-type': part['type'] }) }
        : part;
    for (const name of cycle) written.set(name, rewrite(declared.get(name) ?? {}, cut));
  }
  return written;
}

const toItems: Rewrite = (declaration, link) =>
  declaration['items'] === undefined
    ? declaration
    : { ...declaration, items: simplified(link(partOf(declaration['items']))) };

/** Replaces required parts, also inside optional parts: AMF, the basis of most parsers, follows even those. */
const toNeeded: Rewrite = (declaration, link) => {
  const { properties, items, minItems } = declaration;
  if (properties === undefined && items === undefined) return declaration;
  const inside = (written: unknown, isNeeded: boolean): unknown => {
    const part = toNeeded(partOf(written), link);
    return simplified(isNeeded ? link(part) : part);
  };
  const rewritten = Object.entries(isRecord(properties) ? properties : {}).map(([key, property]) => {
    const mayBeAbsent = isPatternKey(key) || (isRecord(property) && property['required'] === false);
    return [key, inside(property, !mayBeAbsent)] as const;
  });
  return {
    ...declaration,
    ...compact({
      properties: Object.fromEntries(rewritten),
      items: items === undefined ? null : inside(items, Number(minItems ?? 0) > 0),
    }),
  };
};

function partOf(written: unknown): RamlNode {
  return isRecord(written) ? written : { type: written };
}

/** Whether a property key is a pattern such as `/^a/`. */
function isPatternKey(key: string): boolean {
  return /^\/.*\/$/s.test(key);
}
