import { setOwn } from '../../model/own-property.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { isRecord } from '../../schema/json-values.ts';
import { placeInText } from '../../yaml/places.ts';
import { jsonOrText, parseJson } from '../json-text.ts';
import { TextProblem } from '../text-problem.ts';
import { type Block, codeOf, type ListItem, textOfBlocks } from './blocks.ts';
import { parseDeclaration } from './declaration.ts';
import { type JsonObject, type TypeContext, toSchema } from './mson.ts';

/** Problem with a part of the text. */
export interface BlueprintProblem {
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

export interface BlueprintContext extends TypeContext {
  /** Payloads that `+ Model` declares, by the names of their resources. */
  readonly models: ReadonlyMap<string, ListItem>;
  /** Security schemes of header fields that log in, by name. */
  readonly schemes: Map<string, JsonObject>;
  /** Models that were read. */
  readonly payloads: Map<ListItem, Payload>;
  warn(problem: BlueprintProblem): void;
  /** Spends the budget of repeated text; false once it is spent, which is reported once. */
  repeats(characters: number, offset: number): boolean;
  /** Returns the schema, or a reference to the component that was made of it. */
  embed(schema: object, offset: number): JsonObject;
}

/** Lines by which other tools include files: `<!-- include(a.md) -->`, `:[](a.md)`. */
const OTHER_INCLUDE = /^[ \t]*(?:<!--[ \t]*include\(([^)\n]*)\)|:\[[^\]\n]*\]\(([^)\s]*))/gm;

/** Lists the files that other tools would include before a blueprint is read. */
export function otherIncludes(text: string): readonly BlueprintProblem[] {
  return [...text.matchAll(OTHER_INCLUDE)].map(({ index, 1: ofAglio, 2: path = ofAglio }) => ({
    offset: index,
    message: `The file “${path}” is not included: Aglio or Hercule would do that before.`,
    remedy: 'Write them into one file, for example with “hercule api.apib -o whole.apib”.',
  }));
}

/** Header field with its value. */
type HeaderField = readonly [name: string, value: string];

/** Request or response of a transaction example. */
export interface Payload {
  readonly name: string;
  readonly mediaType: string | null;
  readonly description: string;
  readonly headers: readonly HeaderField[];
  readonly body: string | null;
  readonly schema: JsonObject | null;
  /** List item of a schema that several payloads share; null for a schema of its own. */
  readonly schemaItem: ListItem | null;
  readonly item: ListItem;
}

