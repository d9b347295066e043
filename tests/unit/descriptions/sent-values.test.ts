import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MediaTypeObject, ParameterObject, RequestBodyObject } from '../../../src/model/openapi-objects.ts';
import { formPairs, valueInLines } from '../../../src/model/parameter-styles.ts';
import { curlOf } from '../../../src/presentation/samples/operation-request.ts';
import { samplesOf } from '../../../src/presentation/samples/samples.ts';
import { serviceView } from '../../../src/presentation/services/service-view.ts';
import type { Trial } from '../../../src/presentation/trying/trial.ts';
import type { TrialField } from '../../../src/presentation/trying/trial-fields.ts';
import { requestOf, type TriedField, curlOf as triedCurlOf } from '../../../src/trying/request.ts';
import { changed, described, written } from './described.ts';

/** A sample, the form that sends the request, and the page say and send the same. */

const HOST = 'https://parcels.test';

interface Call {
  readonly path?: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: RequestBodyObject;
}

/** The curl command of the sample, and that of the form with the values with which it begins. */
function commandsOf({ trial, operation }: ReturnType<typeof tried>): readonly [sample: string | null, form: string] {
  const [server] = trial.servers;
  const [body] = trial.bodies;
  const fields = body?.kind === 'fields' ? body.fields : [];
  const sent = fields.flatMap((field) => triedFields(field));
  if (server === undefined) throw new Error('no server');
  const { request } = requestOf({
    ...{ method: trial.method, site: HOST, server, accept: null },
    parameters: trial.parameters.map((field) => [field, startOf(field)] as const),
    bodyType: body?.type ?? null,
    body: sent.length === 0 ? null : { kind: 'form', isMultipart: /^multipart/.test(body?.type ?? ''), fields: sent },
  });
  return [curlOf(operation, ''), triedCurlOf(request, null)];
}

function tried({ path = '/rows', ...call }: Call) {
  return triedIn({
    openapi: '3.2.0',
    info: { title: 'Parcels', version: '1' },
    servers: [{ url: HOST }],
    paths: { [path]: { post: { responses: {}, ...call } } },
  });
}

function triedIn(descriptor: object) {
  const api = described(descriptor);
  const [service] = api.getServices();
  const [operation] = service?.getAllOperations() ?? [];
  if (service === undefined || operation === undefined) throw new Error('no operation');
  const trying = { apis: [{ name: api.getName(), version: 1, isHere: false, origins: [HOST] }], words: {} };
  const section = serviceView(service, '', undefined, [], trying).sections[0]?.operations[0];
  const trial: Trial = JSON.parse(section?.trial ?? 'null');
  return { api, service, operation, section, trial };
}

const startOf = ({ kind, start }: TrialField) => (start === undefined ? null : valueInLines(kind, start));

function triedFields(field: TrialField): readonly TriedField[] {
  const { name, kind, partType: type, partHeaders: headers } = field;
  if (kind === 'file') return field.required ? [[name, null, { file: new File([], 'FILE'), type, headers }]] : [];
  const value = startOf(field);
  return value === null ? [] : formPairs(name, value, field).map(([key, text]) => [key, text, { type, headers }]);
}

const formOf = (type: string, media: MediaTypeObject): Call => ({ requestBody: { content: { [type]: media } } });
const FORM = 'application/x-www-form-urlencoded';
const inQuery = (name: string, rest: object): ParameterObject => ({ name, in: 'query', required: true, ...rest });
const json = (media: object): object => ({ content: { 'application/json': media } });

