import { setOwn } from '../../model/own-property.ts';
import type { ListItem } from './blocks.ts';
import { parseDeclaration } from './declaration.ts';
import { type JsonObject, toSchema } from './mson.ts';
import { type BlueprintContext, CREDENTIAL, contentOf, type Payload } from './payloads.ts';
import type { UriTemplate } from './uri-template.ts';

/** Resource that the next actions belong to. */
export interface ResourceDraft {
  readonly name: string;
  readonly uri: string;
  /** Level of its heading. */
  readonly level: number;
  readonly parameters: ReadonlyMap<string, ListItem>;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Action of a blueprint: what it says of one method of one path, in one or several sections. */
export interface ActionDraft {
  readonly method: string;
  readonly path: string;
  /** Parameters of its URI templates, without types. */
  readonly inTemplates: JsonObject[];
  readonly templateNames: Set<unknown>;
  readonly start: number;
  summary: string;
  group: string | null;
  relation: string | null;
  readonly descriptions: string[];
  /** Declared parameters by name: of the resource, then of the action. */
  readonly parameters: Map<string, ListItem>;
  /** Input of the action, for requests that have no attributes of their own. */
  attributes: { readonly schema: JsonObject; readonly item: ListItem } | null;
  readonly requests: Payload[];
  readonly responses: { readonly status: string; readonly payload: Payload; readonly request: string }[];
  /** Header fields of every response. */
  readonly headers: (readonly [name: string, value: string])[];
}

/** Number of characters that a shared header field costs in each response. */
const HEADER = 50;

/** Converts an action to an Operation Object. */
export function toOperation(action: ActionDraft, context: BlueprintContext): JsonObject {
  const parameters = [...uriParameters(action, context), ...headerParameters(action)];
  const body = requestBody(action, context);
  const unsaid = body === undefined ? joinedTexts(action.requests.map((request) => request.description)) : '';
  const description = [...action.descriptions, unsaid].filter((text) => text !== '').join('\n\n');
  const operation = {
    ...(action.group !== null && { tags: [action.group] }),
    ...(action.summary !== '' && { summary: action.summary }),
    ...(description !== '' && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: toResponses(action, context),
    ...securityOf(action, context),
    ...(action.relation !== null && { 'x-relation': action.relation }),
  };
  return context.note(operation, action.start);
}

function uriParameters(action: ActionDraft, context: BlueprintContext): readonly JsonObject[] {
  const { inTemplates, templateNames, parameters, start } = action;
  const own = inTemplates.map((parameter) => {
    const item = parameters.get(String(parameter['name']));
    const { explode, required: isSent, ...plain } = parameter;
    const { required, schema, ...declared } =
      item === undefined ? { required: undefined, schema: undefined } : toParameter(item, context);
    const isInPath = parameter['in'] === 'path';
    const isList = Object(schema)['type'] === 'array';
    return context.note(
      {
        ...plain,
        ...declared,
        ...((isInPath || (required ?? isSent) === true) && { required: true }),
        ...(isInPath && required === false && { 'x-required': false }),
        ...(isList && explode !== !isInPath && { explode }),
        schema: { ...Object(plain['schema'] ?? (item === undefined ? { type: 'string' } : {})), ...Object(schema) },
      },
      item?.start ?? start,
    );
  });
  const others = [...parameters].filter(([name]) => !templateNames.has(name));
  return [
    ...own,
    ...others.map(([name, item]) => {
      const message = `The parameter “${name}” is not in the URI template; it was read as a query parameter.`;
      context.warn({
        offset: item.start,
        message,
        remedy: `Add “{?${name}}” to the template, or remove the parameter.`,
      });
      const { required, ...declared } = toParameter(item, context);
      return context.note({ name, in: 'query', ...(required === true && { required }), ...declared }, item.start);
    }),
  ];
}

/** Parameter Object without name and place. */
function toParameter(item: ListItem, context: BlueprintContext): JsonObject {
  const declared = parseDeclaration(item.header);
  const { description, examples, ...schema } = toSchema(declared, item.blocks, context);
  const [example, ...others] = Array.isArray(examples) ? examples : [];
  return {
    ...(description !== undefined && { description }),
    required: !declared.attributes.has('optional'),
    schema: others.length > 0 ? { ...schema, examples } : schema,
    ...(example !== undefined && others.length === 0 && { example }),
  };
}

export function parameterName(item: ListItem): string {
  return parseDeclaration(item.header).name;
}

/** Header parameters without Content-Type, and without Accept if a response has that type. */
function headerParameters({ requests, responses }: ActionDraft): readonly JsonObject[] {
  const offered = new Set(responses.map(({ payload }) => payload.mediaType));
  const values = new Map<string, { readonly name: string; readonly values: Set<string> }>();
  for (const { headers } of requests)
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      if ((key === 'accept' && offered.has(value)) || isLogIn(name)) continue;
      const known = values.get(key) ?? { name, values: new Set() };
      values.set(key, known);
      known.values.add(value);
    }
  return [...values.values()].map(({ name, values: all }) => ({ name, in: 'header', ...valuesOf(all) }));
}

/** True for a header field of requests that is a security scheme; cookies are parameters. */
function isLogIn(name: string): boolean {
  return CREDENTIAL.test(name) && !/cookie/i.test(name);
}

/** Security requirements of requests with header fields that log in: each request is an alternative. */
function securityOf({ requests }: ActionDraft, { schemes }: BlueprintContext): JsonObject {
  const alternatives = requests.map(({ headers }) => {
    const names = headers.flatMap(([name, value]) => {
      if (!isLogIn(name)) return [];
      const [scheme] = /^(?:basic|bearer|digest)(?= |$)/i.exec(value.toLowerCase()) ?? [];
      const key =
        name.toLowerCase() === 'authorization' && scheme !== undefined ? scheme : name.replaceAll(/[^\w.-]/g, '_');
      schemes.set(key, key === scheme ? { type: 'http', scheme } : { type: 'apiKey', in: 'header', name });
      return [key];
    });
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, []])));
  });
  const distinct = [...new Set(alternatives)];
  return distinct.every((one) => one === '{}') ? {} : { security: distinct.map((one): unknown => JSON.parse(one)) };
}

