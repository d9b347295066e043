import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { readDocuments } from '../../docs/documents.ts';
import { configurationSchemaFile, configurationSchemaText } from '../../tooling/configuration-schema.ts';
import { linesOf, readLocal } from './read.ts';

const schemaText = readFileSync(configurationSchemaFile, 'utf8');
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(JSON.parse(schemaText));
const documents = readDocuments();
const ENVIRONMENT = { NAME: 'value', NUMBER: '5', IP: '127.0.0.1', FLAG: 'true' };
/** `$<NAME>` in the tables below is a variable of the environment. */
const withVariables = (yaml: string): string => yaml.replaceAll(/\$<(\w+)>/g, (_, name: string) => `$\{${name}}`);
/** Whether what is named exists is another question. */
const NAMES_NOTHING = /There is no (?:adapter|group)/;

/** Problems that an editor underlines. */
function problemsOf(yaml: string): readonly string[] {
  const value: unknown = load(yaml);
  // An empty file is none to an editor.
  if (value === undefined || validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

const adapter = (options: string): string =>
  `platform-mvc-auth: { authentication: { adapters: { a: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { ${options} } } } } }`;
const COMPLETE = 'accept_schemes: [basic], realm: r, htpasswd: data/htpasswd';
const auth = (text: string): string => `platform-mvc-auth: { ${text} }`;
const rules = (text: string): string => auth(`authorization: { ${text} }`);
const service = (text: string): string => `platform-services: { Library: { ${text} } }`;

const ACCEPTED = [
  'platform-documentation: # nothing below it\n',
  "platform-documentation: { title: '$<NAME>', introduction: '', base_url: 'HTTPS://api.example.com/', access: public }",
  'platform-documentation: { formats: [config/formats/a.ts, dist/../a.ts, /elsewhere/dist/a.ts] }',
  'platform-documentation: { formats: { a: config/a.ts } }',
  "view_manager: { template_map: { platform-documentation/show: '$<NAME>.astro' } }",
  'platform-content-negotiation: { selectors: { D: { A\\B: [application/*+json] } } }',
  adapter(COMPLETE),
  adapter(
    "accept_schemes: [Basic, DIGEST], realm: r, htpasswd: a, htdigest: b, nonce_timeout: '60', digest_domains: ''",
  ),
  adapter("accept_schemes: [digest], realm: '$<NAME>', htdigest: data/h, nonce_timeout: '$<NUMBER>'"),
  auth('authentication: { map: { Library-v1: a }, paths: { /a/*/b/**: a, /: a }, adapters: }'),
  rules(
    "deny_by_default: 'true', Library/Book: { collection: { default: true, GET: false, POST: [alice, '@editors'] }, entity: , actions: { OPTIONS: false } }",
  ),
  auth(
    'groups: { editors: [alice] }, htgroup: data/htgroup, throttle: { failures: 0, per_seconds: 86400 }, trusted_proxies: [10.0.0.0/8, "::1", "$<IP>"]',
  ),
  auth("state: { driver: redis, url: 'REDIS://h:6379/1', when_down: local }"),
  service(
    "backend: proxy, target: 'http://127.0.0.1:8080/a@b', timeout_seconds: 5, cors: '*', response_headers: Set-Cookie, documents: trusted",
  ),
  service("backend: examples, cors: ['https://a.example', '*'], max_body_bytes: 0"),
  'platform-server: { metrics: true, audit_log: false }',
  "platform-server: { metrics: '$<FLAG>', audit_log: '-' }",
  'platform-admin: { adapter: a, listen: same }',
  'platform-admin: { adapter: a, listen: 5001, base_url: https://admin.example.com }',
  "platform-admin: { adapter: a, listen: '[::1]:5001' }",
];

const REFUSED = [
  'platform-documentaton: {}',
  'platform-documentation: text',
  'platform-documentation: { titel: x }',
  "platform-documentation: { title: ' ' }",
  'platform-documentation: { title: }',
  'platform-documentation: { title: 5 }',
  'platform-documentation: { base_url: ftp://example.com }',
  'platform-documentation: { base_url: https://example.com?a }',
  'platform-documentation: { formats: a.ts }',
  'platform-documentation: { formats: { a.b: a.ts } }',
  'platform-documentation: { formats: [../a.ts] }',
  'platform-documentation: { formats: [dist/a.ts] }',
  'view_manager: { template_map: { platform-documentation/other: a.astro } }',
  'view_manager: { template_map: { platform-documentation/show: a.html } }',
  'platform-content-negotiation: { selectors: { D: { A: application/json } } }',
  'platform-content-negotiation: { selectors: { D: { A: [json] } } }',
  adapter(`${COMPLETE}, htpaswd: a`),
  adapter('accept_schemes: [bearer], realm: r'),
  adapter('accept_schemes: basic, realm: r, htpasswd: a'),
  adapter("accept_schemes: [basic], realm: '', htpasswd: a"),
  adapter('accept_schemes: [digest], realm: r, htdigest: a, nonce_timeout: 1h'),
  adapter('accept_schemes: [digest], realm: r, htdigest: a, nonce_timeout: 0'),
  adapter(COMPLETE).replace('HttpAdapter', 'OAuth2Adapter'),
  adapter(COMPLETE).replace('{ a:', '{ public:'),
  auth('authentication: { map: { Library/Book: a } }'),
  auth('authentication: { map: { Library: [a] } }'),
  auth('authentication: { paths: { reports: a } }'),
  rules('Library: { entity: { GET: false } }'),
  rules('Library/Book: { entitty: { GET: false } }'),
  rules('Library/Book: { entity: { get: false } }'),
  rules('Library/Book: { entity: { GET: no } }'),
  rules('Library/Book: { entity: { OPTIONS: true } }'),
  rules('deny_by_default: 1'),
  auth('groups: { "@editors": [a] }'),
  auth('groups: { editors: a }'),
  auth('throttle: { failures: -1 }'),
  auth('throttle: { per_seconds: 86401 }'),
  auth('throttle: { failures: 1.5 }'),
  auth('state: { driver: memcached }'),
  auth('state: { driver: redis, url: http://127.0.0.1 }'),
  auth('trusted_proxies: 127.0.0.1'),
  auth('trusted_proxies: [proxy.example.com]'),
  service('backend: php'),
  service('backend: proxy, target: /a'),
  service('documents: open'),
  service('cors: https://a.example/'),
  service('response_headers: [Set Cookie]'),
  service('odd: 1'),
  'platform-services: { Library: examples }',
  'platform-services: [Library]',
  'platform-server: { audit_log: true }',
  'platform-server: { metrics: maybe }',
  'platform-admin: { listen: 0 }',
  'platform-admin: { listen: localhost }',
];

/** Faults that no schema of one file can know. */
const REFUSED_BY_CHECK_ALONE = [
  adapter('realm: r'),
  adapter(COMPLETE).replace('data/htpasswd', 'data/../../htpasswd'),
  auth('state: { driver: redis }'),
  auth('authentication: { map: { Library: missing } }'),
  "platform-documentation: { title: '$<UNKNOWN>' }",
  service('backend: proxy'),
  'platform-admin: { listen: "99999" }',
];

describe('the JSON Schema of the configuration', () => {
  test('is what "npm run schema" writes', () => {
    expect(schemaText).toBe(configurationSchemaText());
  });

  test.each(ACCEPTED)('accepts what the product accepts: %s', (written) => {
    const yaml = withVariables(written);
    const problems = linesOf(readLocal(yaml, ENVIRONMENT)).filter((line) => !NAMES_NOTHING.test(line));
    expect({ product: problems, schema: problemsOf(yaml) }).toEqual({ product: [], schema: [] });
  });

  test.each(REFUSED)('refuses what the product refuses: %s', (yaml) => {
    expect(linesOf(readLocal(yaml, ENVIRONMENT))).not.toEqual([]);
    expect(problemsOf(yaml)).not.toEqual([]);
  });

  test.each(REFUSED_BY_CHECK_ALONE)('leaves to the product what one file cannot show: %s', (written) => {
    const yaml = withVariables(written);
    expect(linesOf(readLocal(yaml, ENVIRONMENT))).not.toEqual([]);
    expect(problemsOf(yaml)).toEqual([]);
  });
});

const root = fileURLToPath(new URL('../../../', import.meta.url));
const CONFIGURATION_FILES = [
  ...readdirSync(`${root}config/autoload`)
    .filter((name) => /\.yaml(?:\.dist)?$/.test(name))
    .map((name) => `config/autoload/${name}`),
  'api-descriptors/library/local.yaml.dist',
];
const REFERENCE = '# yaml-language-server: $schema=../../src/config/configuration.schema.json\n';

describe('files and examples', () => {
  test.each(CONFIGURATION_FILES)('%s names the schema and keeps to it', (path) => {
    const text = readFileSync(root + path, 'utf8');
    expect(text.startsWith(REFERENCE) || path.endsWith('local.yaml')).toBe(true);
    expect(problemsOf(text)).toEqual([]);
  });

  test('so do the keys of local.yaml.dist that are commented out', () => {
    const text = readFileSync(`${root}config/autoload/local.yaml.dist`, 'utf8').slice(REFERENCE.length);
    // Sentences begin with a capital letter.
    const uncommented = text.replaceAll(
      /^( *)# ( *(?:[a-z_-]+|Library|\/[a-z*/]+|[A-Z][a-z]+\/[A-Za-z]+):(?: .*)?)$/gm,
      '$1$2',
    );
    expect(uncommented).toContain('\nplatform-admin: {');
    expect(problemsOf(uncommented)).toEqual([]);
  });

  test('examples of the documentation keep to it', () => {
    const examples = documents
      .flatMap(({ blocks }) => blocks)
      .filter(({ language, text }) => language === 'yaml' && /^(?:platform-|view_manager)/m.test(text))
      .map(({ text }) => text);
    expect(examples.length).toBeGreaterThan(5);
    expect(examples.map(problemsOf)).toEqual(examples.map(() => []));
  });
});
