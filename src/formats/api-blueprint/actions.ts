import { contentText } from '../../model/parameter-styles.ts';
import { isRecord, type JsonRecord, listOf, recordOf } from '../../schema/json-values.ts';
import type { MsonWriter } from './mson.ts';
import { headingName, itemText, otherFacts, sectionText, variable, without } from './texts.ts';

interface Action {
  readonly method: string;
  /** Path as a URI template without a query. */
  readonly path: string;
  readonly operation: JsonRecord;
  /** Parameters of all operations of the path. */
  readonly shared: readonly unknown[];
  readonly components: JsonRecord;
}

/** Methods that the grammar of API Blueprint has. */
const METHODS =
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT|LINK|UNLINK|COPY|MOVE|LOCK|UNLOCK|MKCOL|PROPFIND|PROPPATCH)$/;

/** Lines of an action: its heading, parameters, requests and responses. */
export function actionLines(action: Action, mson: MsonWriter): readonly string[] {
  const { method, path, operation, components } = action;
  const {
    tags,
    summary,
    description,
    parameters,
    requestBody,
    responses,
    'x-relation': relation,
    ...facts
  } = operation;
  const declared = [...action.shared, ...listOf(parameters)].map((parameter) => resolved(parameter, components));
  const all = [
    ...new Map(declared.map((parameter) => [`${parameter['in']} ${parameter['name']}`, parameter])).values(),
  ];
  const inUri = all.filter((parameter) => parameter['in'] === 'path' || parameter['in'] === 'query');
  const headers = all.filter((parameter) => parameter['in'] === 'header');
  const others = all.filter((parameter) => !inUri.includes(parameter) && !isPlainHeader(parameter));
  const query = inUri
    .filter((parameter) => parameter['in'] === 'query')
    .map(
      ({ name, explode, schema }) =>
        `${variable(String(name))}${explode !== false && recordOf(schema)['type'] === 'array' ? '*' : ''}`,
    );
  const isSaid = METHODS.test(method);
  const title = headingName(summary);
  const call = `${isSaid ? method : 'POST'} ${path}${query.length > 0 ? `{?${query.join(',')}}` : ''}`;
  const body = resolved(requestBody, components);
  const { description: bodyText, content, ...bodyFacts } = body;
  // A call without brackets would begin a resource, whose next actions other readers leave out.
  const heading = title === '' && isSaid && query.length === 0 ? method : `${title || method} [${call}]`;
  const messages = [
    ...requestLines(recordOf(content), bodyText, headers, components, mson),
    ...Object.entries(recordOf(responses)).flatMap(([status, response]) =>
      responseLines(status, resolved(response, components), components, mson),
    ),
  ];
  return [
    `### ${heading}`,
    '',
    ...sectionText(description),
    ...otherFacts({
      ...facts,
      ...(!isSaid && { method }),
      ...(summary !== undefined && title !== summary && { summary }),
      tags: listOf(tags).slice(1),
      parameters: others,
      requestBody: without(bodyFacts, ['required']),
    }),
    ...(typeof relation === 'string' ? [`+ Relation: ${relation.replaceAll(/\s+/g, ' ')}`, ''] : []),
    ...(inUri.length > 0
      ? ['+ Parameters', '', ...inUri.flatMap((parameter) => parameterLines(parameter, mson)), '']
      : []),
    // Readers know the method of an action by its messages.
    ...(messages.length > 0 ? messages : ['+ Request', '']),
  ];
}

function resolved(part: unknown, components: JsonRecord): JsonRecord {
  const { $ref, ...own } = recordOf(part);
  const [, section = '', name = ''] = /^#\/components\/(\w+)\/([^/]+)$/.exec(String($ref ?? '')) ?? [];
  return $ref === undefined ? recordOf(part) : { ...recordOf(recordOf(components[section])[name]), ...own };
}

function isPlainHeader(parameter: JsonRecord): boolean {
  if (headerValue(parameter).trim() === '') return false;
  const { name: _, in: __, schema, example, ...facts } = parameter;
  const type = without(recordOf(schema), ['example', 'examples']);
  return (
    parameter['in'] === 'header' &&
    Object.keys(facts).length === 0 &&
    Object.keys(type).every((key) => key === 'type') &&
    !isRecord(example)
  );
}

function parameterLines(parameter: JsonRecord, mson: MsonWriter): readonly string[] {
  const { name, description, required, schema, deprecated, in: location } = parameter;
  const example = exampleIn(parameter);
  const type = {
    ...recordOf(schema),
    ...(example !== undefined && { example }),
    ...(deprecated === true && { deprecated }),
  };
  const isRequired = location === 'path' || required === true;
  return mson.member(String(name), type, { required: isRequired ? 'required' : 'optional', text: description }, '    ');
}