function valuesOf(values: ReadonlySet<string>): JsonObject {
  const [first = '', ...others] = values;
  if (others.length > 0) return { schema: { type: 'string', examples: [...values] } };
  return { schema: { type: 'string' }, ...(first !== '' && { example: first }) };
}

function requestBody({ requests, attributes }: ActionDraft, context: BlueprintContext): JsonObject | undefined {
  const payloads = requests.map((request) =>
    request.schema !== null || attributes === null
      ? request
      : { ...request, schema: attributes.schema, schemaItem: attributes.item },
  );
  const content =
    payloads.length === 0 && attributes !== null
      ? { 'application/json': { schema: attributes.schema } }
      : contentOf(payloads, [], context);
  const description = joinedTexts(requests.map((request) => request.description));
  if (content === undefined) return undefined;
  return { ...(description !== '' && { description }), content };
}

function toResponses({ responses, headers: shared }: ActionDraft, context: BlueprintContext): JsonObject {
  const result: JsonObject = {};
  const byStatus = Map.groupBy(responses, ({ status }) => status);
  for (const [status, list] of byStatus) {
    const payloads = list.map(({ payload }) => payload);
    const names = list.map(({ request }) => request);
    const content = contentOf(payloads, names, context);
    const headers = new Map<string, Set<string>>();
    const start = list[0]?.payload.item.start ?? 0;
    const repeated = context.repeats(shared.length * HEADER, start) ? shared : [];
    for (const [name, value] of [...repeated, ...payloads.flatMap((payload) => payload.headers)])
      headers.set(name, (headers.get(name) ?? new Set()).add(value));
    const description =
      joinedTexts(payloads.map((payload) => payload.description)) || (content === undefined ? joinedTexts(names) : '');
    const response = {
      ...(description !== '' && { description }),
      ...(headers.size > 0 && {
        headers: Object.fromEntries([...headers].map(([name, values]) => [name, valuesOf(values)])),
      }),
      ...(content && { content }),
    };
    setOwn(result, status, context.note(response, start));
  }
  return result;
}

function joinedTexts(texts: readonly string[]): string {
  return [...new Set(texts.filter((text) => text !== ''))].join('\n\n');
}

/** Adds the parameters of a template to those of the other templates of the same path. */
export function addTemplate(
  { inTemplates, templateNames }: Pick<ActionDraft, 'inTemplates' | 'templateNames'>,
  { parameters }: UriTemplate,
): void {
  for (const parameter of parameters.filter(({ name }) => !templateNames.has(name))) inTemplates.push(parameter);
  for (const { name } of parameters) templateNames.add(name);
}
