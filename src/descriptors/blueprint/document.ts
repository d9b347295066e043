import { setOwn } from '../../model/own-property.ts';
import { setOperation } from '../../model/path-items.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { Budget } from '../budget.ts';
import { embeddedSchema } from '../json-schema-text.ts';
import { type Block, itemsOf, readMetadata, readSections, type Section, textOfBlocks } from './blocks.ts';
import { type DeclaredType, declaredModels, declaredTypes } from './declared-types.ts';
import { type Heading, headingOf } from './headings.ts';
import { type JsonObject, referenceTo, toSchema } from './mson.ts';
import { type ActionDraft, addTemplate, parameterName, type ResourceDraft, toOperation } from './operations.ts';
import {
  type BlueprintContext,
  type BlueprintProblem,
  headersOf,
  isStray,
  type Keyword,
  keywordOf,
  otherIncludes,
  readPayload,
  typeIn,
  withBodies,
} from './payloads.ts';
import { parseUriTemplate, pathBelow } from './uri-template.ts';

/** Blueprint as an OpenAPI 3.2 document. */
interface BlueprintDocument {
  readonly document: JsonObject;
  /** Offset in the text of each object that was converted from one place. */
  readonly offsets: ReadonlyMap<object, number>;
  readonly problems: readonly BlueprintProblem[];
}

/** Maximum number of characters in the names of the requests that a response answers. */
const LONGEST_NAME = 500;
/** Maximum number of characters of models, attributes and headers, counted at each use. */
const MOST_REPEATED = 5_000_000;

/** Converts the text of a blueprint. @param fallback title of an API without a name */
export function toDocument(text: string, fallback: string): BlueprintDocument {
  const metadata = readMetadata(text);
  const sections = readSections(text, metadata.end);
  return new Conversion(text, sections).convert(metadata.fields, fallback);
}