/** List sections by their first words; a request, response or model may have a media type in brackets. */
const KEYWORDS = {
  parameters: /^(?:URI )?Parameters?$/i,
  headers: /^Headers?$/i,
  body: /^Body$/i,
  schema: /^Schema$/i,
  attributes: /^Attributes?\s*(\(.*\))?$/i,
  relation: /^Relation:\s*(.+)$/i,
  request: /^Request(?:\s([^([\]]+))?$/i,
  response: /^Response(?:\s+(\d{3}))?$/i,
  model: /^(?:[^([\]]*\s)?Model$/i,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Matches the beginnings of all {@link KEYWORDS}; other items are not compared with each of them. */
const BEGINNING = /^(?:uri|param|header|body|schema|attrib|relation|request|response)|model/i;

export type Keyword = keyof typeof KEYWORDS;
const PAYLOADS: ReadonlySet<Keyword> = new Set<Keyword>(['request', 'response', 'model']);
/** Maximum length of the first line of a section; longer ones are text. */
const LONGEST_HEADER = 500;
/** Names of header fields whose values log in. */
export const CREDENTIAL =
  /(?:authorization|cookie2?|(?:api|auth|access|secret|subscription)[-_]?key|token|secret|password|-auth)$/i;
/** Reference to a model, `[Book][]`, which is the last paragraph of a text. */
const MODEL_REFERENCE = /^\[([^[\]\n]+)\]$|(?:^|\n[ \t]*\n)[ \t]*\[([^[\]\n]+)\]\[\]$/;
/** Sections of a payload: an object has one of each. */
const PARTS: ReadonlySet<Keyword> = new Set<Keyword>(['body', 'schema', 'attributes']);

interface ListSection {
  readonly keyword: Keyword;
  /** Text after the keyword: the name of a request, a status, a type in brackets. */
  readonly first: string;
  readonly mediaType: string;
  readonly item: ListItem;
}

/** Recognises the section that a list item begins; undefined for an item of a description. */
export function keywordOf(block: Block): ListSection | undefined {
  if (block.kind !== 'item' || block.header.length > LONGEST_HEADER || !BEGINNING.test(block.header)) return undefined;
  const { header } = block;
  const open = header.endsWith(')') ? header.lastIndexOf('(') : -1;
  const mediaType = open === -1 ? '' : header.slice(open + 1, -1);
  const words = open === -1 || mediaType.includes(')') ? header : header.slice(0, open).trim();
  for (const [keyword, pattern] of Object.entries(KEYWORDS)) {
    if (!isKeyword(keyword)) continue;
    const match = pattern.exec(PAYLOADS.has(keyword) ? words : header);
    if (match !== null) return { keyword, first: match[1] ?? '', mediaType, item: block };
  }
  return undefined;
}

/** True for an item with blocks below it that is a section, or contains one, where no section is expected. */
export function isStray(block: Block): block is ListItem {
  if (block.kind !== 'item' || block.blocks.length === 0) return false;
  return keywordOf(block) !== undefined || block.blocks.some((inner) => keywordOf(inner) !== undefined);
}

function isKeyword(name: string): name is Keyword {
  return Object.hasOwn(KEYWORDS, name);
}

/** Reads a request, a response or a model. */
export function readPayload(item: ListItem, name: string, mediaType: string, context: BlueprintContext): Payload {
  const { text } = context;
  const sections = item.blocks.flatMap((block) => keywordOf(block) ?? []).filter((section) => !isProse(section));
  const items = new Set<Block>(sections.map((section) => section.item));
  const known = new Set<Keyword>();
  for (const { keyword, item: section } of sections) {
    const isPart = PARTS.has(keyword);
    const isFirst = !known.has(keyword);
    known.add(keyword);
    if (keyword === 'headers' || (isPart && isFirst)) continue;
    const message = isPart
      ? `A second “${section.header}” was left out.`
      : `“${section.header}” stands inside of a request, response or model; it was left out.`;
    const remedy = isPart ? 'Write another request or response for it.' : 'Indent it by as much as the one around it.';
    context.warn({ offset: section.start, message, remedy });
  }
  const find = (wanted: Keyword) => sections.find(({ keyword }) => keyword === wanted);
  const own = item.blocks.filter((block) => !items.has(block));
  const plainTexts = own.filter((block) => block.kind === 'text').map((block) => textOfBlocks(text, [block]));
  const [reference] = plainTexts.flatMap((plain) => {
    const [, whole, last = whole] = MODEL_REFERENCE.exec(plain) ?? [];
    return last ?? [];
  });
  const model = reference === undefined ? undefined : context.models.get(reference);
  if (reference !== undefined && model === undefined) {
    const message = `No resource “${reference}” has a model.`;
    context.warn({ offset: item.start, message, remedy: 'Add “+ Model” to it, or correct the name.' });
  }
  const isKept = model !== undefined && model !== item && context.repeats(model.end - model.start, item.start);
  const modelled = isKept ? readModel(model, context) : undefined;
  const headers = [
    ...(modelled?.headers ?? []),
    ...sections.filter(({ keyword }) => keyword === 'headers').flatMap((section) => headersOf(section.item, context)),
  ];
  const bodySection = find('body');
  const code = bodySection === undefined ? own.filter((block) => block.kind === 'code') : [];
  const loose =
    code.length === 0 && sections.length === 0 ? own.filter((block) => isLooseBody(block, mediaType, text)) : [];
  if (loose.length > 0) {
    const message = 'The body is not indented as code.';
    context.warn({ offset: item.start, message, remedy: 'Indent every line of it by eight spaces.' });
  }
  const [bodyCode] = [...code, ...loose];
  const texts = own
    .filter((block) => block !== bodyCode)
    .map((block) =>
      reference === undefined ? textOfBlocks(text, [block]) : textOfBlocks(text, [block]).replace(MODEL_REFERENCE, ''),
    )
    .filter((one) => one !== '');
  const body = bodySection === undefined ? bodyCode && codeOf(text, bodyCode) : assetOf(bodySection.item, text);
  const asset = find('schema');
  const attributes = find('attributes');
  const schema =
    (asset && schemaOf(asset.item, context)) ??
    (attributes && toSchema(typeIn(attributes.first), attributes.item.blocks, context, 'object')) ??
    null;
  const type = mediaType.trim() || headers.find(([header]) => header.toLowerCase() === 'content-type')?.[1];
  return {
    name: name.trim(),
    mediaType: type ?? modelled?.mediaType ?? null,
    description: texts.join('\n\n') || (modelled?.description ?? ''),
    headers: headers.filter(([header]) => header.toLowerCase() !== 'content-type'),
    body: body ?? modelled?.body ?? null,
    schema: schema ?? modelled?.schema ?? null,
    schemaItem: null,
    item,
  };
}

function readModel(item: ListItem, context: BlueprintContext): Payload {
  const known = context.payloads.get(item);
  if (known !== undefined) return known;
  const payload = readPayload(item, '', keywordOf(item)?.mediaType ?? '', { ...context, models: new Map() });
  context.payloads.set(item, payload);
  return payload;
}

/** True for an item of a description that begins with the word of a section: `- Request the next page`. */
function isProse({ keyword, item }: ListSection): boolean {
  return (keyword === 'request' || keyword === 'model') && item.blocks.length === 0;
}

/** Type in the brackets of `+ Attributes (Book)`. */
export function typeIn(written: string): ReturnType<typeof parseDeclaration> {
  return parseDeclaration(`attributes ${written}`);
}

/** True for text that looks like JSON or XML, and not like a link; and for all text of a message that is text. */
function isLooseBody({ kind, start }: Block, mediaType: string, text: string): boolean {
  const begin = text.slice(start, start + 200);
  const looksSo = /^\s*[{<[]\s*(?:["\w?!{[]|$)/.test(begin) && !/^\s*\[[^\]"{]*\]/.test(begin);
  return kind === 'text' && (looksSo || /^\s*text\//i.test(mediaType));
}

/** Moves code that is not indented into the empty request or response before it; returns the other blocks. */
export function withBodies(blocks: readonly Block[], text: string): readonly Block[] {
  return blocks.filter((block, index) => {
    const before = blocks[index - 1];
    if (before?.kind !== 'item' || before.blocks.length > 0) return true;
    if (!/^re(?:quest|sponse)$/.test(keywordOf(before)?.keyword ?? '')) return true;
    if (block.kind !== 'code' && !isLooseBody(block, '', text)) return true;
    before.blocks.push(block);
    before.end = block.end;
    return false;
  });
}

/** Content of `+ Body`, `+ Schema` or `+ Headers`, which should be code. */
function assetOf(item: ListItem, text: string): string {
  const [only] = item.blocks;
  return item.blocks.length === 1 && only !== undefined ? codeOf(text, only) : textOfBlocks(text, item.blocks);
}

/** Header fields of a list; those that log in have no values. */
export function headersOf(item: ListItem, { text, warn }: BlueprintContext): readonly HeaderField[] {
  const lines = assetOf(item, text).split('\n');
  return lines.flatMap((line) => {
    const [before = '', ...value] = line.split(':');
    const name = before.replace(/^[-+*\s]+/, '').trimEnd();
    const written = value.join(':').trim();
    if (value.length === 0 || name === '' || /\s/.test(name)) {
      const message = 'A line of “Headers” is no header field; it was left out.';
      if (line.trim() !== '') warn({ offset: item.start, message, remedy: 'Write it as “Name: value”.' });
      return [];
    }
    const [scheme = ''] = /^(?:Basic|Bearer|Digest)\s+/i.exec(written) ?? [];
    if (!CREDENTIAL.test(name) || /^(?:[<{[]|\*+$|$)/.test(written.slice(scheme.length)))
      return [[name, written] as const];
    const message = `The value of “${name}” may log in, so the documentation does not contain it.`;
    warn({ offset: item.start, message, remedy: `Write “${name}: ${scheme}<secret>”, and replace what is in use.` });
    return [[name, `${scheme}<secret>`] as const];
  });
}

function schemaOf(item: ListItem, context: BlueprintContext): JsonObject | undefined {
  const json = assetOf(item, context.text);
  let remedy = 'Write an object, such as { "type": "string" }.';
  try {
    const schema = parseJson(json);
    if (isRecord(schema)) return context.embed(schema, item.start);
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    remedy = `Correct line ${placeInText(json, error.offset).line} of it: ${error.message}`;
  }
  context.warn({ offset: item.start, message: 'The schema is not JSON, so it was left out.', remedy });
  return undefined;
}

/** Contents of messages by media type, from all payloads of a request or of a response. */
export function contentOf(
  payloads: readonly Payload[],
  names: readonly string[],
  context: BlueprintContext,
): JsonObject | undefined {
  const byType = new Map<string, { readonly payload: Payload; readonly name: string }[]>();
  for (const [index, payload] of payloads.entries()) {
    if (payload.body === null && payload.schema === null && payload.mediaType === null) continue;
    const type = payload.mediaType ?? (payload.schema === null ? guessedType(payload.body ?? '') : 'application/json');
    const list = byType.get(type) ?? [];
    byType.set(type, list);
    list.push({ payload, name: payload.name || (names[index] ?? '') });
  }
  if (byType.size === 0) return undefined;
  const content: JsonObject = {};
  for (const [type, list] of byType) setOwn(content, type, mediaTypeOf(type, list, context));
  return content;
}

function mediaTypeOf(
  type: string,
  list: readonly { readonly payload: Payload; readonly name: string }[],
  { repeats }: BlueprintContext,
): JsonObject {
  const distinct = new Map(list.map(({ payload }) => [payload.schema, payload.schemaItem]));
  const schemas = new Map(
    [...distinct].flatMap(([one, item]) =>
      one !== null && (item === null || repeats(item.end - item.start, item.start)) ? [[JSON.stringify(one), one]] : [],
    ),
  );
  const [schema, ...others] = schemas.values();
  const bodies = list.filter(({ payload }) => payload.body !== null);
  const [only] = bodies;
  const names = new UniqueNames('-');
  const examples = bodies.map(({ payload, name }, index) => [
    names.claim(name || `example-${index + 1}`),
    { value: exampleOf(payload.body ?? '', type) },
  ]);
  const isNamed = bodies.length > 1 || (only?.name ?? '') !== '';
  return {
    ...(schema && { schema: others.length === 0 ? schema : { anyOf: [schema, ...others] } }),
    ...(bodies.length > 0 && isNamed && { examples: Object.fromEntries(examples) }),
    ...(only !== undefined && !isNamed && { example: exampleOf(only.payload.body ?? '', type) }),
  };
}

function guessedType(body: string): string {
  return isJson(body) ? 'application/json' : 'text/plain';
}

function isJson(text: string): boolean {
  return exampleOf(text, 'application/json') !== text;
}

function exampleOf(body: string, type: string): unknown {
  return /[/+]json\b/i.test(type) ? jsonOrText(body) : body;
}
