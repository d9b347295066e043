/** Shapes of large descriptors. */
export const SHAPES = ['operations', 'schemas', 'texts', 'deep'] as const;
export type Shape = (typeof SHAPES)[number];

export interface Written {
  /** File name, with the extension of the format. */
  readonly name: string;
  readonly text: string;
}

type Write = (shape: Shape, bytes: number) => string;

/** Writes a text twice, the second time with what the first lacked or had too much. */
const written =
  (name: string, write: Write) =>
  (shape: Shape, bytes: number): Written => {
    const first = write(shape, bytes);
    return { name, text: bytes === 0 ? first : write(shape, bytes * (bytes / first.length)) };
  };

const json = (value: Json): string => JSON.stringify(value, null, 2);

/** Writers of descriptors of about so many bytes. */
export const WRITERS: Readonly<Record<string, (shape: Shape, bytes: number) => Written>> = {
  'openapi-json': written('api.json', (shape, bytes) => json(openapi(shape, bytes))),
  'openapi-yaml': written('api.yaml', (shape, bytes) => yaml(openapi(shape, bytes))),
  'swagger-json': written('api.json', (shape, bytes) => json(swagger(shape, bytes))),
  'native-yaml': written('api.yaml', (shape, bytes) => yaml(native(shape, bytes))),
  postman: written('api.json', (shape, bytes) => json(postman(shape, bytes))),
  blueprint: written('api.apib', blueprint),
  raml: written('api.raml', raml),
  laminas: written('module.config.php', (shape, bytes) => php(laminas(shape, bytes))),
};

type Json = Readonly<Record<string, unknown>>;

const DEPTH = 30;
const FIELDS = 2000;
const SENTENCE = 'A book has a title, an author and a shelf; *lent* books come back within `30` days. ';
const TEXT = `${`${SENTENCE.repeat(6)}\n\n`.repeat(40)}See the shelf.`;

/** Makes members until they have about so many bytes in a text with indentation. */
function members(bytes: number, make: (index: number) => readonly [string, unknown]): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  const left = { bytes };
  for (let index = 0; left.bytes > 0 || index === 0; index++) {
    const [key, value] = make(index);
    made[key] = value;
    left.bytes -= yaml({ [key]: value }).length * 1.05;
  }
  return made;
}

const deepSchema = (index: number, depth = DEPTH): Json => ({
  type: 'object',
  description: `Level ${depth} of ${index}.`,
  properties: depth === 0 ? { end: { type: 'string' } } : { [`level${depth}`]: deepSchema(index, depth - 1) },
});

const wideSchema = (index: number): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: FIELDS }, (_, at) => [
      `field${at}_of_${index}`,
      { type: at % 2 === 0 ? 'string' : 'integer', description: `Field ${at}.` },
    ]),
  ),
});

const operation = (index: number, more: Json = {}): Json => ({
  summary: `Read book ${index}`,
  operationId: `readBook${index}`,
  description: 'Returns the book.',
  responses: { '200': { description: 'The book.' } },
  ...more,
});

function openapi(shape: Shape, bytes: number): Json {
  const head = { openapi: '3.1.0', info: { title: 'Books', version: '1' } };
  const paths = { '/books': { get: operation(0) } };
  if (shape === 'operations')
    return { ...head, paths: members(bytes, (at) => [`/books${at}/{id}`, { get: operation(at, parameters) }]) };
  if (shape === 'texts')
    return { ...head, paths: members(bytes, (at) => [`/books${at}`, { get: operation(at, { description: TEXT }) }]) };
  const make = shape === 'deep' ? deepSchema : wideSchema;
  return { ...head, paths, components: { schemas: members(bytes, (at) => [`Book${at}`, make(at)]) } };
}

const parameters = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] };

