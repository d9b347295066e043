import { describe, expect, test } from 'vitest';
import { offeredSchemes } from '../../../../src/auth/schemes/registry.ts';
import type { AdapterRecord } from '../../../../src/config/configuration.ts';
import type { ConfigurationReading } from '../../../../src/config/read-configuration.ts';
import { nameAll } from '../../../../src/options/schema.ts';
import { closedBy, linesOf, readLocal } from '../read.ts';

const SCHEMES = offeredSchemes.map(({ name }) => name);
const LISTS = nameAll(SCHEMES.map((name) => `[${name}]`));
const CLASS = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
const good = `good: { adapter: ${CLASS}, options: { accept_schemes: [basic], realm: api, htpasswd: data/htpasswd } }`;

function withAdapters(...adapters: readonly string[]): ConfigurationReading {
  return readLocal(`platform-mvc-auth: { authentication: { adapters: { ${adapters.join(', ')} } } }`, {
    REALM: 'Übung',
    SCHEME: 'Digest',
  });
}

/** One adapter with these options, beside a right one. */
function withOptions(options: string): ConfigurationReading {
  return withAdapters(`staff: { adapter: ${CLASS}, options: { ${options} } }`, good);
}

function adapterOf({ configuration }: ConfigurationReading, name = 'staff'): AdapterRecord | undefined {
  return configuration.authentication.adapters.find((adapter) => adapter.name === name);
}

