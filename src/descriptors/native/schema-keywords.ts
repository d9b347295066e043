import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from '../../model/components.ts';
import { isExtension } from '../../model/extensions.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { type DiscriminatorObject, isSchema, type JsonSchema } from '../../model/schema/schema.ts';
import { isUnknownKey } from '../keys-of-schemas.ts';
import { escapePointerSegment } from '../positions.ts';

/** Callbacks of the conversion of one schema. */
interface KeywordConversion {
  /** The component that a reference leads to, as a reference. */
  reference(reference: string, pointer: string): string;
  /** The same for a bare schema name, as discriminators have it; undefined when there is none. */
  schemaName(name: string): string | undefined;
  malformed(keyword: string, pointer: string): void;
  /** A key that is no keyword, of a schema. */
  unknownKey(key: string, pointer: string, schema: object): void;
}

/** A schema with every reference in it converted; keywords that hold no schema stay as they are. */
export function convertKeywords(schema: JsonSchema, pointer: string, conversion: KeywordConversion): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      const place = `${pointer}/${escapePointerSegment(keyword)}`;
      if (isUnknownKey(keyword)) conversion.unknownKey(keyword, place, schema);
      const converted = convertKeyword(keyword, value, place, conversion);
      return converted === undefined ? [] : [converted];
    }),
  );
}

type Entry = readonly [keyword: string, value: unknown];

function convertKeyword(
  keyword: string,
  value: unknown,
  pointer: string,
  conversion: KeywordConversion,
): Entry | undefined {
  // Any other value was reported by the check of the structure, and later code does not expect it.
  if (keyword === '$ref')
    return typeof value === 'string' ? [keyword, conversion.reference(value, pointer)] : undefined;
  // The descriptor's own places are gone in the model; a base URI would make every reference relative to it.
  if (keyword === '$schema' || keyword === '$id') return undefined;
  if (keyword === 'example') return ['examples', [value]];
  if (Object.hasOwn(OPENAPI_KEYWORDS, keyword) && OPENAPI_KEYWORDS[keyword]?.(value) === false) {
    conversion.malformed(keyword, pointer);
    return undefined;
  }
  if (keyword === 'discriminator')
    return [keyword, convertDiscriminator(value as DiscriminatorObject, pointer, conversion)];
  if (ONE_SCHEMA.has(keyword) && isSchema(value)) return [keyword, convertKeywords(value, pointer, conversion)];
  if (LIST_OF_SCHEMAS.has(keyword) && Array.isArray(value)) {
    return [
      keyword,
      value.map((item: unknown, index) =>
        isSchema(item) ? convertKeywords(item, `${pointer}/${index}`, conversion) : item,
      ),
    ];
  }
  if (MAP_OF_SCHEMAS.has(keyword) && isRecord(value)) {
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      isSchema(item) ? convertKeywords(item, `${pointer}/${escapePointerSegment(key)}`, conversion) : item,
    ]);
    return [keyword, Object.fromEntries(entries)];
  }
  return [keyword, value];
}

function convertDiscriminator(
  discriminator: DiscriminatorObject,
  pointer: string,
  conversion: KeywordConversion,
): DiscriminatorObject {
  if (discriminator.mapping === undefined) return discriminator;
  const mapping = Object.entries(discriminator.mapping).map(([value, target]) => [
    value,
    conversion.schemaName(target) ?? conversion.reference(target, `${pointer}/mapping/${escapePointerSegment(value)}`),
  ]);
  return { ...discriminator, mapping: Object.fromEntries(mapping) };
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isFlag: Test = (value) => typeof value === 'boolean';
const isMapping: Test = (value) => isRecord(value) && Object.values(value).every(isText);

/** An object with these members and `x-` ones. */
function isObjectOf(members: Readonly<Record<string, Test>>, required: readonly string[] = []): Test {
  return (value) =>
    isRecord(value) &&
    required.every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(
      ([key, member]) => isExtension(key) || (Object.hasOwn(members, key) && members[key]?.(member) === true),
    );
}

const NODE_TYPES: readonly unknown[] = ['element', 'attribute', 'text', 'cdata', 'none'];

/** Keywords of OpenAPI that JSON Schema does not check: whether a value has their shape. */
const OPENAPI_KEYWORDS: Readonly<Record<string, Test>> = {
  discriminator: isObjectOf({ propertyName: isText, mapping: isMapping, defaultMapping: isText }, ['propertyName']),
  externalDocs: isObjectOf({ url: isText, description: isText }, ['url']),
  nullable: isFlag,
  xml: isObjectOf({
    name: isText,
    namespace: isText,
    prefix: isText,
    attribute: isFlag,
    wrapped: isFlag,
    nodeType: (value) => NODE_TYPES.includes(value),
  }),
};

const ONE_SCHEMA: ReadonlySet<string> = new Set(SCHEMA_KEYWORDS);
const LIST_OF_SCHEMAS: ReadonlySet<string> = new Set(SCHEMA_LIST_KEYWORDS);
const MAP_OF_SCHEMAS: ReadonlySet<string> = new Set(SCHEMA_MAP_KEYWORDS);