function swagger(shape: Shape, bytes: number): Json {
  const { openapi: _, components, paths, ...rest } = openapi(shape, bytes);
  const schemas = Object(components).schemas;
  const text = JSON.stringify(paths).replaceAll(',"schema":{"type":"string"}', ',"type":"string"');
  return { swagger: '2.0', ...rest, paths: JSON.parse(text), ...(schemas && { definitions: schemas }) };
}

function native(shape: Shape, bytes: number): Json {
  const services = members(bytes, (at) => [`s${at}`, nativeService(shape, at)]);
  return { api: 'Books', version: 1, title: 'Books', services: Object.values(services) };
}

const deepFields = (depth: number): readonly Json[] =>
  depth === 0 ? [{ name: 'end', type: 'string' }] : [{ name: `level${depth}`, fields: deepFields(depth - 1) }];

function nativeService(shape: Shape, at: number): Json {
  const fields =
    shape === 'deep'
      ? deepFields(DEPTH)
      : Array.from({ length: shape === 'schemas' ? FIELDS : 1 }, (_, field) => ({
          name: `field${field}`,
          type: 'string',
          description: `Field ${field}.`,
        }));
  return {
    name: `Book${at}`,
    description: shape === 'texts' ? TEXT : 'Books.',
    route: `/book${at}[/:book_id]`,
    route_identifier_name: 'book_id',
    fields,
    operations: [{ method: 'GET', summary: `List books ${at}`, response_status_codes: [{ code: 200 }] }],
  };
}

const POSTMAN = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

function postman(shape: Shape, bytes: number): Json {
  const nested = (depth: number): unknown => (depth === 0 ? 'end' : { [`level${depth}`]: nested(depth - 1) });
  const wide = Object.fromEntries(Array.from({ length: FIELDS }, (_, at) => [`field${at}`, `value ${at}`]));
  const items = members(bytes, (at) => [
    `i${at}`,
    {
      name: `Read book ${at}`,
      request: {
        method: shape === 'operations' || shape === 'texts' ? 'GET' : 'POST',
        url: `https://example.org/books${at}`,
        ...(shape === 'texts' && { description: TEXT }),
        ...(shape === 'schemas' && { body: { mode: 'raw', raw: JSON.stringify(wide) } }),
        ...(shape === 'deep' && { body: { mode: 'raw', raw: JSON.stringify(nested(DEPTH)) } }),
      },
    },
  ]);
  return { info: { name: 'Books', schema: POSTMAN }, item: Object.values(items) };
}

function blueprint(shape: Shape, bytes: number): string {
  const parts = ['FORMAT: 1A\n\n# Books\n\n# GET /books\n\n+ Response 204\n'];
  if (shape === 'schemas' || shape === 'deep') parts.push('\n# Data Structures\n');
  const fields = (at: number): string =>
    shape === 'deep'
      ? Array.from({ length: DEPTH }, (_, depth) => `${'    '.repeat(depth)}+ level${depth} (object)\n`).join('')
      : Array.from({ length: FIELDS }, (_, one) => `+ field${one}_of_${at} (string, required) - Field ${one}.\n`).join(
          '',
        );
  for (let [at, left] = [0, bytes]; left > 0; at++) {
    const part =
      shape === 'operations'
        ? `\n## Read book ${at} [GET /books${at}/{id}]\n\nReturns the book.\n\n+ Response 200 (application/json)\n`
        : shape === 'texts'
          ? `\n## Read book ${at} [GET /books${at}/{id}]\n\n${TEXT}\n\n+ Response 200 (application/json)\n`
          : `\n## Book${at} (object)\n\n${fields(at)}`;
    parts.push(part);
    left -= part.length;
  }
  return parts.join('');
}