describe('adapters', () => {
  test('Basic, Digest and both, as the specification writes them', () => {
    const reading = withAdapters(
      `staff: { adapter: ${CLASS}, options: { accept_schemes: [basic], realm: api, htpasswd: data/htpasswd } }`,
      `partners: { adapter: ${CLASS}, options: { accept_schemes: [digest], realm: api, digest_domains: '', nonce_timeout: '3600', htdigest: data/htdigest } }`,
      `both: { adapter: ${CLASS}, options: { accept_schemes: [basic, digest], realm: x, htpasswd: /run/secrets/p, htdigest_sha256: data/s, nonce_timeout: 60, digest_domains: '/a https://b.example/c' } }`,
    );
    expect(linesOf(reading)).toEqual([]);
    const none = {
      htpasswd: null,
      htdigest: null,
      htdigest_sha256: null,
      digest_domains: [],
      nonce_timeout: 3600,
    };
    expect(reading.configuration.authentication.adapters).toEqual([
      {
        name: 'staff',
        schemes: ['basic'],
        realm: 'api',
        options: expect.objectContaining({ ...none, htpasswd: 'data/htpasswd' }),
        problems: [],
      },
      {
        name: 'partners',
        schemes: ['digest'],
        realm: 'api',
        options: expect.objectContaining({ ...none, htdigest: 'data/htdigest' }),
        problems: [],
      },
      {
        name: 'both',
        schemes: ['basic', 'digest'],
        realm: 'x',
        options: expect.objectContaining({
          htpasswd: '/run/secrets/p',
          htdigest: null,
          htdigest_sha256: 'data/s',
          digest_domains: ['/a', 'https://b.example/c'],
          nonce_timeout: 60,
        }),
        problems: [],
      },
    ]);
    const declared = offeredSchemes.flatMap(({ options }) => Object.keys(options)).toSorted();
    for (const { options } of reading.configuration.authentication.adapters)
      expect(Object.keys(options).toSorted()).toEqual([...new Set(declared)]);
  });

  test('schemes are read in any case, once each', () => {
    expect(
      adapterOf(withOptions('accept_schemes: [Basic, BASIC, dIgEsT], realm: a, htpasswd: p, htdigest: d'))?.schemes,
    ).toEqual(['basic', 'digest']);
  });

  test('variables are replaced inside lists and nested maps', () => {
    const adapter = adapterOf(withOptions(`accept_schemes: ['$${'{SCHEME}'}'], realm: '$${'{REALM}'}', htdigest: d`));
    expect([adapter?.schemes, adapter?.realm, adapter?.problems]).toEqual([['digest'], 'Übung', []]);
  });

  test.each([
    // options                                                          what is reported
    [
      'accept_schemes: [basic], realm: a',
      'options.htpasswd: The scheme basic requires this key. Write the path of a password file, such as data/htpasswd.',
    ],
    ['accept_schemes: [digest], realm: a', 'options.htdigest: The scheme digest requires this key.'],
    ['accept_schemes: [digest], realm: a, htpasswd: p', 'options.htdigest: The scheme digest requires this key'],
    ['accept_schemes: [], realm: a', `options.accept_schemes: It has no scheme. Write a list such as ${LISTS}.`],
    ['realm: a, htpasswd: p', 'options.accept_schemes: It is missing.'],
    [
      'accept_schemes: [bearer], realm: a',
      `options.accept_schemes.0: "bearer" is not known. Write ${nameAll(SCHEMES)}.`,
    ],
    ['accept_schemes: basic, realm: a, htpasswd: p', 'options.accept_schemes: It must be a list.'],
    ['accept_schemes: [basic, ~], realm: a, htpasswd: p', 'options.accept_schemes.1: It is empty.'],
    ['accept_schemes: [[basic]], realm: a, htpasswd: p', 'options.accept_schemes.0: This value is not known.'],
    [
      `accept_schemes: ['$${'{NONE}'}'], realm: a`,
      'options.accept_schemes.0: The environment variable NONE is not set.',
    ],
    ['accept_schemes: [basic], htpasswd: p', 'options.realm: It is missing.'],
    ["accept_schemes: [basic], realm: '', htpasswd: p", 'options.realm: It is empty.'],
    [
      `accept_schemes: [basic], realm: ${'x'.repeat(256)}, htpasswd: p`,
      'options.realm: It has more than 255 characters.',
    ],
    ['accept_schemes: [basic], realm: "a\\r\\nX: y", htpasswd: p', 'options.realm: It contains a control character.'],
    ['accept_schemes: [basic], realm: 5, htpasswd: p', 'options.realm: It must be text.'],
    [
      'accept_schemes: [digest], realm: "a:b", htdigest: d',
      'options.realm: A digest file cannot contain a realm with a colon.',
    ],
    ['accept_schemes: [basic], realm: a, htpasswd: ../p', 'options.htpasswd: The path leaves the project.'],
    ['accept_schemes: [basic], realm: a, htpasswd: data/../../p', 'options.htpasswd: The path leaves the project.'],
    ['accept_schemes: [basic], realm: a, htpasswd: ./public/p', 'options.htpasswd: Files in public are published'],
    ['accept_schemes: [basic], realm: a, htpasswd: dist/client/p', 'options.htpasswd: Files in dist are published'],
    ['accept_schemes: [basic], realm: a, htpasswd: "a\\0"', 'options.htpasswd: It contains a control character.'],
    [
      "accept_schemes: [digest], realm: a, htdigest: d, nonce_timeout: '0'",
      'options.nonce_timeout: It must be between 1 and',
    ],
    [
      'accept_schemes: [digest], realm: a, htdigest: d, nonce_timeout: -1',
      'options.nonce_timeout: It must be between 1 and',
    ],
    [
      'accept_schemes: [digest], realm: a, htdigest: d, nonce_timeout: 1.5',
      'options.nonce_timeout: It must be a whole number.',
    ],
    [
      'accept_schemes: [digest], realm: a, htdigest: d, nonce_timeout: 1h',
      'options.nonce_timeout: It must be a whole number.',
    ],
    [
      'accept_schemes: [digest], realm: a, htdigest: d, nonce_timeout: ""',
      'options.nonce_timeout: It must be a whole number.',
    ],
    [
      'accept_schemes: [digest], realm: a, htdigest: d, nonce_timeout: true',
      'options.nonce_timeout: It must be a whole number.',
    ],
    [
      'accept_schemes: [digest], realm: a, htdigest: d, nonce_timeout: .inf',
      'options.nonce_timeout: It must be a whole number.',
    ],
    [
      'accept_schemes: [digest], realm: a, htdigest: d, nonce_timeout: 1e99',
      'options.nonce_timeout: It must be a whole number.',
    ],
    [
      "accept_schemes: [digest], realm: a, htdigest: d, digest_domains: 'a\"b'",
      'options.digest_domains: It contains a character that is not allowed in a URI.',
    ],
    [
      "accept_schemes: [digest], realm: a, htdigest: d, digest_domains: '/a nowhere'",
      'options.digest_domains: "nowhere" is neither',
    ],
    [
      "accept_schemes: [digest], realm: a, htdigest: d, digest_domains: '//evil.example'",
      'options.digest_domains: "//evil.example" is neither',
    ],
    [
      'accept_schemes: [basic], realm: a, htpasswd: p, relm: b',
      'options.relm: This key is not known. Remove it: realm is there already.',
    ],
    [
      'accept_schemes: [basic], realm: a, htpasswd: p, __proto__: {}',
      'options.__proto__: This key is not known. Remove it, or write accept_schemes, realm,',
    ],
  ])('%s closes that adapter and no other', (options, problem) => {
    const reading = withOptions(options);
    expect(linesOf(reading)).toEqual([
      expect.stringContaining(`platform-mvc-auth.authentication.adapters.staff.${problem}`),
    ]);
    expect(closedBy(reading)).toEqual(['adapter staff']);
    expect(adapterOf(reading)?.problems).toEqual([expect.stringContaining(problem)]);
    expect(adapterOf(reading, 'good')?.problems).toEqual([]);
  });

  test.each([
    ['staff: 5', 'staff: It must be a map.'],
    [
      'staff: { options: { accept_schemes: [basic], realm: a, htpasswd: p } }',
      `staff.adapter: It is missing. Write ${CLASS}.`,
    ],
    [
      'staff: { adapter: Other\\Adapter, options: { accept_schemes: [basic], realm: a, htpasswd: p } }',
      `staff.adapter: "Other\\Adapter" is not known. Write ${CLASS}.`,
    ],
    [`staff: { adapter: ${CLASS} }`, 'staff.options: It is missing.'],
    [`staff: { adapter: ${CLASS}, options: [] }`, 'staff.options: It must be a map.'],
  ])('%s closes that adapter', (adapter, problem) => {
    const reading = withAdapters(adapter, good);
    expect(linesOf(reading)).toEqual([expect.stringContaining(problem)]);
    expect([adapterOf(reading)?.problems.length, adapterOf(reading, 'good')?.problems]).toEqual([1, []]);
  });

  test('all errors of one adapter are reported at once', () => {
    const reading = withAdapters(
      'staff: { adapter: x, options: { accept_schemes: [basic], realm: "", nonce_timeout: 0, odd: 1 } }',
    );
    expect(closedBy(reading)).toEqual(Array.from({ length: 5 }, () => 'adapter staff'));
  });

  test.each(['public', '"a|b"', '"a\\nb"', '""', '"../x"', `"${'x'.repeat(101)}"`])(
    '%s is no name, which closes everything',
    (name) => {
      expect(closedBy(withAdapters(good.replace('good', name)))).toEqual(['everything']);
    },
  );
});