describe('a sample and the form that sends the request', () => {
  test.each<readonly [string, Call, readonly string[]]>([
    [
      'pairs that the author wrote',
      formOf(FORM, { schema: { type: 'object' }, examples: { one: { value: 'mode=fast&place=a%20b+c' } } }),
      ["--data-urlencode 'mode=fast'", "--data-urlencode 'place=a b c'"],
    ],
    [
      'pairs of fields that are described',
      formOf(FORM, {
        schema: { required: ['mode'], properties: { mode: { type: 'string' }, place: {}, other: {} } },
        example: 'mode=fast&place=x&place=y',
      }),
      ["'mode=fast'", "'place=x'", "'place=y'"],
    ],
    [
      'all items of lists, by their encoding',
      formOf(FORM, {
        schema: {
          required: ['tones', 'counts', 'bars'],
          properties: {
            tones: { type: 'array', items: { type: 'string' }, example: ['low', 'very high'] },
            counts: { type: 'array', items: { type: 'integer' }, example: [4, 5] },
            bars: { type: 'array', example: ['a', 'b'] },
          },
        },
        encoding: { tones: { explode: false }, bars: { style: 'pipeDelimited' } },
      }),
      ["'tones=low,very high'", "'counts=4'", "'counts=5'", "'bars=a|b'"],
    ],
    [
      'members of objects, by their encoding',
      formOf(FORM, {
        schema: { properties: { at: {}, by: {}, as: { type: 'object' } } },
        encoding: { at: { style: 'deepObject' }, by: { style: 'form' } },
        example: { at: { box: { wide: 3, tags: ['x'] } }, by: { who: 'kim' }, as: { plain: true } },
      }),
      ["'at[box][wide]=3'", "'at[box][tags][0]=x'", "'who=kim'", `'as={"plain":true}'`],
    ],
    [
      'parts with their types, and every item',
      formOf('multipart/form-data', {
        schema: {
          required: ['tag', 'photo', 'ids', 'note'],
          properties: {
            tag: { type: 'object', properties: { grams: { type: 'integer', example: 7 } } },
            note: { type: 'string', example: 'so; "it" is' },
            photo: { type: 'string', format: 'binary' },
            ids: { type: 'array', items: { type: 'string' }, example: ['m', 'n'] },
          },
        },
        encoding: {
          tag: { contentType: 'application/vnd.tag+json; charset=utf-8' },
          note: { contentType: 'text/markdown' },
          photo: { contentType: 'image/png' },
        },
      }),
      [
        `-F 'tag="{\\"grams\\":7}";type=application/vnd.tag+json'`,
        `-F 'note="so; \\"it\\" is";type=text/markdown'`,
        "-F 'photo=@FILE;type=image/png'",
        "--form-string 'ids=m'",
        "--form-string 'ids=n'",
      ],
    ],
    [
      'parts with their required header fields',
      formOf('multipart/form-data', {
        schema: {
          required: ['tag', 'photo', 'note'],
          properties: { tag: { example: 'a' }, photo: { format: 'binary' }, note: {} },
        },
        encoding: {
          tag: {
            headers: {
              'X-Form': { required: true, schema: { type: 'integer' }, example: 7 },
              'X-Scale': { required: true, schema: { enum: ['so "big"'] } },
              'X-Other': { schema: { type: 'string' }, example: 'left out' },
              'Content-Type': { required: true, example: 'ignored' },
            },
          },
          photo: { contentType: 'image/png', headers: { 'X-Owner': { required: true, schema: { type: 'string' } } } },
        },
        example: { tag: 'a' },
      }),
      [
        `-F 'tag="a";headers="X-Form: 7";headers="X-Scale: so \\"big\\""'`,
        `-F 'photo=@FILE;type=image/png;headers="X-Owner: X-OWNER"'`,
      ],
    ],
    [
      'commas of a text, which part no list',
      {
        parameters: [
          inQuery('some', { schema: { type: 'string' }, example: 'a,b c' }),
          inQuery('all', { schema: { type: 'array' }, explode: false, example: ['a,b', 'c'] }),
        ],
      },
      ['?some=a,b%20c&all=a%2Cb,c'],
    ],
    [
      'an object without an encoding as JSON',
      formOf('multipart/form-data', { schema: {}, example: { tag: { grams: 7 } } }),
      [`-F 'tag="{\\"grams\\":7}";type=application/json'`],
    ],
    [
      'parameters with content, by their example or their schema',
      {
        parameters: [
          inQuery('a', json({ example: { y: 7 } })),
          inQuery('b', json({ schema: { type: 'object', properties: { y: { type: 'integer', example: 8 } } } })),
          inQuery('c', json({ example: '{"y":9}' })),
          inQuery('d', { content: { 'text/plain': { example: 'plain text' } } }),
          { name: 'X-E', in: 'header', required: true, ...json({ examples: { one: { value: { y: 10 } } } }) },
        ] as const,
      },
      ['a=%7B%22y%22%3A7%7D&b=%7B%22y%22%3A8%7D&c=%7B%22y%22%3A9%7D&d=plain%20text', `-H 'X-E: {"y":10}'`],
    ],
    [
      'values of a type without an example',
      {
        parameters: [
          inQuery('list', { schema: { type: 'array', items: { type: 'string', example: 'i' } } }),
          inQuery('flag', { schema: { type: 'boolean' } }),
          inQuery('day', { schema: { type: 'string', format: 'date' } }),
          inQuery('many', { schema: { type: 'integer', minimum: 3 } }),
        ],
      },
      ['list=i&flag=true&day=2026-01-31&many=3'],
    ],
    [
      'numbers and lists that keep to all their limits',
      {
        parameters: [
          inQuery('size', { schema: { type: 'integer', minimum: 60, multipleOf: 50 } }),
          inQuery('page', { schema: { type: 'integer', minimum: 0, exclusiveMinimum: 0 } }),
          inQuery('rate', { schema: { type: 'number', minimum: 0.5, maximum: 1 } }),
          inQuery('ids', {
            schema: { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'integer', minimum: 3 } },
          }),
        ],
      },
      ['size=100&page=1&rate=0.5&ids=3&ids=4'],
    ],
    [
      'nested members in brackets',
      {
        parameters: [
          inQuery('only', {
            style: 'deepObject',
            schema: { type: 'object' },
            example: { by: 'kim', age: { from: 3, to: 9 }, in: ['a', 'b'], none: null },
          }),
        ],
      },
      [
        'only%5Bby%5D=kim&only%5Bage%5D%5Bfrom%5D=3&only%5Bage%5D%5Bto%5D=9' +
          '&only%5Bin%5D%5B0%5D=a&only%5Bin%5D%5B1%5D=b',
      ],
    ],
    [
      'a whole query',
      { parameters: [{ name: 'q', in: 'querystring', content: { [FORM]: { example: { a: 'x y', b: [1, 2] } } } }] },
      [],
    ],
    [
      'a whole query that is required',
      {
        parameters: [
          { name: 'q', in: 'querystring', required: true, content: { [FORM]: { example: { a: 'x #', b: [1, 2] } } } },
        ],
      },
      ['/rows?a=x+%23&b=1&b=2'],
    ],
    [
      'parts of a path in their style',
      {
        path: '/rows/{id}/{at}',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'array' }, example: ['a', 'b/c'] },
          { name: 'at', in: 'path', required: true, style: 'matrix', explode: true, example: { x: 1, y: 2 } },
        ],
      },
      ['/rows/a,b%2Fc/;x=1;y=2'],
    ],
  ])('send the same: %s', (_, call, expected) => {
    const [sample, form] = commandsOf(tried(call));
    expect(sample).toBe(form);
    for (const part of expected) expect(sample).toContain(part);
  });

  test('samples have required cookies, which pages cannot send', () => {
    const given: readonly Omit<ParameterObject, 'in'>[] = [
      { name: 'theme', example: 'dark blue' },
      { name: 'lang', style: 'cookie', schema: { type: 'array' }, example: ['a', 'b c'] },
      { name: 'nick', schema: { type: 'string' } },
      { name: 'left out', example: 'no token' },
      { name: 'typed', style: 'cookie', example: 'a\u0003\nrm x=1\n' },
    ];
    const cookies = given.map((one): ParameterObject => ({ ...one, in: 'cookie', required: true }));
    const { operation, trial } = tried({ parameters: [...cookies, { name: 'optional', in: 'cookie', example: 'x' }] });
    expect(curlOf(operation, '')).toContain(
      "  -b 'theme=dark%20blue' \\\n  -b 'lang=a; lang=b c' \\\n  -b 'nick=NICK' \\\n  -b 'typed=TYPED' \\\n  'https:",
    );
    const texts = samplesOf(operation, '', ['python', 'go']).map(({ text }) => text);
    for (const text of texts) expect(text).toContain('theme=dark%20blue; lang=a; lang=b c; nick=NICK; typed=TYPED');
    const unsendable = trial.parameters.filter(({ isUnsendable }) => isUnsendable);
    expect(unsendable.map(({ name }) => name)).toEqual(expect.arrayContaining(['theme', 'lang', 'nick']));
  });

  test('leave to the caller what only the caller knows: a name in capitals, and an empty field', () => {
    const { operation, trial } = tried({ parameters: [inQuery('nick', { schema: { type: 'string' } })] });
    expect(curlOf(operation, '')).toContain('?nick=NICK');
    expect(trial.parameters).toEqual([{ name: 'nick', place: 'query', required: true }]);
  });
});

