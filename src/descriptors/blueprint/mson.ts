import { setOwn } from '../../model/own-property.ts';
import { jsonOrText } from '../json-text.ts';
import { escapePointerSegment } from '../positions.ts';
import { TYPED_WORDS } from '../typed-words.ts';
import { type Block, itemsOf, type ListItem, textOfBlocks } from './blocks.ts';
import { type Declaration, parseDeclaration, plain, splitList } from './declaration.ts';

export type JsonObject = Record<string, unknown>;

/** Data of the blueprint that converting a type needs. */
export interface TypeContext {
  readonly text: string;
  /** Types that the blueprint declares, by name. */
  readonly types: ReadonlyMap<string, string | null>;
  /** Base types of declared types, as far as they are known. */
  readonly structures: Map<string, string>;
  /** Records where a converted object stands in the text. */
  note<T extends object>(value: T, offset: number): T;
}

/** Contents of a type, by the words of MSON that introduce them. */
interface TypeParts {
  readonly members: ListItem[];
  readonly enumMembers: ListItem[];
  readonly samples: ListItem[];
  readonly defaults: ListItem[];
  readonly choices: ListItem[];
  readonly mixins: ListItem[];
  readonly texts: string[];
}

const BASE_TYPES = new Set(['object', 'array', 'enum', 'string', 'number', 'boolean']);
const SAMPLE = /^(Sample|Default)(?:\s*:\s*(.*))?$/is;
const MIXIN = /^Include\s+(.+)$/is;

/** Converts a declared type with its members to a schema. */
export function toSchema(
  declared: Declaration,
  blocks: readonly Block[],
  context: TypeContext,
  implied = 'string',
): JsonObject {
  const parts = partsOf(blocks, context);
  const { name, inner } = typeOf(declared.type ?? impliedType(parts, implied));
  const isEnum = name === 'enum' || parts.enumMembers.length > 0;
  const base = isEnum ? 'enum' : name;
  const kind = structureOf(name, context);
  const schema =
    base === 'enum'
      ? toEnum(declared, name === 'enum' ? inner[0] : name, parts, context)
      : base === 'array'
        ? toArray(inner, declared, parts, context)
        : base === 'object'
          ? toObject(declared, parts, context)
          : referenceOr(name, parts, declared, kind, context);
  const description = [declared.description, ...parts.texts].filter((text) => text !== '').join('\n\n');
  if (description !== '') schema['description'] = description;
  addValues(schema, declared, parts, isEnum ? valueType(name === 'enum' ? inner[0] : name, context) : kind, context);
  return declared.attributes.has('nullable') ? nullable(schema) : schema;
}

function impliedType({ members, choices, mixins }: TypeParts, otherwise: string): string {
  return members.length + choices.length + mixins.length > 0 ? 'object' : otherwise;
}

function partsOf(blocks: readonly Block[], context: TypeContext): TypeParts {
  const parts: TypeParts = {
    members: [],
    enumMembers: [],
    samples: [],
    defaults: [],
    choices: [],
    mixins: [],
    texts: [],
  };
  const sort = (list: readonly Block[], members: ListItem[]): void => {
    for (const block of list) {
      if (block.kind !== 'item') parts.texts.push(textOfBlocks(context.text, [block]));
      else if (/^(?:Properties|Items)$/i.test(block.header)) sort(block.blocks, parts.members);
      else if (/^(?:Members|Values)$/i.test(block.header)) sort(block.blocks, parts.enumMembers);
      else if (/^One Of$/i.test(block.header)) parts.choices.push(block);
      else if (MIXIN.test(block.header)) parts.mixins.push(block);
      else if (SAMPLE.test(block.header)) (/^s/i.test(block.header) ? parts.samples : parts.defaults).push(block);
      else members.push(block);
    }
  };
  sort(blocks, parts.members);
  return parts;
}

