import { expect, test } from 'vitest';
import { siteTables } from '../../../src/file-servers/site-tables.ts';
import { REQUEST } from '../../../src/file-servers/table.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';
import { evaluate } from './evaluate.ts';
import { siteOf } from './hostile-site.ts';

const ROOT = '/platform/documentation';
const site = { ...siteOf(['Library', 'Library-v1']), languages: ['en', 'de', 'pt-BR'] };
const tables = siteTables(site);

/** nginx and Apache give up after ten million steps, of each pattern: a backtracking one keeps a worker for seconds. */
function millisecondsFor(request: Readonly<Record<string, string>>): number {
  const value = evaluate(tables, { [REQUEST.path]: ROOT, [REQUEST.target]: ROOT, [REQUEST.method]: 'GET', ...request });
  const names = ['verdict', 'type', 'language', 'coding', 'problem', 'location', 'link'];
  const start = cpuMilliseconds();
  for (const name of names) value(name);
  return cpuMilliseconds() - start;
}

test.each([
  ['parameters with spaces', 'text/html', ' ;a', 22],
  ['parameters with values and spaces', 'application/openapi+json', ';a=b ', 22],
  ['spaces after a name', 'text/html', ' ', 8000],
  ['spaces after a parameter', 'application/openapi+json;a=b', ' ', 8000],
  ['spaces after a weight', 'text/html;q=0.5', ' ', 8000],
  ['members of spaces', 'text/html', ' , text/html', 1000],
  ['parameters that look like members', 'application/json', ';a=|text/html', 600],
])('reads Accept with %s in linear work', (_, start, part, count) => {
  const accept = `${start}${part.repeat(count)};q=2x`;
  expect(millisecondsFor({ [REQUEST.accept]: accept })).toBeLessThan(500);
  expect(millisecondsFor({ [REQUEST.accept]: accept.replace(';q=2x', 'x') })).toBeLessThan(500);
});

test.each(['de', 'de;q=0.5', 'br', 'br;q=1'])('reads lists of %s with spaces in linear work', (member) => {
  const value = `${member}${' '.repeat(8000)}x`;
  expect(millisecondsFor({ [REQUEST.acceptLanguage]: value, [REQUEST.acceptEncoding]: value })).toBeLessThan(500);
});

test.each(['/a', '/Library-v1', '.json', '.', '%2', '-v1', '?/'])('reads paths of %s in linear work', (part) => {
  const path = `${ROOT}/${part.repeat(4000 / part.length)}`;
  expect(millisecondsFor({ [REQUEST.path]: path, [REQUEST.target]: path })).toBeLessThan(500);
});
