import { expect, test } from 'vitest';
import { linesOf, readLocal } from '../read.ts';

const ADAPTER =
  'adapters: { staff: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { accept_schemes: [basic], realm: a, htpasswd: b } } }';

test.each([
  '',
  'https://example.org',
  'https://example.org/docs',
  'https://example.org/a/b/',
  'HTTP://EXAMPLE.ORG/%64ocs',
])('the site may stand at %j', (baseUrl) => {
  const reading = readLocal(baseUrl === '' ? '' : `platform-documentation: { base_url: '${baseUrl}' }`);
  expect([linesOf(reading), reading.warnings]).toEqual([[], []]);
});

test('the address of the documentation is not that of the site', () => {
  expect(
    linesOf(readLocal("platform-documentation: { base_url: 'https://example.org/a/platform/documentation/' }")),
  ).toEqual([
    expect.stringMatching(
      /base_url: The documentation is at .+ below this address\. Write "https:\/\/example\.org\/a"\.$/,
    ),
  ]);
});

test.each([
  ['/docs/reports/**', '/reports/**'],
  ['/Docs', '/**'],
])('a rule about %s would protect nothing below /docs', (pattern, right) => {
  const paths = (one: string): readonly string[] =>
    linesOf(
      readLocal(
        `platform-documentation: { base_url: 'https://example.org/docs' }\n` +
          `platform-mvc-auth: { authentication: { ${ADAPTER}, paths: { '${one}': staff } } }`,
      ),
    );
  expect(paths(pattern)).toEqual([expect.stringContaining(`Write "${right}".`)]);
  expect(paths(right)).toEqual([]);
  expect(paths('/docsx/**')).toEqual([]);
});