/** Splits `array[A, B]` into the name and the types in brackets. */
function typeOf(type: string): { readonly name: string; readonly inner: readonly string[] } {
  const [, name = type, inner = ''] = /^([^[]+)\[(.*)\]$/s.exec(type) ?? [];
  return { name: baseName(name.trim()), inner: splitList(inner) };
}

function baseName(name: string): string {
  return BASE_TYPES.has(name.toLowerCase()) ? name.toLowerCase() : name;
}

/** Base type from which a type is derived. */
function structureOf(type: string, { types, structures }: TypeContext): string {
  const seen = new Set<string>();
  let name = type;
  for (; types.has(name) && !seen.has(name); name = structures.get(name) ?? typeOf(types.get(name) ?? 'object').name)
    seen.add(name);
  const structure = String(TYPED_WORDS.get(name.toLowerCase())?.['type'] ?? name);
  for (const derived of seen) structures.set(derived, structure);
  return structure;
}

function valueType(type: string | undefined, context: TypeContext): string {
  return type === undefined ? 'string' : structureOf(typeOf(type).name, context);
}

/** Schema of a type by its name, which the blueprint may declare. */
function namedSchema(type: string, context: TypeContext): JsonObject {
  const { name, inner } = typeOf(type);
  if (context.types.has(name)) return { $ref: referenceTo(name) };
  if (name === 'array') return { type: 'array', ...(inner.length > 0 && { items: eitherOf(inner, context) }) };
  if (name === 'enum') return inner[0] === undefined ? {} : namedSchema(inner[0], context);
  if (BASE_TYPES.has(name)) return { type: name };
  return { ...(TYPED_WORDS.get(name.toLowerCase()) ?? { $ref: referenceTo(name) }) };
}

export function referenceTo(type: string): string {
  return `#/components/schemas/${encodeURIComponent(escapePointerSegment(type.toWellFormed()))}`;
}

function eitherOf(types: readonly string[], context: TypeContext): JsonObject {
  const schemas = types.map((type) => namedSchema(type, context));
  return schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas };
}

function referenceOr(
  name: string,
  parts: TypeParts,
  declared: Declaration,
  kind: string,
  context: TypeContext,
): JsonObject {
  const schema = namedSchema(name, context);
  if (parts.members.length + parts.choices.length + parts.mixins.length === 0) return schema;
  if (kind === 'array') return { allOf: [schema, toArray([], declared, parts, context)] };
  if (kind === 'enum') return { anyOf: [schema, toEnum(declared, undefined, parts, context)] };
  const { allOf, ...own } = toObject(declared, parts, context);
  return { allOf: [schema, ...(Array.isArray(allOf) ? allOf : [])], ...own };
}

function toObject(declared: Declaration, parts: TypeParts, context: TypeContext): JsonObject {
  const isFixed = declared.attributes.has('fixed');
  const schema: JsonObject = { type: 'object' };
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const item of parts.members) {
    const member = parseDeclaration(item.header);
    const attributes = isFixed ? new Set([...member.attributes, 'fixed']) : member.attributes;
    const value = context.note(toSchema({ ...member, attributes }, item.blocks, context), item.start);
    if (member.isVariable) schema['additionalProperties'] = value;
    else setOwn(properties, member.name, value);
    const isRequired = attributes.has('required') || (isFixed && !attributes.has('optional'));
    if (isRequired && !member.isVariable) required.push(member.name);
  }
  if (Object.keys(properties).length > 0) schema['properties'] = properties;
  if (required.length > 0) schema['required'] = [...new Set(required)];
  if (isFixed || declared.attributes.has('fixed-type')) schema['additionalProperties'] ??= false;
  const mixins = parts.mixins.map(({ header }) => {
    const { type, name } = parseDeclaration(MIXIN.exec(header)?.[1] ?? '');
    return namedSchema(type ?? name, context);
  });
  const all = [...mixins, ...parts.choices.map((choice) => toChoices(choice, context))];
  if (all.length > 0) schema['allOf'] = all;
  return schema;
}

/** Alternatives of `One Of`: each is a property, a group of them, or a mixin. */
function toChoices(choice: ListItem, context: TypeContext): JsonObject {
  const description = textOfBlocks(
    context.text,
    choice.blocks.filter(({ kind }) => kind !== 'item'),
  );
  const oneOf = itemsOf(choice).map((block) => {
    const isGroup = /^Properties$/i.test(block.header);
    const parts = partsOf(isGroup ? block.blocks : [block], context);
    const schema = toObject(parseDeclaration(''), parts, context);
    const members = parts.members.map(({ header }) => parseDeclaration(header));
    const required = members.flatMap(({ attributes, isVariable, name }) =>
      attributes.has('optional') || isVariable ? [] : [name],
    );
    return context.note({ ...schema, ...(required.length > 0 && { required }) }, block.start);
  });
  return { oneOf, ...(description !== '' && { description }) };
}

function toArray(inner: readonly string[], declared: Declaration, parts: TypeParts, context: TypeContext): JsonObject {
  const members = parts.members.map((item) => ({ item, value: parseDeclaration(item.header, true) }));
  const typed = members.filter(({ item, value }) => value.type !== null || item.blocks.length > 0);
  const own = typed.map(({ item, value }) => context.note(toSchema(value, item.blocks, context), item.start));
  const ofInner = inner.length > 0 ? [eitherOf(inner, context)] : [];
  if (declared.attributes.has('fixed') && members.length > 0) {
    const items = members.map(({ item, value }) =>
      toSchema({ ...value, attributes: new Set([...value.attributes, 'fixed']) }, item.blocks, context),
    );
    return { type: 'array', prefixItems: items, items: false };
  }
  const all = [...ofInner, ...own];
  const items = all.length > 1 ? { anyOf: all } : (all[0] ?? (members.length > 0 ? { type: 'string' } : undefined));
  const type = valueType(inner[0], context);
  const values = members.filter(({ value }) => value.value !== '' && value.type === null);
  const sample = values.map(({ value }) => toValue(value.value, type));
  return { type: 'array', ...(items && { items }), ...(sample.length > 0 && { examples: [sample] }) };
}

