import { type Components, componentName } from '../../model/components.ts';
import { withoutExtensions } from '../../model/extensions.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { mergeSchema } from '../../model/schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { allowsNull, typesOf, variantsOf } from '../../model/schema/types.ts';
import { type Annotations, compact, type RamlNode, without } from './annotations.ts';
import { CircularSchemas } from './circular-schemas.ts';
import { cutAliasCycles, propertyKey, requiredProperty, simplified } from './declarations.ts';
import { type Faceted, isCount, pick, scalarFacets } from './facets.ts';
import { withListsOfTheirOwn } from './list-names.ts';
import { nameCircularParts } from './named-parts.ts';
import { freeEndlessTypes } from './recursion.ts';
import { withWritableCycles } from './recursive-references.ts';
import { TypeNames } from './type-names.ts';
import { schemaDefault, schemaExamples } from './values.ts';

const OBJECT_KEYWORDS = 'properties required additionalProperties patternProperties minProperties maxProperties'.split(
  ' ',
);
const NO_DEPTH_LEFT = 60;
/**
 * Unions in one named type; where variants multiply each other through `allOf`, ten lines of schema would be a million
 * of them.
 */
const MOST_UNIONS = 100;

/**
 * JSON Schema → RAML types (RAML 1.0 "RAML Data Types"). Named schemas stay named types, so that cycles are edges;
 * `allOf` is merged; variants become unions of named types. Keywords that RAML lacks go into the annotation
 * `x-json-schema`.
 */
export class Types {
  readonly #components: Components;
  readonly #annotations: Annotations;
  readonly #names: TypeNames;
  readonly #added = new Map<string, RamlNode>();
  readonly #circular: CircularSchemas;
  readonly #shared = new Map<string, string>();
  #unions = 0;

