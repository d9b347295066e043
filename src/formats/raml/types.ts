import type { Components } from '../../model/components.ts';
import { withoutExtensions } from '../../model/extensions.ts';
import { isRecord } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { componentName } from '../../schema/references.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { allowsNull, typesOf, variantsOf } from '../../schema/types.ts';
import { type Annotations, compact, isPattern, type RamlNode, simplified, without } from './annotations.ts';
import { withoutCycles } from './cycles.ts';
import { type Faceted, isCount, pick, scalarFacets } from './facets.ts';
import { TypeNames } from './type-names.ts';
import { schemaDefault, schemaExamples } from './values.ts';

/** Keywords of objects that RAML says, but for the limits. */
const OF_OBJECTS = ['properties', 'required', 'patternProperties'];
/** Keywords that have words of their own in RAML beside any type. */
const DESCRIBING = ['title', 'description', 'default', 'examples', 'deprecated'];
/** Deeper schemas stay JSON Schema. */
const DEEPEST = 60;
/** Foldings of `allOf` inside one named type; if each holds several others, ten lines would become a million. */
const MOST_FOLDED = 100;

/** Place of a schema in the type that is written. */
interface Place {
  /** Names the types that must be declared for it, such as variants. */
  readonly owner: string;
  readonly depth: number;
  /** Names of the schemas that are written out around it. */
  readonly open: readonly string[];
}

/**
 * JSON Schema → RAML types (RAML 1.0 "RAML Data Types"). Named schemas stay named types, so that cycles are edges;
 * `allOf` is merged; variants become unions of named types. A keyword that RAML lacks, or cannot say where it stands,
 * goes into the annotation `x-json-schema` as it is.
 */
export class Types {
  readonly #components: Components;
  readonly #annotations: Annotations;
  readonly #names: TypeNames;
  readonly #added = new Map<string, RamlNode>();
  readonly #shared = new Map<string, string>();
  #folded = 0;

  constructor(components: Components, annotations: Annotations) {
    this.#components = components;
    this.#annotations = annotations;
    this.#names = new TypeNames(Object.keys(components.record.schemas));
  }

