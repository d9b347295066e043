import { fromEntries } from '../../model/own-property.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { recordOf } from '../../schema/json-values.ts';
import { written } from '../openapi/source-node.ts';
import type { Requirement } from './auth.ts';
import {
  type CallUrl,
  cookiesIn,
  isCookies,
  type Json,
  type Row,
  rowsOf,
  scalarText,
  type Variables,
} from './collection.ts';
import {
  bodyOf,
  Content,
  factsOf,
  hasPlaceholders,
  mediaTypeIn,
  sentValue,
  textSample,
  valueSchema,
} from './messages.ts';

/** Request of a collection, or the request of a saved response. */
export interface Call {
  readonly name: string;
  readonly description: string;
  readonly method: string;
  readonly url: CallUrl;
  readonly headers: readonly Row[];
  readonly body: unknown;
  readonly variables: Variables;
  readonly place: string;
}

/** Header fields that clients write by themselves, or that other parts of OpenAPI describe. */
const LEFT_OUT = new Set(
  'accept accept-encoding authorization connection content-length content-type host postman-token user-agent'.split(
    ' ',
  ),
);
/** Status codes that responses of OpenAPI can have. */
export const STATUS = /^[1-5]\d\d$/;
const NO_BODY: ReadonlySet<string> = new Set(['204', '205', '304']);
/** Header fields of saved responses that servers write by themselves. */
const OF_TRANSPORT = new Set(
  'connection content-encoding content-length content-type date keep-alive transfer-encoding'.split(' '),
);

/** Path of a request with its parameters in order: `/books/{id}`. */
export interface CallPath {
  readonly template: string;
  readonly names: readonly string[];
}

/** Converts segments; `:id` and variables become parameters, a variable with slashes becomes its segments. */
export function pathOf({ segments }: CallUrl, variables: Variables): CallPath {
  const names = new UniqueNames('-');
  const found: string[] = [];
  const claim = (name: string): string => {
    found.push(names.claim(name.trim()));
    return `{${found.at(-1)}}`;
  };
  const resolvedSegments = variables.resolve(segments.join('/'), ({ value }) => value.includes('/')).split('/');
  const converted = resolvedSegments.map((segment) => {
    const [, own] = /^:([^{}:]+)$/.exec(segment) ?? [];
    return own === undefined ? segment.replaceAll(/\{\{?([^{}]+)\}?\}/g, (_, name: string) => claim(name)) : claim(own);
  });
  return { template: `/${converted.join('/')}`.replace(/^\/{2,}/, '/'), names: found };
}

interface ResponseDraft {
  readonly place: string;
  readonly name: string;
  readonly status: string;
  readonly headers: Row[][];
  readonly content: Content;
}

/** Requests with one method and path, which become one operation with several examples. */
export class OperationDraft {
  readonly #first: Call;
  readonly #path: CallPath;
  readonly #calls: Call[] = [];
  /** Entries of each request by location and name of the parameter. */
  readonly #parameters = new Map<string, { readonly name: string; readonly in: string; readonly found: Row[][] }>();
  readonly #content = new Content();
  readonly #responses = new Map<string, ResponseDraft>();
  readonly tags = new Set<string>();
  readonly servers = new Map<string, Json>();
  readonly requirements: (Requirement | undefined)[] = [];

  constructor(first: Call, path: CallPath) {
    this.#first = first;
    this.#path = path;
    for (const name of path.names) this.#parameters.set(`path ${name}`, { name, in: 'path', found: [] });
  }

  /** Adds a request, or that of a saved response. @param names of the parameters of its path */
  add(call: Call, { names }: CallPath, isSaved = false): void {
    if (!isSaved) this.#calls.push(call);
    const { url, headers, variables } = call;
    const ofPath = new Map(url.variables.toReversed().map((row) => [row.key, row]));
    for (const [at, name] of this.#path.names.entries()) {
      const own = names[at] ?? name;
      const row = ofPath.get(own) ?? variables.get(own);
      if (row !== undefined) this.#parameters.get(`path ${name}`)?.found.push([resolved(row, variables)]);
    }
    this.#addRows('query', url.query, variables);
    const own = headers.filter((row) => !LEFT_OUT.has(row.key.toLowerCase()) && !isCookies(row));
    this.#addRows('header', own, variables);
    const cookies = cookiesIn(headers).filter(({ value, isDisabled }) => isDisabled || !variables.isOpen(value));
    this.#addRows('cookie', cookies, variables);
    const contentType = headers.find(({ key, isDisabled }) => !isDisabled && key.toLowerCase() === 'content-type');
    const sample = bodyOf(call.body, variables.resolve(contentType?.value ?? ''), `${call.place}/body`);
    if (sample !== undefined) this.#content.add(call.name, sample);
  }