describe('names of adapters', () => {
  test.each([
    // where a name is used                                                                  key of the problem
    ['platform-documentation: { access: nobody }', 'platform-documentation.access'],
    [
      'platform-mvc-auth: { authentication: { map: { Library: nobody } } }',
      'platform-mvc-auth.authentication.map.Library',
    ],
    [
      'platform-mvc-auth: { authentication: { map: { Library-v2: nobody } } }',
      'platform-mvc-auth.authentication.map.Library-v2',
    ],
    [
      'platform-mvc-auth: { authentication: { paths: { /reports/**: nobody } } }',
      'platform-mvc-auth.authentication.paths./reports/**',
    ],
    ['platform-admin: { adapter: nobody }', 'platform-admin.adapter'],
  ])('%s stands for an adapter that is closed', (text, key) => {
    const reading = readLocal(text);
    expect(linesOf(reading)).toEqual([
      `${key}: There is no adapter "nobody". Add "nobody" to platform-mvc-auth.authentication.adapters.`,
    ]);
    expect(closedBy(reading)).toEqual(['adapter nobody']);
    expect(adapterOf(reading, 'nobody')).toMatchObject({
      schemes: [],
      problems: [expect.stringContaining('There is no adapter')],
    });
  });

  test('one that is close is named, else all of them', () => {
    const adapters = 'adapters: { staff: {}, partners: {} }';
    const remediesOf = (name: string) =>
      linesOf(readLocal(`platform-mvc-auth: { authentication: { ${adapters}, map: { Library: ${name} } } }`)).flatMap(
        (line) => /There is no adapter .*/.exec(line) ?? [],
      );
    expect(remediesOf('staf')).toEqual(['There is no adapter "staf". Write staff, or add the adapter.']);
    expect(remediesOf('other')).toEqual(['There is no adapter "other". Write staff or partners, or add the adapter.']);
  });

  test.each(['5', '[staff]', 'true', '""', '{}'])('a map to %s closes everything', (name) => {
    expect(closedBy(readLocal(`platform-mvc-auth: { authentication: { map: { Library: ${name} } } }`))).toEqual([
      'everything',
    ]);
  });

  test('an adapter that a later file takes back is missing where it is used', () => {
    const reading = withAdapters('staff: ~');
    expect(reading.configuration.authentication.adapters).toEqual([]);
  });
});
