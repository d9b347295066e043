import { isToken } from '../../model/media-types.ts';
import { fromEntries } from '../../model/own-property.ts';
import { setOperation } from '../../model/path-items.ts';
import { withoutSlashes } from '../../model/servers.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { isRecord, recordOf } from '../../schema/json-values.ts';
import type { DescriptorReader, ParsedFile, ReadContext } from '../contract.ts';
import { readDocument } from '../openapi/reader.ts';
import { Reading } from '../openapi/reading.ts';
import { written } from '../openapi/source-node.ts';
import { isWithinLimit } from '../parse.ts';
import { type Requirement, SecuritySchemes } from './auth.ts';
import { cookiesIn, descriptionOf, type Json, type Row, rowsOf, scalarText, urlOf, Variables } from './collection.ts';
import { type Call, type CallPath, OperationDraft, pathOf, requestParts, STATUS } from './requests.ts';
import { withoutSecrets } from './secrets.ts';

const SCHEMA = /^https?:\/\/schema\.(?:get)?postman\.com\/.*\/v2\.[01]\.\d+\//;

/**
 * Reader of Postman collections 2.0 and 2.1. Converts a collection to an OpenAPI 3.2 document, which the OpenAPI
 * reader then reads: requests with one method and path are one operation, folders are tags, saved responses examples.
 */
export const postman: DescriptorReader = {
  name: 'postman',
  formats: {
    postman: {
      title: 'Postman collection',
      schemas: '/item',
      services: '/item',
      cannotSay: ['contact', 'identifiers', 'license', 'tags'],
    },
  },
  recognises: (value) => isRecord(value) && isRecord(value['info']) && SCHEMA.test(scalarText(value['info']['schema'])),
  read(file, context) {
    if (!isRecord(file.value) || !isWithinLimit(file, 'Postman collections', context.report)) return undefined;
    const document = new Collection(file, context).toDocument();
    const record = readDocument(new Reading(file, '3.2', context, document));
    return { ...record, source: { ...record.source, format: 'postman' } };
  },
};

/** Settings that a folder or the collection passes on to what is in it. */
interface Level {
  readonly requirement: Requirement | undefined;
  readonly variables: Variables;
  readonly tag: string | undefined;
}

/** Request of a collection with what stands around it. */
interface PlacedCall {
  readonly call: Call;
  readonly auth: unknown;
  readonly responses: unknown;
  /** Place of the item. */
  readonly pointer: string;
  readonly level: Level;
  /** Address without the path of the request; its variables with addresses are replaced. */
  readonly address: string;
}

/** Address with a path: `https://{{host}}/v1`. */
const ADDRESS = /^([a-z][\w+.-]*:\/\/[^/]*)(\/.*)?$/is;

class Collection {
  readonly #file: ParsedFile;
  readonly #context: ReadContext;
  readonly #value: Json;
  readonly #schemes = new SecuritySchemes();
  readonly #tags: Json[] = [];
  readonly #tagNames = new UniqueNames(' ');
  /** Operations by method and path without the names of its parameters. */
  readonly #operations = new Map<
    string,
    { readonly method: string; readonly path: CallPath; readonly draft: OperationDraft }
  >();
  readonly #calls: PlacedCall[] = [];
  /** Parts that documentation cannot say: their name → the first place and the number of places. */
  readonly #leftOut = new Map<string, { readonly pointer: string; count: number }>();