describe('lists of Swagger 2.0', () => {
  const FORMATS = [
    ['csv', ',', ',', 'commas'],
    ['ssv', ' ', '%20', 'blanks'],
    ['pipes', '|', '%7C', '|'],
    ['tsv', '\t', '%09', 'tabs'],
  ] as const;
  const listIn = (place: string, collectionFormat: string) => ({
    ...{ name: `${place}-marks`, in: place, required: true, type: 'array', items: { type: 'string' } },
    ...{ collectionFormat, 'x-example': ['a', 'b'] },
  });
  const marked = (collectionFormat: string, ...places: readonly string[]) =>
    triedIn({
      swagger: '2.0',
      info: { title: 'Parcels', version: '1' },
      host: 'parcels.test',
      schemes: ['https'],
      paths: {
        '/rows/{path-marks}': {
          post: {
            consumes: [FORM],
            parameters: ['path', ...places].map((place) => listIn(place, collectionFormat)),
            responses: {},
          },
        },
      },
    });

  test.each(FORMATS)('%s are sent alike in path, query, header and form', (format, delimiter, encoded) => {
    const [sample, form] = commandsOf(marked(format, 'query', 'header', 'formData'));
    expect(sample).toBe(form);
    expect(sample).toContain(`/rows/a${encoded}b?query-marks=a${encoded}b'`);
    expect(sample).toContain(`-H 'header-marks: a${delimiter}b'`);
    expect(sample).toContain(`'formData-marks=a${delimiter}b'`);
  });

  test.each(FORMATS.slice(1))('%s are said on the page and in Markdown', (format, _, __, said) => {
    for (const place of ['query', 'header', 'formData']) {
      const { section, api, service } = marked(format, place);
      expect(JSON.stringify(place === 'formData' ? section?.request : section?.parameters)).toContain(
        `separated by ${said}`,
      );
      expect(written(api, service.getName(), 'markdown').replaceAll('\\', '')).toContain(`separated by ${said}`);
    }
  });
});