class Conversion {
  readonly #text: string;
  readonly #sections: readonly Section[];
  readonly #offsets = new Map<object, number>();
  readonly #problems: BlueprintProblem[] = [];
  readonly #context: BlueprintContext;
  readonly #types = new Map<string, DeclaredType>();
  /** Schemas in JSON that refer to parts of themselves. */
  readonly #embedded = new Map<string, JsonObject>();
  readonly #names: UniqueNames;
  readonly #actions = new Map<string, ActionDraft>();
  /** Names and texts of resources, by path. */
  readonly #paths = new Map<string, { summary: string; readonly texts: string[]; readonly start: number }>();
  readonly #groups = new Map<string, string[]>();
  readonly #repeated = new Budget<number>(MOST_REPEATED, (offset) =>
    this.#warn(
      offset,
      'Models, attributes and headers are repeated too often; the rest was left out.',
      'Write what is repeated once, as a data structure, or split the blueprint into several.',
    ),
  );
  #host = '';
  /** Level of the last bracketed heading without a path, whose actions are left out. */
  #wrong = Infinity;
  #group: string | null = null;
  /** Resource of the next actions; null if its heading has no path, or there is none. */
  #resource: ResourceDraft | null = null;
  #title: string | null = null;
  /** Description to which plain headings are added. */
  #texts: string[] = [];
  readonly #description = this.#texts;

  constructor(text: string, sections: readonly Section[]) {
    this.#text = text;
    this.#sections = sections;
    for (const type of declaredTypes(sections)) if (!this.#types.has(type.name)) this.#types.set(type.name, type);
    this.#names = new UniqueNames('', this.#types.keys());
    this.#context = {
      text,
      types: new Map([...this.#types].map(([name, { declared }]) => [name, declared.type])),
      structures: new Map(),
      models: declaredModels(sections),
      note: (value, offset) => {
        this.#offsets.set(value, offset);
        return value;
      },
      payloads: new Map(),
      schemes: new Map(),
      warn: (problem) => void this.#problems.push(problem),
      repeats: (characters, offset) => this.#repeated.take(characters, offset),
      embed: (schema, offset) => this.#embed(schema, offset),
    };
  }

  convert(metadata: ReadonlyMap<string, string>, fallback: string): BlueprintDocument {
    let isInTypes = false;
    for (const problem of otherIncludes(this.#text)) this.#context.warn(problem);
    this.#host = metadata.get('HOST') ?? '';
    const format = metadata.get('FORMAT') ?? '1A';
    if (!/^1A\d*$/i.test(format))
      this.#warn(0, `The format ${format} is not known; it was read as 1A.`, 'Write “FORMAT: 1A”.');
    for (const section of this.#sections) {
      const heading = this.#headingOf(section, isInTypes);
      if (heading !== null) this.#read(section, heading);
      isInTypes = heading === null ? isInTypes : heading.kind === 'types';
      if (heading === null && !isInTypes) this.#addText(section);
    }
    const description = this.#description.join('\n\n');
    const others = [...metadata].filter(([key]) => !['FORMAT', 'HOST', 'VERSION'].includes(key));
    if (this.#paths.size + this.#actions.size + this.#groups.size + this.#types.size === 0)
      this.#warn(0, 'The file has no resource and no action.', 'Add one, such as “# Books [GET /books]”.');
    const document = {
      FORMAT: format,
      info: {
        title: this.#title ?? fallback,
        version: metadata.get('VERSION') ?? '1',
        ...(description !== '' && { description }),
        ...Object.fromEntries(
          others.map(([key, value]) => [`x-${key.toLowerCase()}`, value === 'true' || (value !== 'false' && value)]),
        ),
      },
      ...(this.#host !== '' && { servers: [{ url: this.#host }] }),
      ...(this.#groups.size > 0 && {
        tags: [...this.#groups].map(([name, texts]) => ({
          name,
          ...(texts.length > 0 && { description: texts.join('\n\n') }),
        })),
      }),
      paths: this.#toPaths(),
      components: { schemas: this.#toSchemas(), securitySchemes: Object.fromEntries(this.#context.schemes) },
    };
    return { document, offsets: this.#offsets, problems: this.#problems };
  }

  /** Heading of a section, with its URI as a path; null for text. */
  #headingOf(section: Section, isInTypes: boolean): Heading | null {
    const heading = headingOf(section);
    if (heading === null) return null;
    if (heading.kind === 'wrong') {
      const isText = isInTypes || (this.#title === null && this.#paths.size + this.#actions.size === 0);
      if (!isText) this.#wrong = Math.min(this.#wrong, section.level);
      if (!isText && heading.call.startsWith('/') && section.level <= (this.#resource?.level ?? Infinity))
        this.#resource = null;
      if (!isText && /[A-Z/{ ]/.test(heading.call))
        this.#warn(
          section.start,
          `“${heading.call}” is neither a path nor a method with a path; the heading was read as text.`,
          'Correct it, or remove the brackets.',
        );
      return null;
    }
    if (section.level <= this.#wrong) this.#wrong = Infinity;
    if (!('uri' in heading) || heading.uri === null) return heading;
    const path = pathBelow(this.#host, heading.uri);
    if (!path.isAsWritten)
      this.#warn(
        section.start,
        `“${heading.uri}” was read as the path “${path.template}”.`,
        'Write the path, and the address as HOST.',
      );
    return { ...heading, uri: path.template };
  }

  #read(section: Section, heading: Heading): void {
    if (heading.kind === 'wrong') return;
    if (heading.kind === 'types') {
      this.#texts = [];
      this.#describe(section.blocks);
    } else if (heading.kind === 'group') {
      this.#group = heading.name;
      this.#texts = this.#groups.get(heading.name) ?? [];
      this.#groups.set(heading.name, this.#texts);
      this.#describe(section.blocks);
    } else if (heading.kind === 'resource') this.#readResource(section, heading);
    else {
      const { begins, method, name, uri } = heading;
      const path = uri ?? (section.level > this.#wrong ? undefined : this.#resource?.uri);
      if (path === undefined) {
        this.#texts = [];
        const message = 'Neither the action nor the heading above it has a path, so it was left out.';
        this.#warn(section.start, message, 'Give one of them a path.');
        return;
      }
      if (begins) this.#resource = { name, uri: path, parameters: new Map(), headers: [], level: section.level };
      this.#readAction(section, method, path, name);
    }
  }

  #readResource(section: Section, { name, uri }: { readonly name: string; readonly uri: string }): void {
    const { path } = parseUriTemplate(uri);
    const known = this.#paths.get(path) ?? { summary: name, texts: [], start: section.start };
    this.#paths.set(path, known);
    this.#texts = known.texts;
    const found = this.#describe(section.blocks, ['parameters', 'headers', 'attributes', 'model']);
    this.#resource = {
      name,
      uri,
      level: section.level,
      parameters: new Map(
        found
          .filter(({ keyword }) => keyword === 'parameters')
          .flatMap(({ item }) => itemsOf(item).map((one) => [parameterName(one), one])),
      ),
      headers: found
        .filter(({ keyword }) => keyword === 'headers')
        .flatMap(({ item }) => headersOf(item, this.#context)),
    };
    if (name !== '') return;
    for (const { item, keyword } of found) {
      const message = `Nothing can refer to the ${keyword} of a resource without a name.`;
      if (keyword === 'attributes' || keyword === 'model') this.#warn(item.start, message, 'Name the resource.');
    }
  }

  #readAction(section: Section, method: string, uri: string, name: string): void {
    const template = parseUriTemplate(uri === '' ? '/' : uri);
    for (const part of template.left)
      this.#warn(section.start, `The part “${part}” of the URI is never sent, so it was left out.`, 'Remove it.');
    const key = `${method} ${template.path}`;
    const known = this.#actions.get(key);
    const action: ActionDraft = known ?? {
      method,
      path: template.path,
      inTemplates: [],
      templateNames: new Set(),
      start: section.start,
      summary: name,
      group: this.#group,
      relation: null,
      descriptions: [],
      parameters: new Map(),
      attributes: null,
      requests: [],
      responses: [],
      headers: [...(this.#resource?.headers ?? [])],
    };
    this.#actions.set(key, action);
    addTemplate(action, template);
    if (known !== undefined) {
      const message = `${key} is described a second time; both were read as one operation.`;
      this.#warn(section.start, message, 'Join the two actions, or give one another method or path.');
      if (name !== '' && name !== known.summary) action.descriptions.push(`**${name}**`);
    }
    const inTemplate = new Set(template.parameters.map((parameter) => parameter['name']));
    for (const [parameter, item] of this.#resource?.parameters ?? [])
      if (inTemplate.has(parameter) || uri === this.#resource?.uri) action.parameters.set(parameter, item);
    this.#texts = action.descriptions;
    const found = this.#describe(withBodies(section.blocks, this.#text), [
      ...(['parameters', 'headers', 'attributes', 'relation', 'request', 'response'] as const),
    ]);
    let request = '';
    let names: string[] = [];
    for (const { keyword, first, mediaType, item } of found) {
      if (keyword === 'parameters') for (const one of itemsOf(item)) action.parameters.set(parameterName(one), one);
      else if (keyword === 'headers') action.headers.push(...headersOf(item, this.#context));
      else if (keyword === 'attributes')
        action.attributes = { schema: toSchema(typeIn(first), item.blocks, this.#context, 'object'), item };
      else if (keyword === 'relation') action.relation = first.trim();
      else if (keyword === 'request') {
        const payload = readPayload(item, first, mediaType, this.#context);
        if (names.length === 0) request = '';
        if (payload.name !== '') names.push(payload.name);
        action.requests.push(payload);
      } else {
        if (names.length > 0) request = names.join(', ').slice(0, LONGEST_NAME).toWellFormed();
        names = [];
        const payload = readPayload(item, '', mediaType, this.#context);
        action.responses.push({ status: first === '' ? '200' : first, payload, request });
      }
    }
  }

  /** Adds free text to the description. @returns the list sections that are expected */
  #describe(blocks: readonly Block[], expected: readonly Keyword[] = []) {
    const found = blocks.flatMap((block) => keywordOf(block) ?? []).filter(({ keyword }) => expected.includes(keyword));
    const items = new Set<Block>(found.map(({ item }) => item));
    let run: Block[] = [];
    for (const block of [...blocks, null]) {
      if (block !== null && expected.length > 0 && !items.has(block) && isStray(block))
        this.#warn(block.start, `“${block.header}” is no section here; it was left out.`, 'Correct it, or indent it.');
      else if (block !== null && !items.has(block)) run.push(block);
      else if (run.length > 0) {
        this.#texts.push(textOfBlocks(this.#text, run));
        run = [];
      }
    }
    return found;
  }

  /** Adds a heading without a meaning of its own: the first one is the name of the API. */
  #addText(section: Section): void {
    const isName =
      this.#title === null && section.level > 0 && this.#paths.size + this.#actions.size + this.#groups.size === 0;
    if (isName) this.#title = section.title;
    else if (section.level > 0) this.#texts.push(`${'#'.repeat(section.level)} ${section.title}`);
    this.#describe(section.blocks);
  }

  #toSchemas(): JsonObject {
    const schemas: JsonObject = {};
    for (const [name, { declared, blocks, section }] of this.#types) {
      const schema = toSchema({ ...declared, value: '' }, blocks, this.#context, 'object');
      setOwn(schemas, name, this.#context.note(schema, section.start));
    }
    for (const [name, schema] of this.#embedded) setOwn(schemas, name, schema);
    return schemas;
  }

  /** Places a JSON Schema; one that refers to parts of itself becomes a component. */
  #embed(schema: object, offset: number): JsonObject {
    if (!JSON.stringify(schema).includes('"$ref":"#')) return this.#context.note(embeddedSchema(schema, ''), offset);
    const name = this.#names.claim('Schema');
    this.#embedded.set(name, this.#context.note(embeddedSchema(schema, referenceTo(name)), offset));
    return { $ref: referenceTo(name) };
  }

  #toPaths(): JsonObject {
    const paths: JsonObject = {};
    const items = new Map<string, JsonObject>();
    const itemOf = (path: string, start: number): JsonObject => {
      const known = items.get(path) ?? this.#context.note({}, start);
      items.set(path, known);
      return known;
    };
    for (const [path, { summary, texts, start }] of this.#paths) {
      const description = texts.join('\n\n');
      Object.assign(itemOf(path, start), {
        ...(summary !== '' && { summary }),
        ...(description !== '' && { description }),
      });
    }
    for (const action of this.#actions.values()) {
      const item = itemOf(action.path, action.start);
      const operation = toOperation(action, this.#context);
      setOperation(item, action.method, operation);
    }
    for (const [path, item] of items) setOwn(paths, path === '' ? '/' : path, item);
    return paths;
  }

  #warn(offset: number, message: string, remedy: string): void {
    this.#context.warn({ offset, message, remedy });
  }
}
