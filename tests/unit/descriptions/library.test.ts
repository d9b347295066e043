import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDescriptor, readerOf } from '../../../src/descriptors/registry.ts';
import { apiDocument } from '../../../src/formats/json/documents.ts';
import { Api } from '../../../src/model/api.ts';
import { reasonPhrase } from '../../../src/model/status-codes.ts';
import { isRecord } from '../../../src/schema/json-values.ts';
import { parseText, readParsed } from '../descriptors/read-text.ts';

const FOLDER = 'tests/fixtures/library/';

/** JSON documentation of the library that a file describes, as it was written down: path of each value → value. */
function factsOf(path: string): ReadonlyMap<string, unknown> {
  const file = parseText(readFileSync(FOLDER + path, 'utf8'), FOLDER + path, parseDescriptor);
  const beside = `${FOLDER}laminas/config/documentation.config.php`;
  const { record, diagnostics } = readParsed(
    file,
    { [beside]: readFileSync(beside, 'utf8') },
    readerOf(file.value),
    'Library',
  );
  expect(diagnostics).toEqual([]);
  if (record === undefined) throw new Error(`${path} describes nothing.`);
  const document = JSON.parse(JSON.stringify(apiDocument(new Api(record))));
  const { services, components, source: _, ...top } = document;
  const byRoute = Object.fromEntries(services.map((service: { readonly route: string }) => [service.route, service]));
  const facts = new Map<string, unknown>();
  // What a format declares in one place and uses in another is said where it is used.
  const enter = (value: unknown, at: string): void => {
    const reference = isRecord(value) ? value['$ref'] : undefined;
    if (typeof reference === 'string') {
      enter(components.schemas[reference.split('/').at(-1) ?? ''], at);
      return;
    }
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (members.length === 0) facts.set(at, value);
    for (const [key, member] of members) enter(member, `${at}/${key}`);
  };
  enter({ ...top, services: byRoute }, '');
  // The phrase of a status stands beside its code as well.
  for (const [at, value] of facts) {
    const [, response = '', code] = /^(.*\/responses\/(\d+))\/description$/.exec(at) ?? [];
    if (code !== undefined && value === reasonPhrase(Number(code))) {
      facts.delete(at);
      facts.set(response, {});
    }
  }
  return facts;
}

const native = factsOf('native.yaml');

/** Differences of every format with paths and no words for services. */
const OF_PATHS: Differences = [
  [/^\/servers\/0\/url$/, 'The native format says no address: this site answers.'],
  [/^\/services\/[^:]+(?::\w+\])?\/title$/, 'A service is titled by its path.'],
  [/^\/services\/\/ping\/kind$/, 'Only Laminas tells RPC from REST.'],
];
const NO_SERVICES: Differences = [
  [/^\/services\/[^:]+(?::\w+\])?\/(?:name|url)$/, 'A service is named by its path.'],
  ...OF_PATHS,
];
const NO_BODY_REQUIRED: Differences[number] = [
  /\/request_body\/required$/,
  'It has no word for a body that must be sent.',
];

type Differences = readonly (readonly [path: RegExp, reason: string])[];

test.each<readonly [path: string, differences: Differences]>([
  ['openapi.yaml', OF_PATHS],
  [
    'swagger.json',
    [
      ...OF_PATHS,
      [/^\/services\/[^:]+(?::\w+\])?\/description$/, 'Swagger 2.0 has no text for a path.'],
      [/\/POST\/request_body\/content\/[^{]*\/example\//, 'It has no example of a body,'],
      [/\/parameters\/0\/example$/, 'nor of a parameter.'],
      [/\/request_body\/x-name$/, 'Its body has a name, which is kept.'],
    ],
  ],
  ['library.raml', [...OF_PATHS, NO_BODY_REQUIRED]],
  [
    'library.apib',
    [
      ...NO_SERVICES,
      NO_BODY_REQUIRED,
      [/^\/services\/[^:]+(?::\w+\])?\/(?:summary|extensions.*)$/, 'A resource has a name of its own.'],
      [/\/parameters\/0\/schema\/type$/, 'MSON has numbers, not integers,'],
      [/\/schema\/(?:minimum|properties\/title\/maxLength|properties\/isbn\/pattern)$/, 'and no limits.'],
    ],
  ],
  [
    'postman.json',
    [
      ...NO_SERVICES,
      NO_BODY_REQUIRED,
      [/^\/tags\b|\/tags(?:\/0)?$/, 'Folders are groups, and have the text of the services.'],
      [/^\/services\/[^:]+(?::\w+\])?\/description$/, 'Folders are groups, and have the text of the services.'],
      [/\/fields\/|\/request_body\/content\/[^{]*\/schema\//, 'A body is an example, whose schema is inferred.'],
      [/\/content\/.*\/example\/|\/examples\/[^/]+\/value\//, 'Examples have the names of requests and responses.'],
      [/\/responses\/20\d\/content\/.*\/schema\//, 'Schemas of answers are inferred.'],
      [/\/parameters\/\d\/schema\/(?:minimum|default|enum.*)$/, 'A parameter is an example,'],
      [/\/operations\/GET\/parameters\/\d\/example$/, 'which is shown.'],
    ],
  ],
  [
    'laminas/config/module.config.php',
    [
      [/^(?:\/info)?\/(?:title|description)$/, 'A module has no title and no text.'],
      [/\/summary$/, 'An operation has one text.'],
      [/\/response$|\/responses\/\d+\/description$/, 'The text of a response is its example.'],
      [/\/author\/description$/, 'A nested input filter has no text.'],
      [
        /\/author\/required$|\/schema\/required\/1$/,
        'It is required when one of its inputs is: Laminas validates it always.',
      ],
      [/\/format\/default$/, 'Validators have no defaults.'],
      [/\/operations\/GET\/parameters\//, 'The whitelist has names; the page is that of the page size.'],
      [/\/entity_operations\/\w+\/parameters\/0\//, 'A segment has a pattern alone.'],
    ],
  ],
])('%s says the same of the library as the native format, but for what is listed', (path, differences) => {
  const facts = factsOf(path);
  const different = [...new Set([...native.keys(), ...facts.keys()])].filter(
    (at) => JSON.stringify(facts.get(at)) !== JSON.stringify(native.get(at)),
  );
  const unlisted = different.filter((at) => !differences.some(([listed]) => listed.test(at)));
  expect(unlisted.map((at) => [at, native.get(at), facts.get(at)])).toEqual([]);
  const unused = differences.filter(([listed]) => !different.some((at) => listed.test(at)));
  expect(unused).toEqual([]);
});