function raml(shape: Shape, bytes: number): string {
  const head = { title: 'Books', version: '1' };
  const body = { responses: { '200': { description: 'The book.' } } };
  const resource = (at: number, description: string): Json => ({
    displayName: `Read book ${at}`,
    get: { description, ...body },
  });
  const isOfPaths = shape === 'operations' || shape === 'texts';
  const text = shape === 'texts' ? TEXT : 'Returns the book.';
  const made = isOfPaths
    ? members(bytes, (at) => [`/books${at}`, resource(at, text)])
    : {
        types: members(bytes, (at) => [`Book${at}`, shape === 'deep' ? deepSchema(at) : wideSchema(at)]),
        '/books': resource(0, text),
      };
  return `#%RAML 1.0\n${yaml({ ...head, ...made })}`;
}

function laminas(shape: Shape, bytes: number): Json {
  const controller = (at: number): string => `Books\\V1\\Rest\\Book${at}\\Controller`;
  const deepFilter = (depth: number): Json =>
    depth === 0 ? { end: { name: 'end' } } : { [`level${depth}`]: { type: 'InputFilter', ...deepFilter(depth - 1) } };
  const filters = (at: number): unknown =>
    shape === 'deep'
      ? deepFilter(DEPTH)
      : Array.from({ length: shape === 'schemas' ? FIELDS : 1 }, (_, field) => ({
          name: `field${field}_${at}`,
          required: true,
          description: shape === 'texts' ? TEXT : `Field ${field}.`,
          validators: [],
        }));
  const made = members(bytes, (at) => [
    `r${at}`,
    {
      rest: {
        route_name: `books${at}`,
        route_identifier_name: 'id',
        service_name: `Book${at}`,
        entity_http_methods: ['GET', 'PATCH'],
        collection_http_methods: ['GET', 'POST'],
      },
      route: { options: { route: `/books${at}[/:id]`, defaults: { controller: controller(at) } } },
      validation: { input_filter: `F${at}` },
      specs: filters(at),
    },
  ]);
  const all = Object.values(made).map((one) => Object(one));
  return {
    router: { routes: Object.fromEntries(all.map(({ route }, at) => [`books${at}`, route])) },
    'api-tools-rest': Object.fromEntries(all.map(({ rest }, at) => [controller(at), rest])),
    'api-tools-content-validation': Object.fromEntries(all.map(({ validation }, at) => [controller(at), validation])),
    input_filter_specs: Object.fromEntries(all.map(({ specs }, at) => [`F${at}`, specs])),
  };
}

/** Writes plain values as YAML in blocks. */
function yaml(value: unknown, indent = ''): string {
  if (typeof value === 'string') return yamlText(value, indent);
  if (typeof value !== 'object' || value === null) return `${value}\n`;
  const entries = Object.entries(value);
  if (entries.length === 0) return Array.isArray(value) ? '[]\n' : '{}\n';
  const lines = entries.map(([key, member]) => {
    const isBlock = typeof member === 'object' && member !== null && Object.keys(member).length > 0;
    if (Array.isArray(value)) return `${indent}- ${yaml(member, `${indent}  `).trimStart()}`;
    const name = /^[\w/]+$/.test(key) && !/^\d/.test(key) ? key : JSON.stringify(key);
    return `${indent}${name}:${isBlock ? `\n${yaml(member, `${indent}  `)}` : ` ${yaml(member, `${indent}  `)}`}`;
  });
  return lines.join('');
}

function yamlText(text: string, indent: string): string {
  if (text.includes('\n')) return `|-\n${text.replaceAll(/^(?=.)/gm, indent)}\n`;
  return /^[A-Za-z][\w ]*\.?$/.test(text) ? `${text}\n` : `${JSON.stringify(text)}\n`;
}

function php(value: Json): string {
  return `<?php\n\nreturn ${phpValue(value, '')};\n`;
}

function phpValue(value: unknown, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}    `;
  const lines = Object.entries(value).map(([key, member]) => {
    const name = Array.isArray(value) ? '' : `${phpValue(key, inner)} => `;
    return `${inner}${name}${phpValue(member, inner)},\n`;
  });
  return lines.length === 0 ? '[]' : `[\n${lines.join('')}${indent}]`;
}
