import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../../../src/options/problem.ts';
import { nameAll } from '../../../../src/options/schema.ts';
import { readConfiguration } from '../../../../src/project/configuration.ts';
import { backends } from '../../../../src/services/backends/registry.ts';
import { createPublishedApis } from '../../../../src/services/published-apis.ts';
import { projectWith } from '../project.ts';
import { closedBy, linesOf, readLocal } from '../read.ts';

describe('platform-services', () => {
  const services = (text: string): ReturnType<typeof readLocal> => readLocal(`platform-services: { ${text} }`);

  test('who answers for an API or one version of it', () => {
    const reading =
      services(`Library: { backend: examples }, Library-v2: { backend: proxy, target: 'http://127.0.0.1:8080/x/', timeout_seconds: 5, max_body_bytes: 0, cors: '*' },
      Open: { documents: trusted, base_path: /open/v1.0, response_headers: [Set-Cookie, Stripe-Account] },
      Site: { backend: site, cors: ['https://a.example', 'http://b.example:8080'] }`);
    expect(linesOf(reading)).toEqual([]);
    const defaults = {
      maxBodyBytes: 1_048_576,
      basePath: null,
      corsOrigins: null,
      answersFrom: 'descriptor',
      documents: 'sandboxed',
      responseHeaders: [],
      problems: [],
    };
    expect(reading.configuration.services).toEqual([
      { ...defaults, api: 'Library', version: null, backend: { kind: 'examples', options: {} } },
      {
        ...defaults,
        api: 'Library',
        version: 2,
        backend: { kind: 'proxy', options: { target: 'http://127.0.0.1:8080/x', timeout_seconds: 5, pass: null } },
        answersFrom: 'elsewhere',
        maxBodyBytes: 0,
        corsOrigins: ['*'],
      },
      {
        ...defaults,
        api: 'Open',
        version: null,
        backend: { kind: 'examples', options: {} },
        basePath: '/open/v1.0',
        documents: 'trusted',
        responseHeaders: ['Set-Cookie', 'Stripe-Account'],
      },
      {
        ...defaults,
        api: 'Site',
        version: null,
        backend: { kind: 'site', options: {} },
        answersFrom: 'pages',
        corsOrigins: ['https://a.example', 'http://b.example:8080'],
      },
    ]);
  });

  test.each([
    ...['open', '/open/', '//open', '/a/../b', '/.', '/{a}', '/a b', '/%61', '/a?b'].map((path) => [
      `{ base_path: '${path}' }`,
      'base_path: It must be a path without parameters, escapes and a slash at its end.',
    ]),
    ['{ backend: proxy }', 'target: The backend proxy requires this key.'],
    ["{ backend: proxy, target: 'http://u:secret@h' }", 'target: It contains a user name or password.'],
    ["{ backend: proxy, target: 'file:///etc/passwd' }", 'is not an http or https URL.'],
    ["{ backend: proxy, target: 'http://h/?a' }", 'target: It has a query or a fragment.'],
    ['{ backend: php }', `backend: "php" is not known. Write ${nameAll(backends.map(({ name }) => name))}.`],
    ['{ backend: examples, timeout_seconds: 0 }', 'timeout_seconds: It must be between'],
    ['{ backend: examples, max_body_bytes: 1MB }', 'max_body_bytes: It must be a whole number.'],
    ["{ cors: 'https://a.example/' }", 'cors: It is not an origin.'],
    ["{ cors: ['null'] }", 'cors.0: It is not an origin.'],
    ['{ documents: yes }', 'documents: "yes" is not known. Write sandboxed or trusted.'],
    ['{ response_headers: [Set Cookie] }', 'response_headers.0: It is not the name of a header field.'],
    ['{ response_headers: x-platform-identity }', 'response_headers: This server writes that field itself.'],
    [
      '{ response_headers: [Set-Cookie, Trailer] }',
      'platform-services.Library-v1.response_headers.1: This server writes that field itself. Write the name of a header field such as Set-Cookie.',
    ],
    ['{ odd: 1 }', 'odd: This key is not known.'],
    ['examples', 'Library-v1: It must be a map.'],
  ])('%s closes that API and no other', (entry, problem) => {
    const reading = services(`Library-v1: ${entry}, Other: { backend: examples }`);
    expect(linesOf(reading)).toEqual([expect.stringContaining(problem)]);
    expect(closedBy(reading)).toEqual(['api Library-v1']);
    expect(reading.configuration.services.map(({ api, problems }) => [api, problems.length])).toEqual([
      ['Library', 1],
      ['Other', 0],
    ]);
    // The others are still answered.
    const { services: entries } = reading.configuration;
    expect(() => createPublishedApis({ apis: [], services: entries, log() {} }).close()).not.toThrow();
    expect(linesOf(reading).join()).not.toContain('secret');
  });

  test.each(['Library/Book', ''])('%j is no API', (name) => {
    expect(closedBy(services(`"${name}": { backend: examples }`))).toEqual(['everything']);
  });
});

