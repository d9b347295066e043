import { expect, test } from 'vitest';
import { formatProblem } from '../../../../src/options/problem.ts';
import { linesOf, readLocal } from '../read.ts';

const warningsOf = (baseUrl: string): readonly string[] => {
  const reading = readLocal(`platform-documentation: { base_url: '${baseUrl}' }`);
  expect(linesOf(reading)).toEqual([]);
  return reading.warnings.map(formatProblem);
};

test.each(['https://example.org/docs', 'https://example.org/a/b/', 'HTTP://EXAMPLE.ORG/%64ocs'])(
  'the address %s, below whose path no server of ours answers, is a warning that says what works',
  (baseUrl) => {
    const [warning, ...more] = warningsOf(baseUrl);
    expect(more).toEqual([]);
    expect(warning).toMatch(/^config\/autoload\/local\.yaml: platform-documentation\.base_url: .+ root of a host name/);
    expect(warning).toMatch(/pass \/platform, \/_astro and the paths of the APIs.+--plain/);
  },
);

test.each(['', 'https://example.org', 'https://example.org:8443/', 'http://127.0.0.1:4321'])(
  '%s is none',
  (baseUrl) => {
    const reading = readLocal(baseUrl === '' ? '' : `platform-documentation: { base_url: '${baseUrl}' }`);
    expect(reading.warnings).toEqual([]);
  },
);