  constructor(file: ParsedFile, context: ReadContext) {
    this.#file = file;
    this.#context = context;
    this.#value = withoutSecrets(recordOf(file.value), (pointer, name) =>
      this.#warn(
        pointer,
        'postman-secret',
        `The value of “${name}” is a secret; the documentation does not contain it.`,
        'Empty it here, and keep it in an environment or a vault of Postman.',
      ),
    );
  }

  toDocument(): Json {
    const { item, variable, auth } = this.#value;
    const info = isRecord(this.#value['info']) ? this.#value['info'] : {};
    const variables = new Variables(rowsOf(variable, '/variable'));
    const requirement = this.#schemes.requirementOf(auth, '/auth', variables);
    this.#noteLeftOut(this.#value, '');
    this.#readItems(item, '/item', { requirement, variables, tag: undefined });
    // If all addresses have the same path, it is the path of the server; else each request keeps its own.
    const isShared =
      new Set(this.#calls.map(({ address }) => withoutSlashes(ADDRESS.exec(address)?.[2] ?? ''))).size < 2;
    for (const placed of this.#calls) this.#addCall(placed, isShared);
    const description = descriptionOf(info);
    const drafts = [...this.#operations.values()].map(({ draft }) => draft);
    for (const { unansweredAccept } of drafts)
      if (unansweredAccept !== undefined) this.#note('types in “Accept” that no response has', unansweredAccept);
    const servers = mostCommon(drafts.map(({ servers: all }) => [...all.values()]));
    for (const [what, { pointer, count }] of this.#leftOut) {
      const message = `The collection has ${what} (${count}), which documentation cannot say; they were left out.`;
      this.#warn(pointer, 'postman-left-out', message, 'Describe what readers have to know of them in a description.');
    }
    return {
      openapi: '3.2.0',
      info: written(
        {
          title: scalarText(info['name']) || 'API',
          version: versionOf(info['version']),
          ...(description !== '' && { description }),
        },
        '/info',
        { title: 'name' },
      ),
      ...(servers.length > 0 && { servers }),
      ...(this.#tags.length > 0 && { tags: this.#tags }),
      ...(requirement !== undefined && { security: requirement === null ? [] : [requirement] }),
      paths: written(this.#toPaths(servers, requirement), '/item'),
      components: { securitySchemes: fromEntries(this.#schemes.all) },
    };
  }

  #toPaths(servers: readonly Json[], general: Requirement | undefined): Json {
    const paths = new Map<string, Record<string, unknown>>();
    for (const { method, path, draft } of this.#operations.values()) {
      const own = [...draft.servers.values()];
      const operation = draft.toOperation({
        ...(own.length > 0 && JSON.stringify(own) !== JSON.stringify(servers) && { servers: own }),
        ...(draft.requirements.some((one) => one !== general) && { security: alternativesOf(draft.requirements) }),
      });
      const item = paths.get(path.template) ?? {};
      paths.set(path.template, item);
      setOperation(item, method, operation);
    }
    return fromEntries([...paths].map(([template, item]) => [template, written(item, '/item')] as const));
  }

  #readItems(items: unknown, place: string, level: Level): void {
    if (!Array.isArray(items)) return;
    for (const [at, item] of items.entries()) {
      if (!isRecord(item)) continue;
      const pointer = `${place}/${at}`;
      this.#noteLeftOut(item, pointer);
      const variables = new Variables(rowsOf(item['variable'], `${pointer}/variable`), level.variables);
      if (item['request'] !== undefined) this.#readRequest(item, pointer, { ...level, variables });
      else if (!Array.isArray(item['item'])) this.#note('items without a request', pointer);
      else {
        const own = this.#schemes.requirementOf(item['auth'], `${pointer}/auth`, variables);
        const tag = this.#addTag(item, level.tag, pointer);
        this.#readItems(item['item'], `${pointer}/item`, {
          requirement: own === undefined ? level.requirement : own,
          variables,
          tag,
        });
      }
    }
  }

  #addTag(folder: Json, parent: string | undefined, pointer: string): string {
    const wanted = scalarText(folder['name']).trim() || 'Folder';
    const name = this.#tagNames.has(wanted) && parent !== undefined ? `${parent}: ${wanted}` : wanted;
    const tag = this.#tagNames.claim(name);
    const description = descriptionOf(folder);
    this.#tags.push(
      written(
        {
          name: tag,
          ...(tag !== wanted && { summary: wanted }),
          ...(description !== '' && { description }),
          ...(parent !== undefined && { parent }),
        },
        pointer,
      ),
    );
    return tag;
  }

  #readRequest(item: Json, pointer: string, level: Level): void {
    const { method, url: given, rest } = requestParts(item['request']);
    const { variables } = level;
    const place = `${pointer}/request`;
    const url = urlOf(given, `${place}/url`);
    const name = scalarText(item['name']).trim();
    if (url === undefined || !isToken(method)) {
      const message = `The request “${name}” has no ${url === undefined ? 'URL' : 'valid method'}; it was left out.`;
      this.#warn(place, 'missing-key', message, 'Write it in Postman, or delete the request.');
      return;
    }
    const call: Call = {
      name: name || `${method} ${scalarText(given)}`,
      description: descriptionOf(rest) || descriptionOf(item),
      method,
      url,
      headers: rowsOf(rest['header'], `${place}/header`),
      body: rest['body'],
      variables,
      place,
    };
    const address = addressOf(url.base, variables);
    this.#calls.push({ call, auth: rest['auth'], responses: item['response'], pointer, level, address });
  }

  #addCall({ call: given, auth, responses, pointer, level, address }: PlacedCall, isShared: boolean): void {
    const { requirement, variables, tag } = level;
    const [, origin = '', prefix = ''] = (isShared ? null : ADDRESS.exec(address)) ?? [];
    const segments = [...prefix.split('/').filter((segment) => segment !== ''), ...given.url.segments];
    const call = { ...given, url: { ...given.url, segments } };
    const { method, headers, place } = call;
    const path = pathOf(call.url, variables);
    const key = `${method} ${path.template.replaceAll(/\{[^{}]*\}/g, '{}')}`;
    const known = this.#operations.get(key) ?? { method, path, draft: new OperationDraft(call, path) };
    this.#operations.set(key, known);
    const { draft } = known;
    draft.add(call, path);
    if (tag !== undefined) draft.tags.add(tag);
    const server = this.#serverOf(origin || address, variables, `${place}/url`);
    if (server !== undefined) draft.servers.set(JSON.stringify(server), server);
    const own = this.#requirementOf(auth, headers, place, variables);
    const open = cookiesIn(headers).filter(({ value, isDisabled }) => !isDisabled && variables.isOpen(value));
    draft.requirements.push(this.#schemes.withCookies(own === undefined ? requirement : own, open));
    this.#readResponses(responses, `${pointer}/response`, call, draft);
  }

  #requirementOf(auth: unknown, headers: readonly Row[], place: string, variables: Variables): Requirement | undefined {
    const own = this.#schemes.requirementOf(auth, `${place}/auth`, variables);
    if (own !== undefined) return own;
    const header = headers.find(({ key, isDisabled }) => !isDisabled && key.toLowerCase() === 'authorization');
    return header && this.#schemes.ofHeader(header);
  }

  #readResponses(responses: unknown, place: string, call: Call, draft: OperationDraft): void {
    if (!Array.isArray(responses)) return;
    for (const [at, response] of responses.entries()) {
      if (!isRecord(response)) continue;
      const original = requestParts(response['originalRequest']);
      const pointer = `${place}/${at}`;
      const below = `${pointer}/originalRequest`;
      const url = urlOf(original.url, `${below}/url`);
      const headers = rowsOf(original.rest['header'], `${below}/header`);
      const name = scalarText(response['name']).trim() || call.name;
      const saved = { ...call, name, headers, body: original.rest['body'], place: below, ...(url && { url }) };
      if (url !== undefined) draft.add(saved, pathOf(url, call.variables), true);
      const code = scalarText(response['code']);
      if (code !== '' && !STATUS.test(code))
        this.#warn(
          `${pointer}/code`,
          'postman-left-out',
          `HTTP has no status code “${code.slice(0, 20)}”; the response was read as “default”.`,
          'Save the response with a code from 100 to 599.',
        );
      draft.addResponse(response, pointer, url === undefined ? call : saved);
    }
  }

  /** Returns the server of an address, whose variables become variables of the server. */
  #serverOf(address: string, variables: Variables, place: string): Json | undefined {
    if (address === '') return undefined;
    const used = new Map<string, Json>();
    const missing: string[] = [];
    const url = address.replaceAll(/\{\{([^{}]+)\}\}/g, (_, written: string) => {
      const name = written.trim();
      const row = variables.get(name);
      if (row === undefined) missing.push(name);
      const description = row?.description ?? '';
      used.set(name, { default: row?.value ?? name, ...(description !== '' && { description }) });
      return `{${name}}`;
    });
    if (missing.length > 0)
      this.#warn(
        place,
        'postman-variable',
        `The variable “${missing[0]}” has no value in the collection, so the address of the API is not known.`,
        'Give it a value among the variables of the collection.',
      );
    const trimmed = withoutSlashes(url);
    if (trimmed === '' || (missing.length > 0 && trimmed === `{${missing[0]}}`)) return undefined;
    return { url: trimmed, ...(used.size > 0 && { variables: fromEntries(used) }) };
  }

  /** Notes parts of a collection, a folder or a request that have no words in OpenAPI. */
  #noteLeftOut(part: Json, place: string): void {
    const events: readonly unknown[] = Array.isArray(part['event']) ? part['event'] : [];
    for (const [at, event] of events.entries()) {
      const script = isRecord(event) && isRecord(event['script']) ? event['script']['exec'] : undefined;
      if ([script].flat().some((line) => scalarText(line).trim() !== '')) this.#note('scripts', `${place}/event/${at}`);
    }
    const request = recordOf(part['request']);
    const settings = isRecord(part['protocolProfileBehavior']) ? Object.keys(part['protocolProfileBehavior']) : [];
    if (settings.length > 0) this.#note('settings of clients', `${place}/protocolProfileBehavior`);
    for (const key of ['proxy', 'certificate'])
      if (isRecord(request[key])) this.#note('settings of clients', `${place}/request/${key}`);
  }

  #note(what: string, pointer: string): void {
    const known = this.#leftOut.get(what);
    if (known === undefined) this.#leftOut.set(what, { pointer, count: 1 });
    else known.count++;
  }

  #warn(pointer: string, rule: string, message: string, remedy: string): void {
    const text = message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    this.#context.report({ ...this.#file.locate(pointer), severity: 'warning', rule, message: text, remedy }, pointer);
  }
}