  constructor(components: Components, annotations: Annotations) {
    this.#components = components;
    this.#annotations = annotations;
    this.#names = new TypeNames(Object.keys(components.record.schemas));
    this.#circular = new CircularSchemas(
      (wanted) => this.#names.fresh(wanted),
      (name, declaration) => this.#added.set(name, declaration),
    );
  }

  /** The declarations of all components and of the types that had to be named on the way. Call it last. */
  declarations(): RamlNode {
    const declared = Object.entries(this.#components.record.schemas).map(([component, schema]) => {
      const name = this.#names.of(component);
      return [
        name,
        { ...(name === component ? {} : { displayName: component }), ...this.declaration(schema, name) },
      ] as const;
    });
    const all = cutAliasCycles(new Map<string, RamlNode>([...declared, ...this.#added]));
    const named = nameCircularParts(all, (wanted) => this.#names.fresh(wanted));
    const freed = freeEndlessTypes(named, this.#annotations);
    return Object.fromEntries(withWritableCycles(withListsOfTheirOwn(freed, this.#annotations), this.#annotations));
  }

  /** @param owner names the types that must be declared for it, such as variants */
  declaration(schema: JsonSchema, owner: string): RamlNode {
    this.#unions = 0;
    this.#circular.startCounting();
    return this.#declare(schema, owner, 0);
  }

  #declare(schema: JsonSchema, owner: string, depth: number): RamlNode {
    if (schema === true || depth > NO_DEPTH_LEFT) return { type: 'any' };
    if (schema === false) return { type: 'any', ...this.#annotations.say('x-json-schema', { not: {} }) };
    if (depth === 0 || (schema.allOf === undefined && !this.#isDescribedListOfLists(schema)))
      return this.#expanded(schema, owner, depth);
    const declared = this.#circular.declare(schema, owner, () => this.#expanded(schema, owner, depth));
    return declared ?? { type: 'any', ...this.#annotations.say('x-json-schema', withoutExtensions(schema)) };
  }

  #expanded(schema: JsonSchemaObject, owner: string, depth: number): RamlNode {
    if (schema.$ref !== undefined) return this.#referring(schema, schema.$ref, owner, depth);
    const { schema: merged, parts } = mergeSchema(schema, this.#components);
    const body = this.#body(merged, owner, depth);
    const rest = without(merged, [...body.said, 'description', 'title', 'default', 'examples', 'deprecated']);
    return {
      type: body.type,
      ...compact({ displayName: merged.title, description: merged.description }),
      ...body.facets,
      ...schemaDefault(merged, this.#components, this.#annotations),
      ...schemaExamples(merged, this.#components),
      ...this.#annotations.say('x-deprecated', merged.deprecated),
      ...this.#annotations.say(
        'x-all-of',
        parts.map((part) => this.#names.of(part)),
      ),
      ...this.#annotations.say('x-json-schema', withoutExtensions(rest)),
      ...this.#annotations.extensions(merged),
    };
  }

  /** Beside a reference only what does not narrow the type may stand; the rest is said in the annotation. */
  #referring(schema: JsonSchemaObject, ref: string, owner: string, depth: number): RamlNode {
    const { $ref: _, ...own } = schema;
    const { title, description, deprecated, ...rest } = own;
    const name = this.#names.of(componentName(ref));
    if (this.#isDescribedListOfLists(schema)) {
      const { title: _title, examples: _examples, ...list } = mergeSchema({ $ref: ref }, this.#components).schema;
      return { ...this.#declare({ ...list, ...own }, owner, depth + 1), ...this.#annotations.say('x-type', name) };
    }
    return {
      type: name,
      ...compact({ displayName: title, description }),
      ...this.#annotations.say('x-deprecated', deprecated),
      ...this.#annotations.say('x-json-schema', withoutExtensions(rest)),
      ...this.#annotations.extensions(rest),
    };
  }

  /** AMF, which most readers are built on, cannot derive a type from a list of lists. */
  #isDescribedListOfLists({ $ref: ref, ...own }: JsonSchemaObject): boolean {
    if (ref === undefined || Object.keys(own).length === 0) return false;
    const { items } = mergeSchema({ $ref: ref }, this.#components).schema;
    return items !== undefined && typesOf(mergeSchema(items, this.#components).schema).includes('array');
  }

  #body(schema: JsonSchemaObject, owner: string, depth: number): Faceted {
    const keyword = schema.oneOf !== undefined ? 'oneOf' : 'anyOf';
    const variants = variantsOf({ [keyword]: schema[keyword] });
    if (variants.length > 0 && variants.some(({ schema: variant }) => this.#describes(variant))) {
      this.#unions += 1;
      // Nothing is said of it here, so that all of it goes into the annotation.
      return this.#unions > MOST_UNIONS
        ? { type: 'any', facets: {}, said: [] }
        : this.#union(schema, keyword, owner, depth);
    }
    const types = typesOf(schema);
    if (types.length === 0)
      return { type: allowsNull(schema) ? 'nil' : 'any', facets: {}, said: allowsNull(schema) ? ['type'] : [] };
    const plain =
      allowsNull(schema) && schema.enum !== undefined
        ? { ...schema, enum: schema.enum.filter((value) => value !== null) }
        : schema;
    const members = types.map((type) => this.#ofType(type, plain, owner, depth));
    const [only] = members;
    if (members.length === 1 && only !== undefined && !allowsNull(schema))
      return { ...only, said: ['type', ...only.said] };
    // A union has no facets of its own: one with facets becomes a named type.
    const named = members.map(({ type, facets }, index) =>
      Object.keys(facets).length === 0 ? type : this.#add(`${owner}-${types[index]}`, { type, ...facets }),
    );
    const said = [...new Set(members.flatMap((member) => member.said))].filter(
      (word) => members.length === 1 || word !== 'enum',
    );
    return {
      type: [...named, ...(allowsNull(schema) ? ['nil'] : [])].join(' | '),
      facets: {},
      said: ['type', ...said],
    };
  }

  /** A variant that only adds conditions (`required`, `not`) to the schema around it makes no type. */
  #describes(variant: JsonSchema): boolean {
    return (
      typeof variant === 'object' &&
      Object.keys(variant).some(
        (keyword) => !['required', 'not', 'description', 'title', 'minProperties', 'maxProperties'].includes(keyword),
      )
    );
  }

  #union(schema: JsonSchemaObject, keyword: 'oneOf' | 'anyOf', owner: string, depth: number): Faceted {
    const {
      [keyword]: list,
      description: _d,
      title: _t,
      default: _v,
      examples: _e,
      discriminator: _c,
      deprecated: _p,
      ...base
    } = schema;
    const shared = Object.keys(withoutExtensions(base));
    const names = variantsOf({ [keyword]: list }).map(({ schema: variant, name }, index) => {
      if (
        shared.length === 0 &&
        typeof variant === 'object' &&
        variant.$ref !== undefined &&
        Object.keys(variant).length === 1
      )
        return this.#names.of(componentName(variant.$ref));
      const whole =
        shared.length === 0
          ? variant
          : { allOf: [variant, Object.fromEntries(shared.map((word) => [word, base[word]]))] };
      const place = `${owner}-${name === null ? index + 1 : this.#names.of(name)}`;
      const declared = this.#declare(whole, place, depth + 1);
      return typeof declared['type'] === 'string' &&
        Object.keys(declared).length === 1 &&
        !declared['type'].includes(' ')
        ? declared['type']
        : this.#add(place, declared);
    });
    const nothing = (list?.length ?? 0) > names.length ? ['nil'] : [];
    return {
      type: [...new Set([...names, ...nothing])].join(' | '),
      facets: this.#annotations.say('x-one-of', keyword === 'oneOf' && names.length > 1 ? true : null),
      said: [...shared, keyword],
    };
  }

  /** Declares a type for a part that many places share, such as a header of the components. */
  shared(key: string, wanted: string, declare: () => RamlNode): string {
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const name = this.#add(wanted, declare());
    this.#shared.set(key, name);
    return name;
  }

  #add(wanted: string, declaration: RamlNode): string {
    const name = this.#names.fresh(wanted);
    this.#added.set(name, declaration);
    return name;
  }

  #ofType(type: string, schema: JsonSchemaObject, owner: string, depth: number): Faceted {
    if (type === 'array') return this.#list(schema, owner, depth);
    if (type === 'object') return this.#object(schema, owner, depth);
    return scalarFacets(type, schema) ?? { type: 'any', facets: {}, said: [] };
  }

  #list(schema: JsonSchemaObject, owner: string, depth: number): Faceted {
    const limits = pick('array', schema, {
      minItems: isCount,
      maxItems: isCount,
      uniqueItems: (value) => typeof value === 'boolean',
    });
    if (!isRecord(schema.items)) return limits;
    return {
      ...limits,
      facets: { items: simplified(this.#declare(schema.items, `${owner}-item`, depth + 1)), ...limits.facets },
      said: ['items', ...limits.said],
    };
  }

  #object(schema: JsonSchemaObject, owner: string, depth: number): Faceted {
    const limits = pick('object', schema, { minProperties: isCount, maxProperties: isCount });
    const required = new Set(schema.required);
    const declared = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const declaration = this.#declare(property, `${owner}-${name}`, depth + 1);
      return [
        propertyKey(name),
        required.has(name) ? requiredProperty(name, declaration) : { ...declaration, required: false },
      ] as const;
    });
    const undeclared = [...required]
      .filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
      .map((name) => [propertyKey(name), { type: 'any', required: true }] as const);
    const patterns = Object.entries(schema.patternProperties ?? {}).map(
      ([pattern, part], index) =>
        [`/${pattern}/`, this.#declare(part, `${owner}-pattern-${index + 1}`, depth + 1)] as const,
    );
    const free = isRecord(schema.additionalProperties)
      ? [['//', this.#declare(schema.additionalProperties, `${owner}-any`, depth + 1)] as const]
      : [];
    const properties = Object.fromEntries([...declared, ...undeclared, ...patterns, ...free]);
    // RAML forbids patterns in an object that is closed.
    const closes =
      schema.additionalProperties === false &&
      !Object.keys(properties).some((key) => key.startsWith('/') && key.endsWith('/'));
    const facets = {
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(closes ? { additionalProperties: false } : {}),
      ...limits.facets,
    };
    const said = OBJECT_KEYWORDS.filter(
      (keyword) => keyword !== 'additionalProperties' || closes || schema.additionalProperties !== false,
    );
    return {
      type: 'object',
      facets,
      said: [
        ...said.filter((keyword) => !keyword.endsWith('inProperties') && !keyword.endsWith('axProperties')),
        ...limits.said,
      ],
    };
  }
}
