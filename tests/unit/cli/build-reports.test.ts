import { expect, test } from 'vitest';
import { buildReports } from '../../../src/cli/reports.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { BuildResult } from '../../../src/release/build-contract.ts';

const about = { line: 2, column: 3, rule: 'r', message: 'M.', remedy: 'R.' } as const;
const warning: Diagnostic = { ...about, file: 'a.yaml', severity: 'warning' };
const error: Diagnostic = { ...about, file: 'b.yaml', severity: 'error' };
const contents = [{ name: 'Shop', version: 1, pages: { rendered: 1, reused: 2 }, formats: {} }];

const reported = (result: BuildResult): unknown =>
  JSON.parse(buildReports.json.write({ result, milliseconds: 1234.4 }));
const timing = { seconds: 1.234 };

test('JSON says what was built, problems with errors first, and durations in a member of their own', () => {
  const published: BuildResult = {
    kind: 'published',
    release: 'id',
    apis: 1,
    documents: 3,
    pages: 3,
    rendered: 1,
    baseUrl: '',
    contents: () => contents,
    diagnostics: [warning],
    failures: [],
  };
  const nothingWrong = { problems: [], failures: [], errors: 0, warnings: 0, timing };
  expect(reported(published)).toEqual({
    ...nothingWrong,
    result: 'published',
    release: 'id',
    apis: contents,
    problems: [warning],
    warnings: 1,
  });
  expect(
    reported({ kind: 'unchanged', release: 'id', contents: () => contents, diagnostics: [], failures: [] }),
  ).toEqual({ ...nothingWrong, result: 'unchanged', release: 'id', apis: contents });
  expect(reported({ kind: 'failed', release: null, diagnostics: [warning, error], failures: ['F.'] })).toEqual({
    result: 'failed',
    release: null,
    apis: [],
    problems: [error, warning],
    failures: ['F.'],
    errors: 2,
    warnings: 1,
    timing,
  });
  expect(reported({ kind: 'interrupted', diagnostics: [], failures: [] })).toEqual({
    ...nothingWrong,
    result: 'interrupted',
    release: null,
    apis: [],
  });
});

test('annotations of GitHub are one line each, those of no file too; without problems there is none', () => {
  const written = (diagnostics: readonly Diagnostic[], failures: readonly string[]): string =>
    buildReports.github.write(
      { result: { kind: 'failed', release: null, diagnostics, failures }, milliseconds: 0 },
      'docs/',
    );
  expect(written([warning, error], ['One\n::error::two']).split('\n')).toEqual([
    '::error file=docs/b.yaml,line=2,col=3,title=r::M. R.',
    '::warning file=docs/a.yaml,line=2,col=3,title=r::M. R.',
    '::error title=build::One%0A::error::two',
  ]);
  expect(written([], [])).toBe('');
});