/** Replaces variables with addresses in the base of a URL. */
function addressOf(base: string, variables: Variables): string {
  return (
    variables
      .resolve(base, ({ value }) => /[/:{]/.test(value))
      // A port after the address of a variable belongs to its host.
      .replace(
        /^((?:[a-z][\w+.-]*:\/\/)?[^/:]+)(:\d+)?(\/.*):(\d+)$/is,
        (_, host, own, path, port) => `${host}${own ?? `:${port}`}${path}`,
      )
  );
}

/** Reads the version: a text, or an object with `major`, `minor` and `patch`. */
function versionOf(version: unknown): string {
  if (!isRecord(version)) return scalarText(version) || '1.0.0';
  const numbers = ['major', 'minor', 'patch'].map((key) => scalarText(version[key]) || '0').join('.');
  return numbers + (scalarText(version['identifier']) && `-${scalarText(version['identifier'])}`);
}

/** Returns the distinct requirements of requests; an empty list if none asks for a log-in. */
function alternativesOf(requirements: readonly (Requirement | undefined)[]): readonly Json[] {
  const found = new Map(requirements.map((one) => [JSON.stringify(one ?? {}), one ?? {}] as const));
  return found.size === 1 && found.has('{}') ? [] : [...found.values()];
}

function mostCommon(lists: readonly (readonly Json[])[]): readonly Json[] {
  const groups = [...Map.groupBy(lists, (list) => JSON.stringify(list)).values()];
  return groups.filter(([list = []]) => list.length > 0).sort((a, b) => b.length - a.length)[0]?.[0] ?? [];
}