function requestLines(
  content: JsonRecord,
  text: unknown,
  headers: readonly JsonRecord[],
  components: JsonRecord,
  mson: MsonWriter,
): readonly string[] {
  const fields = headers.map((header) => [String(header['name']), headerValue(header)] as const);
  const types = Object.entries(content);
  if (types.length === 0) return fields.length === 0 ? [] : ['+ Request', ...headerLines(fields), ''];
  return types.flatMap(([type, media]) =>
    payloads(resolved(media, components), components).flatMap(({ name, body, schema }, index) => [
      `+ Request ${name === '' ? '' : `${name} `}(${typeText(type)})`,
      ...payloadLines(
        {
          text: index === 0 ? text : undefined,
          fields,
          body,
          schema: index === 0 || body === undefined ? schema : {},
          type,
        },
        mson,
      ),
    ]),
  );
}

function responseLines(
  status: string,
  response: JsonRecord,
  components: JsonRecord,
  mson: MsonWriter,
): readonly string[] {
  const { description, headers, content } = response;
  const own = Object.entries(recordOf(headers)).map(([name, header]) => [name, resolved(header, components)] as const);
  const fields = own.map(([name, header]) => [name, headerValue(header)] as const);
  const unsaid = own.flatMap(([name, header]) => {
    const about = typeof header['description'] === 'string' ? `: ${header['description']}` : '';
    return about !== '' || headerValue(header).trim() === '' ? [`\`${name}\`${about}`] : [];
  });
  const code = /^\d{3}$/.test(status)
    ? status
    : ({ '1XX': '100', '2XX': '200', '3XX': '300', '4XX': '400', '5XX': '500' }[status] ?? '500');
  const statusText = code === status ? [] : [`\`status: ${status}\``];
  const text = [description, ...statusText, ...unsaid].filter((part) => typeof part === 'string').join('\n\n');
  const types = Object.entries(recordOf(content));
  if (types.length === 0)
    return [`+ Response ${code}`, ...payloadLines({ text, fields, body: undefined, schema: {}, type: '' }, mson)];
  return types.flatMap(([type, media]) =>
    payloads(resolved(media, components), components).flatMap(({ name, body, schema }, index) => [
      ...(name === '' ? [] : [`+ Request ${name}`, '']),
      `+ Response ${code} (${typeText(type)})`,
      ...payloadLines({ text, fields, body, schema: index === 0 || body === undefined ? schema : {}, type }, mson),
    ]),
  );
}

type HeaderField = readonly [name: string, value: string];

interface PayloadParts {
  readonly text: unknown;
  readonly fields: readonly HeaderField[];
  readonly body: unknown;
  readonly schema: JsonRecord;
  readonly type: string;
}

function payloadLines({ text, fields, body, schema, type }: PayloadParts, mson: MsonWriter): readonly string[] {
  const written =
    typeof body === 'string' ? contentText(body, type) : body === undefined ? '' : JSON.stringify(body, null, 2);
  const sections = [
    ...headerLines(fields),
    ...(Object.keys(schema).length > 0 ? ['', ...mson.attributes(schema, '    ')] : []),
    ...(written.trim() === ''
      ? []
      : ['', '    + Body', '', ...written.split(/\r\n|[\n\r]/).map((line) => `            ${line}`)]),
  ];
  const described = itemText(text, '    ');
  // Without a section below it, a description would be the body.
  const isAlone = described.length > 0 && sections.length === 0;
  return [...described, ...sections, ...(isAlone ? ['    + Body'] : []), ''];
}

function headerLines(fields: readonly HeaderField[]): readonly string[] {
  const lines = fields
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `            ${name.replaceAll(/[\s:]/g, '-')}: ${value.replaceAll(/\s+/g, ' ').trim()}`);
  return lines.length === 0 ? [] : ['', '    + Headers', '', ...lines, ''];
}

/** Example of a parameter or header: its own, the first of several, or that of its schema. */
function exampleIn({ example, schema, examples }: JsonRecord): unknown {
  const [first] = Object.values(recordOf(examples));
  const { example: ofSchema, examples: all } = recordOf(schema);
  return example ?? recordOf(first)['value'] ?? ofSchema ?? listOf(all)[0];
}

function headerValue(header: JsonRecord): string {
  const value = exampleIn(header) ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a payload for each example, with the schema; one without a body if there is none. */
function payloads({ schema, example, examples }: JsonRecord, components: JsonRecord) {
  const named = Object.entries(recordOf(examples)).map(([name, one]) => {
    const { value, dataValue, serializedValue } = resolved(one, components);
    return { name: headingName(name), body: dataValue ?? value ?? serializedValue, schema: recordOf(schema) };
  });
  const all = [...(example === undefined ? [] : [{ name: '', body: example, schema: recordOf(schema) }]), ...named];
  return all.length > 0 ? all : [{ name: '', body: undefined, schema: recordOf(schema) }];
}

function typeText(type: string): string {
  return type.replaceAll(/[()\s]+/g, ' ').trim();
}
