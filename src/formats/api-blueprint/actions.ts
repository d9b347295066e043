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
  const name = headingName(summary);
  const call = `${isSaid ? method : 'POST'} ${path}${query.length > 0 ? `{?${query.join(',')}}` : ''}`;
  const body = resolved(requestBody, components);
  const { description: bodyText, content, ...bodyFacts } = body;
  return [
    `### ${name === '' ? (isSaid && query.length === 0 ? method : call) : `${name} [${call}]`}`,
    '',
    ...sectionText(description),
    ...otherFacts({
      ...facts,
      ...(!isSaid && { method }),
      ...(summary !== undefined && name !== summary && { summary }),
      tags: listOf(tags).slice(1),
      parameters: others,
      requestBody: without(bodyFacts, ['required']),
    }),
    ...(typeof relation === 'string' ? [`+ Relation: ${relation.replaceAll(/\s+/g, ' ')}`, ''] : []),
    ...(inUri.length > 0
      ? ['+ Parameters', '', ...inUri.flatMap((parameter) => parameterLines(parameter, mson)), '']
      : []),
    ...requestLines(recordOf(content), bodyText, headers, components, mson),
    ...Object.entries(recordOf(responses)).flatMap(([status, response]) =>
      responseLines(status, resolved(response, components), components, mson),
    ),
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
  const { name, description, required, example, schema, in: place, explode: _, ...facts } = parameter;
  const type = {
    ...recordOf(schema),
    ...(example !== undefined && { example }),
    ...(Object.keys(facts).length > 0 && { 'x-parameter': facts }),
  };
  const isRequired = place === 'path' || required === true;
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
    payloads(resolved(media, components), components).flatMap(({ name, body, schema, facts }, index) => [
      `+ Request ${name === '' ? '' : `${name} `}(${typeText(type)})`,
      ...payloadLines(
        {
          text: index === 0 ? text : undefined,
          fields,
          body,
          schema: index === 0 || body === undefined ? schema : {},
          facts,
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
  const { description, headers, content, ...facts } = response;
  const own = Object.entries(recordOf(headers)).map(([name, header]) => [name, resolved(header, components)] as const);
  const fields = own.map(([name, header]) => [name, headerValue(header)] as const);
  const described = Object.fromEntries(
    own.filter(([, header]) => !isPlainHeader({ ...header, in: 'header' }) || headerValue(header).trim() === ''),
  );
  const code = /^\d{3}$/.test(status)
    ? status
    : ({ '1XX': '100', '2XX': '200', '3XX': '300', '4XX': '400', '5XX': '500' }[status] ?? '500');
  const unsaid = { ...facts, headers: described, ...(code !== status && { status }) };
  const types = Object.entries(recordOf(content));
  if (types.length === 0)
    return [
      `+ Response ${code}`,
      ...payloadLines({ text: description, fields, body: undefined, schema: {}, facts: unsaid, type: '' }, mson),
    ];
  return types.flatMap(([type, media]) =>
    payloads(resolved(media, components), components).flatMap(({ name, body, schema, facts: more }, index) => [
      ...(name === '' ? [] : [`+ Request ${name}`, '']),
      `+ Response ${code} (${typeText(type)})`,
      ...payloadLines(
        {
          text: description,
          fields,
          body,
          schema: index === 0 || body === undefined ? schema : {},
          facts: index === 0 ? { ...unsaid, ...more } : more,
          type,
        },
        mson,
      ),
    ]),
  );
}

type HeaderField = readonly [name: string, value: string];

interface PayloadParts {
  readonly text: unknown;
  readonly fields: readonly HeaderField[];
  readonly body: unknown;
  readonly schema: JsonRecord;
  readonly facts: JsonRecord;
  readonly type: string;
}

function payloadLines({ text, fields, body, schema, facts, type }: PayloadParts, mson: MsonWriter): readonly string[] {
  const unsaid = Object.entries(facts).filter(([, value]) => !isRecord(value) || Object.keys(value).length > 0);
  const more = unsaid.length > 0 ? `\`${JSON.stringify(Object.fromEntries(unsaid)).replaceAll('`', '\\u0060')}\`` : '';
  const isText = typeof body === 'string' && !/[/+]json\b/i.test(type);
  const written = isText ? body : body === undefined ? '' : JSON.stringify(body, null, 2);
  const sections = [
    ...headerLines(fields),
    ...(Object.keys(schema).length > 0 ? ['', ...mson.attributes(schema, '    ')] : []),
    ...(written.trim() === ''
      ? []
      : ['', '    + Body', '', ...written.split(/\r\n|[\n\r]/).map((line) => `            ${line}`)]),
  ];
  const described = [typeof text === 'string' ? text : '', more].filter((part) => part !== '').join('\n\n');
  // Without a section below it, a description would be the body.
  const isAlone = described !== '' && sections.length === 0;
  return [...itemText(described, '    '), ...sections, ...(isAlone ? ['    + Body'] : []), ''];
}

function headerLines(fields: readonly HeaderField[]): readonly string[] {
  const lines = fields
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `            ${name.replaceAll(/[\s:]/g, '-')}: ${value.replaceAll(/\s+/g, ' ').trim()}`);
  return lines.length === 0 ? [] : ['', '    + Headers', '', ...lines, ''];
}

function headerValue({ example, schema, examples }: JsonRecord): string {
  const [first] = Object.values(recordOf(examples));
  const value =
    example ?? recordOf(first)['value'] ?? recordOf(schema)['example'] ?? listOf(recordOf(schema)['examples'])[0] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Examples of a content, each with the schema; one without a body where there is none. */
function payloads({ schema, example, examples, ...facts }: JsonRecord, components: JsonRecord) {
  const named = Object.entries(recordOf(examples)).map(([name, one]) => {
    const { value, dataValue, serializedValue, ...more } = resolved(one, components);
    return {
      name: headingName(name),
      body: dataValue ?? value ?? serializedValue,
      schema: recordOf(schema),
      facts: more,
    };
  });
  const own = example === undefined ? [] : [{ name: '', body: example, schema: recordOf(schema), facts }];
  const [first, ...others] = [...own, ...named];
  if (first === undefined) return [{ name: '', body: undefined, schema: recordOf(schema), facts }];
  return [{ ...first, facts: { ...facts, ...first.facts } }, ...others];
}

function typeText(type: string): string {
  return type.replaceAll(/[()\s]+/g, ' ').trim();
}