test('another format of a list is another style', () => {
  const [before, after] = ['csv', 'tsv'].map((collectionFormat) => {
    const parameter = { name: 'X-Marks', in: 'header', type: 'array', items: { type: 'string' }, collectionFormat };
    const paths = { '/rows': { get: { parameters: [parameter], responses: {} } } };
    return described({ swagger: '2.0', info: { title: 'Parcels', version: '1' }, paths });
  });
  if (before === undefined || after === undefined) throw new Error('not read');
  expect(changed(before, after)).toEqual(['breaking parameter-style-changed']);
});

describe('the page', () => {
  const media: MediaTypeObject = {
    schema: {
      properties: {
        tones: { type: 'array', items: { type: 'string' } },
        tag: { type: 'object' },
        photo: { type: 'string', format: 'binary' },
        photos: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    },
    encoding: {
      tones: { explode: false },
      tag: { headers: { 'X-Tag-Form': { schema: { type: 'integer' }, description: 'Which *form*.' } } },
    },
    example: { tones: ['low', 'high'], tag: { grams: 1 } },
  };

  test('says how parts are written, and which header fields they have', () => {
    const { section, api, service } = tried(formOf('multipart/form-data', media));
    const rows = JSON.stringify(section?.request?.bodies);
    expect(rows).toContain('separated by commas');
    expect(rows).toContain('X-Tag-Form');
    expect(rows).toContain('Which form.');
    expect(written(api, service.getName(), 'markdown')).toContain('X-Tag-Form');
  });

  test('shows a form as it is sent', () => {
    const { section } = tried(formOf(FORM, media));
    expect(section?.request?.examples[0]?.text).toBe('tones=low%2Chigh&tag=%7B%22grams%22%3A1%7D');
  });

  test('asks for one file, or for several', () => {
    const [body] = tried(formOf('multipart/form-data', media)).trial.bodies;
    const kinds =
      body?.kind === 'fields' ? body.fields.map(({ name, kind, several }) => `${name} ${kind} ${several}`) : [];
    expect(kinds).toEqual(expect.arrayContaining(['photo file undefined', 'photos file true']));
  });

  test('has the examples of a parameter with content', () => {
    const parameters = [inQuery('a', json({ example: { y: 7 } }))];
    const { section, api, service } = tried({ parameters });
    expect(JSON.stringify(section?.parameters)).toContain(JSON.stringify('{"y":7}').slice(1, -1));
    expect(written(api, service.getName(), 'markdown')).toContain('{"y":7}');
  });
});

/** Reads values back from requests, by the table of styles of OpenAPI 3.2 §4.12.6, as a server would. */
describe('a server reads the value that the author gave', () => {
  interface Given {
    readonly place: 'path' | 'query' | 'header';
    readonly style: string;
    readonly explode: boolean;
    readonly value: string | readonly string[] | Readonly<Record<string, string>>;
  }
  const STYLES = {
    path: ['simple', 'label', 'matrix'],
    query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
    header: ['simple'],
  } as const;
  /** Characters that a style leaves in a value, where they part it. */
  const PARTING: Readonly<Record<string, string>> = { label: '.', spaceDelimited: ' ', pipeDelimited: '|' };
  const key = fc.stringMatching(/^[a-z]{1,6}$/);
  const given: fc.Arbitrary<Given> = fc.constantFrom('path', 'query', 'header').chain((place) =>
    fc.constantFrom(...STYLES[place]).chain((style) => {
      const unit =
        place === 'header' ? fc.stringMatching(/^[!-+.-<>-~-]$/) : fc.string({ unit: 'grapheme', minLength: 1 });
      const text = fc
        .array(unit, { minLength: 1, maxLength: 6 })
        .map((units) => units.join(''))
        .filter((one) => one.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(one) && one.isWellFormed())
        .filter((one) => !one.includes(PARTING[style] ?? '\n') && !/^\.{1,2}$/.test(one));
      const list = fc.array(text, { minLength: 1, maxLength: 4 });
      const object = fc.dictionary(key, text, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
      const isSingle = style === 'form' || STYLES[place].length < 4;
      const value = fc.oneof(...(isSingle ? [text] : []), ...(style === 'deepObject' ? [] : [list]), object);
      // The table has no objects in pairs of these styles.
      const explode = style.endsWith('Delimited') ? fc.constant(false) : fc.boolean();
      return fc.record({ place: fc.constant(place), style: fc.constant(style), explode, value });
    }),
  );

  const pairsIn = (texts: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(texts.map((text) => [text.split('=', 1)[0] ?? '', text.slice(text.indexOf('=') + 1)]));
  const byTwos = (texts: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? '']] : [])));

  /** Decodes the raw text of a parameter `p`: of a segment, a query or a field. */
  function decoded(raw: string, { place, style, explode, value }: Given): Given['value'] {
    const plain = (text: string): string => (place === 'header' ? text : decodeURIComponent(text));
    const shape = typeof value === 'string' ? 'text' : Array.isArray(value) ? 'list' : 'object';
    const parts = (text: string, separator: string): readonly string[] => text.split(separator);
    const deep = (texts: readonly string[]): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries(pairsIn(texts)).map(([name, text]) => [plain(name).replace(/^p\[|\]$/g, ''), plain(text)]),
      );
    const all = (record: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
      Object.fromEntries(Object.entries(record).map(([name, text]) => [plain(name), plain(text)]));
    const read = (text: string, separator: string): Given['value'] => {
      const texts = parts(text, separator);
      return shape === 'text'
        ? plain(text)
        : shape === 'list'
          ? texts.map(plain)
          : all(explode ? pairsIn(texts) : byTwos(texts));
    };
    switch (style) {
      case 'simple':
        return read(raw, ',');
      case 'label':
        return read(raw.slice(1), explode ? '.' : ',');
      case 'matrix':
      case 'form': {
        const texts = style === 'matrix' ? parts(raw.slice(1), ';') : parts(raw, '&');
        if (shape === 'object' && explode) return all(pairsIn(texts));
        if (shape === 'list' && explode) return texts.map((text) => plain(text.slice(2)));
        return read(raw.slice(raw.indexOf('=') + 1), ',');
      }
      case 'deepObject':
        return deep(parts(raw, '&'));
      default:
        return read(raw.slice(2), style === 'pipeDelimited' ? '%7C' : '%20');
    }
  }

  test('of a sample, which is the request of the form as well', () => {
    fc.assert(
      fc.property(given, (one) => {
        const type = typeof one.value === 'string' ? 'string' : Array.isArray(one.value) ? 'array' : 'object';
        const { place, style, explode, value } = one;
        const parameter = { name: 'p', in: place, required: true, style, explode, schema: { type }, example: value };
        const path = place === 'path' ? '/rows/{p}' : '/rows';
        const [sample, form] = commandsOf(tried({ path, parameters: [parameter as ParameterObject] }));
        expect(sample).toBe(form);
        const text = sample?.replaceAll("'\\''", "'") ?? '';
        const raw =
          place === 'header'
            ? text.slice(text.indexOf("-H 'p: ") + 7, text.indexOf("' \\\n", text.indexOf("-H 'p: ")))
            : new URL(/'(https:[^']*)'/.exec(text)?.[1] ?? '').href.replace(/^.*\/rows[/?]/, '');
        expect(decoded(raw, one)).toEqual(value);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a server reads the body that the author gave', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((one) => one.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(one) && one.isWellFormed());
  const name = fc.stringMatching(/^[a-z][\w-]{0,5}$/);
  const tree = fc.dictionary(name, fc.oneof(text, fc.integer(), fc.boolean()), { minKeys: 1, maxKeys: 3 });
  const value = fc.oneof(text, fc.integer(), fc.array(text, { minLength: 1, maxLength: 3 }), tree);
  const body = fc.dictionary(name, value, { minKeys: 1, maxKeys: 5, noNullPrototype: true });
  const isSent = ([option = '']: readonly string[]): boolean =>
    /^-F|^--(?:form-string|data-raw|data-urlencode)$/.test(option);

  /** Options of a command that send its body, each with its value. */
  function sentBy(command: string): readonly (readonly [option: string, value: string])[] {
    const words = [...command.matchAll(/(-F|--[a-z-]+) ((?:'[^']*'|\\.)+)/g)];
    return words
      .map(([, option = '', word = '']) => [option, word.replaceAll(/'([^']*)'|\\(.)/g, '$1$2')] as const)
      .filter(isSent);
  }

  /** Value of a part, which is quoted if the part has a type. */
  const partValue = (option: string, written: string): string =>
    option === '-F' ? written.replace(/^"(.*)";type=[^"]*$/s, '$1').replaceAll(/\\(["\\])/g, '$1') : written;

  const expected = (given: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] =>
    Object.entries(given).flatMap(([key, one]) =>
      [one].flat().map((item) => [key, typeof item === 'string' ? item : JSON.stringify(item)] as const),
    );

  test.each([FORM, 'multipart/form-data'])('as %s', (type) => {
    fc.assert(
      fc.property(body, (given) => {
        const [sample, form] = commandsOf(tried(formOf(type, { schema: { type: 'object' }, example: given })));
        expect(sample).toBe(form);
        const pairs = sentBy(sample ?? '').map(([option, written]) => {
          const at = written.indexOf('=');
          return [written.slice(0, at), partValue(option, written.slice(at + 1))];
        });
        expect(pairs).toEqual(expected(given));
      }),
      { numRuns: 100 },
    );
  });

  test('as JSON', () => {
    fc.assert(
      fc.property(body, (given) => {
        const { operation } = tried(formOf('application/json', { schema: { type: 'object' }, example: given }));
        const [[option, written = ''] = []] = sentBy(curlOf(operation, '') ?? '');
        expect(option).toBe('--data-raw');
        expect(JSON.parse(written)).toEqual(given);
      }),
      { numRuns: 60 },
    );
  });
});