  /** The declarations of all components and of the types that had to be named on the way. Call it last. */
  declarations(): RamlNode {
    const declared = Object.entries(this.#components.record.schemas).map(([component, schema]) => {
      const name = this.#names.of(component);
      return [
        name,
        { ...(name === component ? {} : { displayName: component }), ...this.declaration(schema, name, [component]) },
      ] as const;
    });
    return Object.fromEntries(withoutCycles(new Map([...declared, ...this.#added]), this.#annotations));
  }

  /** @param owner, open as in {@link Place} */
  declaration(schema: JsonSchema, owner: string, open: readonly string[] = []): RamlNode {
    this.#folded = 0;
    return this.#declare(schema, { owner, depth: 0, open });
  }

  #declare(schema: JsonSchema, place: Place): RamlNode {
    if (schema === true) return { type: 'any' };
    if (schema === false) return this.#asJsonSchema({ not: {} });
    const { $ref: ref, ...own } = withoutLoneAllOf(schema);
    if (ref !== undefined) return this.#referring(ref, own);
    if (place.depth > DEEPEST) return this.#asJsonSchema(schema);
    const { schema: merged, parts } = mergeSchema(schema, this.#components);
    if (place.depth > 0 && schema.allOf !== undefined) {
      this.#folded += 1;
      if (this.#folded > MOST_FOLDED || parts.some((part) => place.open.includes(part)))
        return this.#asJsonSchema(schema);
    }
    const body = this.#body(merged, { ...place, open: [...place.open, ...parts] });
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
      ...this.#annotations.say('x-json-schema', withoutExtensions(without(merged, [...body.said, ...DESCRIBING]))),
      ...this.#annotations.extensions(merged),
    };
  }

  #asJsonSchema(schema: JsonSchemaObject): RamlNode {
    return { type: 'any', ...this.#annotations.say('x-json-schema', withoutExtensions(schema)) };
  }

  /** Beside a reference only what does not narrow the type may stand; the rest is said in the annotation. */
  #referring(ref: string, { title, description, deprecated, ...rest }: JsonSchemaObject): RamlNode {
    return {
      type: this.#names.of(componentName(ref)),
      ...compact({ displayName: title, description }),
      ...this.#annotations.say('x-deprecated', deprecated),
      ...this.#annotations.say('x-json-schema', withoutExtensions(rest)),
      ...this.#annotations.extensions(rest),
    };
  }

  #body(schema: JsonSchemaObject, place: Place): Faceted {
    const union = this.#union(schema, place);
    if (union !== undefined) return union;
    const types = typesOf(schema);
    if (types.length === 0)
      return { type: allowsNull(schema) ? 'nil' : 'any', facets: {}, said: allowsNull(schema) ? ['type'] : [] };
    const plain =
      allowsNull(schema) && schema.enum !== undefined
        ? { ...schema, enum: schema.enum.filter((value) => value !== null) }
        : schema;
    const members = types.map((type) => this.#ofType(type, plain, place));
    const [only] = members;
    if (members.length === 1 && only !== undefined && !allowsNull(schema))
      return { ...only, said: ['type', ...only.said] };
    // A union has no facets of its own: one with facets becomes a named type.
    const named = members.map(({ type, facets }, index) =>
      Object.keys(facets).length === 0 ? type : this.#add(`${place.owner}-${types[index]}`, { type, ...facets }),
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

  /** Variants as a union; undefined where they stand beside other keywords, which a union in RAML cannot have. */
  #union(schema: JsonSchemaObject, place: Place): Faceted | undefined {
    const keyword = schema.oneOf !== undefined ? 'oneOf' : 'anyOf';
    const variants = variantsOf({ [keyword]: schema[keyword] });
    const beside = Object.keys(withoutExtensions(without(schema, [keyword, 'discriminator', ...DESCRIBING])));
    if (variants.length === 0 || beside.some((word) => word !== 'type' || schema.type !== 'object')) return undefined;
    const names = variants.map(({ schema: variant, name }, index) => {
      const owner = `${place.owner}-${name === null ? index + 1 : this.#names.of(name)}`;
      const declared = this.#declare(variant, { ...place, owner, depth: place.depth + 1 });
      const written = simplified(declared);
      return typeof written === 'string' && !written.includes(' ') ? written : this.#add(owner, declared);
    });
    const nothing = (schema[keyword]?.length ?? 0) > names.length ? ['nil'] : [];
    return {
      type: [...new Set([...names, ...nothing])].join(' | '),
      facets: this.#annotations.say('x-one-of', keyword === 'oneOf' && names.length > 1 ? true : null),
      said: [...beside, keyword],
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

  #ofType(type: string, schema: JsonSchemaObject, place: Place): Faceted {
    if (type === 'array') return this.#list(schema, place);
    if (type === 'object') return this.#object(schema, place);
    return scalarFacets(type, schema) ?? { type: 'any', facets: {}, said: [] };
  }

  /** A list of lists keeps its items in JSON Schema: AMF, which most readers are built on, derives no type from it. */
  #list(schema: JsonSchemaObject, place: Place): Faceted {
    const limits = pick('array', schema, {
      minItems: isCount,
      maxItems: isCount,
      uniqueItems: (value) => typeof value === 'boolean',
    });
    const { items } = schema;
    if (!isRecord(items) || typesOf(mergeSchema(items, this.#components).schema).includes('array')) return limits;
    return {
      ...limits,
      facets: { items: simplified(this.#part(items, place, 'item')), ...limits.facets },
      said: ['items', ...limits.said],
    };
  }

  #object(schema: JsonSchemaObject, place: Place): Faceted {
    const limits = pick('object', schema, { minProperties: isCount, maxProperties: isCount });
    const required = new Set(schema.required);
    const declared = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const declaration = this.#part(property, place, name);
      return [
        propertyKey(name),
        required.has(name) ? requiredProperty(name, declaration) : { ...declaration, required: false },
      ] as const;
    });
    const undeclared = [...required]
      .filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
      .map((name) => [propertyKey(name), { type: 'any', required: true }] as const);
    const patterns = Object.entries(schema.patternProperties ?? {}).map(
      ([pattern, part], index) => [`/${pattern}/`, this.#part(part, place, `pattern-${index + 1}`)] as const,
    );
    const free = isRecord(schema.additionalProperties)
      ? [['//', this.#part(schema.additionalProperties, place, 'any')] as const]
      : [];
    const properties = Object.fromEntries([...declared, ...undeclared, ...patterns, ...free]);
    // RAML forbids patterns in an object that is closed.
    const closes = schema.additionalProperties === false && !Object.keys(properties).some(isPattern);
    const saysRest = closes || schema.additionalProperties !== false;
    return {
      type: 'object',
      facets: {
        ...(Object.keys(properties).length === 0 ? {} : { properties }),
        ...(closes ? { additionalProperties: false } : {}),
        ...limits.facets,
      },
      said: [...OF_OBJECTS, ...(saysRest ? ['additionalProperties'] : []), ...limits.said],
    };
  }

  #part(schema: JsonSchema, place: Place, name: string): RamlNode {
    return this.#declare(schema, { ...place, owner: `${place.owner}-${name}`, depth: place.depth + 1 });
  }
}

/** A schema that only describes another, `allOf: [{ $ref }]` beside annotations, as a reference with these. */
function withoutLoneAllOf(schema: JsonSchemaObject): JsonSchemaObject {
  const { allOf, ...own } = schema;
  const [only, ...others] = allOf ?? [];
  return isRecord(only) &&
    Object.keys(only).join() === '$ref' &&
    others.length === 0 &&
    Object.keys(withoutExtensions(own)).every((keyword) => DESCRIBING.includes(keyword))
    ? { ...own, ...only }
    : schema;
}

/**
 * A name that reads as a pattern is written as one that matches nothing else; so is `__proto__`, which readers that
 * keep properties in an object of JavaScript take for its prototype.
 */
function propertyKey(name: string): string {
  return name === '__proto__' || isPattern(name) ? `/^${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/` : name;
}

/** The question mark at the end of a name means optional unless `required` is said. */
function requiredProperty(name: string, declaration: RamlNode): unknown {
  return name.endsWith('?') ? { ...declaration, required: true } : simplified(declaration);
}