describe('platform-server', () => {
  test.each([
    ['metrics: true', { metrics: true }],
    [`metrics: '$${'{METRICS}'}'`, { metrics: true }],
    ['audit_log: false', { auditLog: { kind: 'off' } }],
    ["audit_log: '-'", { auditLog: { kind: 'output' } }],
    ['audit_log: data/audit.log', { auditLog: { kind: 'file', path: 'data/audit.log' } }],
  ])('%s', (text, expected) => {
    const reading = readLocal(`platform-server: { ${text} }`, { METRICS: 'true' });
    expect(linesOf(reading)).toEqual([]);
    expect(reading.configuration).toMatchObject(expected);
  });

  test.each(['metrics: 1', 'metrics: yes please', 'audit_log: true', 'audit_log: ../x', 'audit_log: {}'])(
    '%s closes everything',
    (text) => {
      expect(closedBy(readLocal(`platform-server: { ${text} }`))).toEqual(['everything']);
    },
  );
});

describe('view_manager and platform-content-negotiation', () => {
  test('are carried', () => {
    const reading = readLocal(`
platform-documentation: { formats: [config/formats/asciidoc.ts] }
view_manager: { template_map: { platform-documentation/show: templates/Show.astro } }
platform-content-negotiation: { selectors: { Documentation: { Platform\\Documentation\\Raml\\ViewModel: [application/raml+yaml, application/*+json] } } }
`);
    expect(linesOf(reading)).toEqual([]);
    expect(reading.configuration).toMatchObject({
      formatModules: [{ key: '0', file: 'config/formats/asciidoc.ts' }],
      templateMap: { 'platform-documentation/show': 'templates/Show.astro' },
      selectors: [
        {
          name: 'Documentation',
          viewModels: [
            {
              name: 'Platform\\Documentation\\Raml\\ViewModel',
              mediaTypes: ['application/raml+yaml', 'application/*+json'],
            },
          ],
        },
      ],
    });
  });

  test('formats of several files come together by their names; errors are reported at their name, in their file', () => {
    const folder = projectWith({
      'config/autoload/global.yaml':
        'platform-documentation:\n  formats:\n    asciidoc: formats/asciidoc.ts\n    names: formats/names.ts\n',
      'config/autoload/archive.global.yaml':
        'platform-documentation: { formats: { archive: formats/archive.ts, names: formats/own.ts } }\n',
      'config/autoload/wrong.global.yaml': 'platform-documentation: { formats: { wrong: 5 } }\n',
    });
    const { configuration, problems } = readConfiguration(folder, {});
    expect(configuration.formatModules).toEqual([
      { key: 'asciidoc', file: 'formats/asciidoc.ts' },
      { key: 'names', file: 'formats/own.ts' },
      { key: 'archive', file: 'formats/archive.ts' },
    ]);
    expect(problems.map(formatProblem)).toEqual([
      expect.stringMatching(/^config\/autoload\/wrong\.global\.yaml: platform-documentation\.formats\.wrong: /),
    ]);
  });

  test.each([
    'view_manager: { template_map: { platform-documentation/show: ../b.astro } }',
    'view_manager: { template_map: { platform-documentation/show: b.html } }',
    'view_manager: { template_map: { platform-documentation/shw: b.astro } }',
    'view_manager: { template_map: [a] }',
    'platform-documentation: { formats: config/formats/asciidoc.ts }',
    'platform-documentation: { formats: [../asciidoc.ts] }',
    'platform-documentation: { formats: { asciidoc: ../asciidoc.ts } }',
    'platform-documentation: { formats: { asciidoc: [] } }',
    'platform-documentation: { formats: { "": a.ts } }',
    'platform-documentation: { formats: { a.b: a.ts } }',
    'platform-content-negotiation: { selectors: { Documentation: { Model: [raml] } } }',
    `platform-content-negotiation: { selectors: { Documentation: { Model: [a/${'x'.repeat(254)}] } } }`,
    `platform-content-negotiation: { selectors: { Documentation: { ${'x'.repeat(256)}: [a/b] } } }`,
    `platform-content-negotiation: { selectors: { ${'x'.repeat(101)}: { Model: [a/b] } } }`,
    'platform-content-negotiation: { selectors: { Documentation: [a/b] } }',
  ])('%s is a problem', (text) => {
    expect(closedBy(readLocal(text))).toEqual(['everything']);
  });
});