function toEnum(declared: Declaration, type: string | undefined, parts: TypeParts, context: TypeContext): JsonObject {
  const base = valueType(type, context);
  const members = [...parts.enumMembers, ...parts.members].map((item) => parseDeclaration(item.header, true));
  const written =
    members.length > 0 ? members : splitList(declared.value).map((value) => parseDeclaration(value, true));
  const values = written.filter(({ value }) => value !== '');
  const texts = values.filter(({ description }) => description !== '');
  const own = values.map(({ value, type: itsType }) => toValue(value, itsType ?? base));
  return {
    ...namedSchema(type ?? 'string', context),
    ...(own.length > 0 && { enum: [...new Set(own)] }),
    ...(texts.length > 0 && {
      'x-enum-descriptions': Object.fromEntries(texts.map(({ value, description }) => [value, description])),
    }),
  };
}

/** Adds the value of a declaration as a constant, a default or an example, and the samples. */
function addValues(
  schema: JsonObject,
  { value, attributes, type }: Declaration,
  parts: TypeParts,
  kind: string,
  context: TypeContext,
): void {
  const isList = kind === 'array';
  const inner = isList ? valueType(typeOf(type ?? '').inner[0], context) : kind;
  const parse = (text: string): unknown =>
    isList ? splitList(text).map((part) => toValue(part, inner)) : toValue(text, kind);
  const isMembers = Array.isArray(schema['enum']) && parts.enumMembers.length + parts.members.length === 0;
  const examples: unknown[] = Array.isArray(schema['examples']) ? schema['examples'] : [];
  if (value !== '' && !isMembers) {
    if (attributes.has('fixed') && !isList) schema['const'] = parse(value);
    else if (attributes.has('default')) schema['default'] = parse(value);
    else examples.push(parse(value));
  }
  for (const item of parts.samples) examples.push(sampleOf(item, isList ? inner : kind, isList, context));
  for (const item of parts.defaults) schema['default'] = sampleOf(item, isList ? inner : kind, isList, context);
  if (examples.length > 0) schema['examples'] = examples;
}

/** Value of `+ Sample: red`, or of the list or text below `+ Sample`. */
function sampleOf({ header, blocks }: ListItem, type: string, isList: boolean, context: TypeContext): unknown {
  const written = SAMPLE.exec(header)?.[2];
  if (written !== undefined)
    return isList ? splitList(written).map((part) => toValue(part, type)) : toValue(written, type);
  const items = blocks.filter((block) => block.kind === 'item');
  if (items.length === 0) return toValue(textOfBlocks(context.text, blocks), type);
  if (type === 'object' && !isList) return objectSample(items, context);
  const values = items.map((item) => {
    const { value, type: its } = parseDeclaration(item.header, true);
    return toValue(value, its ?? type);
  });
  return isList || values.length > 1 ? values : values[0];
}

/** Object of the members below `+ Sample`, which may have members of their own. */
function objectSample(items: readonly ListItem[], context: TypeContext): JsonObject {
  const sample: JsonObject = {};
  for (const item of items) {
    const { name, value, type } = parseDeclaration(item.header);
    const inner = itemsOf(item);
    const kind = valueType(type ?? undefined, context);
    if (inner.length === 0) setOwn(sample, name, toValue(value, type ?? 'string'));
    else if (kind !== 'array') setOwn(sample, name, objectSample(inner, context));
    else
      setOwn(
        sample,
        name,
        inner.map((one) => toValue(parseDeclaration(one.header, true).value, typeOf(type ?? '').inner[0] ?? 'string')),
      );
  }
  return sample;
}

function toValue(written: string, type: string): unknown {
  const text = plain(written);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const isJson = type === 'number' || type === 'integer' ? /^-?\d/.test(text) : /^[[{]/.test(text) && type !== 'string';
  return isJson ? jsonOrText(text) : text;
}

function nullable(schema: JsonObject): JsonObject {
  const { type, description, enum: values, ...rest } = schema;
  const described = description === undefined ? {} : { description };
  if (typeof type !== 'string')
    return { anyOf: [{ ...rest, ...(values !== undefined && { enum: values }) }, { type: 'null' }], ...described };
  const all = Array.isArray(values) ? { enum: [...values, null] } : {};
  return { type: [type, 'null'], ...rest, ...all, ...described };
}