  /** Adds a saved response. */
  addResponse(response: Json, place: string, { headers: sent }: Call): void {
    const code = scalarText(response['code']);
    const status = STATUS.test(code) ? code : 'default';
    const name = scalarText(response['name']);
    const headers = rowsOf(response['header'], `${place}/header`).filter(({ key }) => key !== '');
    const draft = this.#responses.get(status) ?? {
      place,
      name: name || scalarText(response['status']),
      status: scalarText(response['status']),
      headers: [],
      content: new Content(),
    };
    this.#responses.set(status, draft);
    const valueIn = (rows: readonly Row[], wanted: string): string =>
      mediaTypeIn(rows.find(({ key, isDisabled }) => !isDisabled && key.toLowerCase() === wanted)?.value ?? '');
    draft.headers.push(headers.filter(({ key }) => !OF_TRANSPORT.has(key.toLowerCase())));
    const own = valueIn(headers, 'content-type');
    const sample = textSample(scalarText(response['body']), own || valueIn(sent, 'accept'), `${place}/body`);
    if (sample !== undefined) draft.content.add(name || draft.name || 'Example', sample);
    // A response may have a type and no saved body.
    else if (own !== '' && !NO_BODY.has(status)) draft.content.add('', { mediaType: own, place });
  }

  /** Place of the first request with a header field Accept whose type no response has. */
  get unansweredAccept(): string | undefined {
    const types = new Set([...this.#responses.values()].flatMap(({ content }) => content.types));
    const rows = this.#calls.flatMap(({ headers }) => headers.filter(({ key }) => key.toLowerCase() === 'accept'));
    return rows.find(({ value, isDisabled }) => {
      const type = mediaTypeIn(value);
      return !isDisabled && type !== '' && !type.includes('*') && !types.has(type);
    })?.place;
  }

  /** @param keys keys that depend on all operations of the collection: `security` and `servers` */
  toOperation(keys: Json): Json {
    const { name, place } = this.#first;
    const content = this.#content.toMap();
    return written(
      {
        ...(this.tags.size > 0 && { tags: [...this.tags] }),
        ...(name !== '' && { summary: name }),
        ...this.#description(),
        parameters: [...this.#parameters.values()].map((parameter) => this.#toParameter(parameter)),
        ...(content !== undefined && { requestBody: written({ content }, `${place}/body`) }),
        responses: fromEntries(
          [...this.#responses].map(([status, draft]) => [status, toResponse(status, draft)] as const),
        ),
        ...keys,
      },
      place,
      { summary: 'name' },
    );
  }

  #description(): { readonly description?: string } {
    const known = new Set<string>();
    const texts = this.#calls.flatMap(({ name, description }, at) => {
      const isOther = at > 0 && name !== this.#first.name;
      const text = [isOther ? `**${name}**` : '', description].filter((part) => part !== '').join('\n\n');
      if (text === '' || known.has(text) || (isOther && this.#content.names.has(name) && description === '')) return [];
      known.add(text);
      return [text];
    });
    return texts.length === 0 ? {} : { description: texts.join('\n\n') };
  }

  #addRows(location: string, rows: readonly Row[], variables: Variables): void {
    for (const [key, all] of Map.groupBy(rows, ({ key: name }) =>
      location === 'header' ? name.toLowerCase() : name,
    )) {
      const [first] = all;
      if (first === undefined || key === '') continue;
      const parameter = this.#parameters.get(`${location} ${key}`) ?? { name: first.key, in: location, found: [] };
      this.#parameters.set(`${location} ${key}`, parameter);
      parameter.found.push(all.map((row) => resolved(row, variables)));
    }
  }

  #toParameter({
    name,
    in: location,
    found,
  }: {
    readonly name: string;
    readonly in: string;
    readonly found: Row[][];
  }): Json {
    const rows = found.flat();
    const values = [...new Set(found.map(sentValue))].filter((value) => value !== undefined && !hasPlaceholders(value));
    const [example] = values;
    return written(
      {
        name,
        in: location,
        ...factsOf(rows),
        ...(location === 'path' && { required: true }),
        schema: valueSchema(found),
        ...(values.length === 1 && example !== '<string>' && { example }),
        ...(values.length > 1 && {
          examples: fromEntries(values.map((value, at) => [String(at + 1), { value }] as const)),
        }),
      },
      rows[0]?.place ?? this.#first.place,
    );
  }
}

function resolved(row: Row, variables: Variables): Row {
  return { ...row, value: variables.resolve(row.value) };
}

function toResponse(status: string, { place, name, status: reason, headers, content }: ResponseDraft): Json {
  const rows = Map.groupBy(headers.flat(), ({ key }) => key.toLowerCase());
  const isOwnReason = reason !== '' && status !== 'default' && reason !== reasonPhrase(Number(status));
  const map = content.toMap();
  const described = [...rows.values()].map((all) => {
    const values = all.map((row) => sentValue([row])).filter((value) => value !== undefined);
    const facts = { ...factsOf(all), schema: valueSchema(all.map((row) => [row])), example: values[0] };
    return [all[0]?.key ?? '', written(facts, all[0]?.place ?? place)] as const;
  });
  return written(
    {
      description: name,
      ...(isOwnReason && { 'x-platform-reason': reason }),
      ...(described.length > 0 && { headers: fromEntries(described) }),
      ...(map !== undefined && { content: map }),
    },
    place,
    { description: 'name' },
  );
}

/** Reads the request of an item or of a saved response, which may be its URL alone; undefined without a URL. */
export function requestParts(request: unknown): {
  readonly method: string;
  readonly url: unknown;
  readonly rest: Json;
} {
  const rest = recordOf(request);
  const method = scalarText(rest['method']).toUpperCase() || 'GET';
  return { method, url: typeof request === 'string' ? request : rest['url'], rest };
}
