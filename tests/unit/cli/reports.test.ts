import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkReports, repositoryPrefix } from '../../../src/cli/reports.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';

const problem: Diagnostic = {
  file: 'a.yaml',
  line: 0,
  column: 0,
  severity: 'error',
  rule: 'r',
  message: 'M.',
  remedy: 'R.',
};
const result = (problems: readonly Diagnostic[]): Parameters<typeof checkReports.github.write>[0] => ({
  problems,
  errors: problems.length,
  warnings: 0,
});

test.each<[given: Partial<Diagnostic>, expected: string]>([
  [{}, '::error file=a.yaml,title=r::M. R.'],
  [{ line: 2, column: 3, severity: 'warning' }, '::warning file=a.yaml,line=2,col=3,title=r::M. R.'],
  [{ message: 'One\r\n::error::two, 100 %.' }, '::error file=a.yaml,title=r::One%0D%0A::error::two, 100 %25. R.'],
  [{ file: 'a\n::stop::, b.yaml' }, '::error file=a%0A%3A%3Astop%3A%3A%2C b.yaml,title=r::M. R.'],
])('a descriptor writes one command of GitHub and no other: %j', (given, expected) => {
  expect(checkReports.github.write(result([{ ...problem, ...given }]), '')).toBe(expected);
});

test('fingerprints of GitLab do not depend on lines, and are never the same twice', () => {
  const fingerprints = (...problems: readonly Diagnostic[]): readonly string[] =>
    (JSON.parse(checkReports.gitlab.write(result(problems), '')) as readonly { fingerprint: string }[]).map(
      ({ fingerprint }) => fingerprint,
    );
  const [first, second] = fingerprints({ ...problem, line: 1 }, { ...problem, line: 5 });
  expect(first).not.toBe(second);
  expect(fingerprints({ ...problem, line: 7 })).toEqual([first]);
  const [named] = fingerprints({ ...problem, message: 'It is used at a.yaml:4:27 too.' });
  expect(fingerprints({ ...problem, message: 'It is used at a.yaml:5:27 too.' })).toEqual([named]);
});

describe('elsewhere paths begin at the top of the repository, which has .git', () => {
  test.each([
    ['a clone', '.git/', 'docs/api/', 'docs/api/'],
    ['a worktree or submodule', '.git', 'docs/', 'docs/'],
    ['the top', '.git/', '', ''],
    ['no repository', 'other', 'docs/', ''],
  ])('%s', (_, marker, below, expected) => {
    const top = mkdtempSync(join(tmpdir(), 'repository-'));
    try {
      mkdirSync(join(top, below), { recursive: true });
      if (marker.endsWith('/')) mkdirSync(join(top, marker));
      else writeFileSync(join(top, marker), '');
      expect(repositoryPrefix(join(top, below), {})).toBe(expected);
      expect(repositoryPrefix(join(top, below), { CI_PROJECT_DIR: join(top, below) })).toBe('');
    } finally {
      rmSync(top, { recursive: true });
    }
  });
});

test.each([
  [{}, ''],
  [{ GITHUB_WORKSPACE: '/repository' }, 'docs/'],
  [{ CI_PROJECT_DIR: '/repository/docs' }, ''],
  [{ GITHUB_WORKSPACE: '', CI_PROJECT_DIR: '/repository' }, 'docs/'],
  [{ CI_PROJECT_DIR: '/other' }, ''],
])('paths of /repository/docs with %j begin with %j', (environment, expected) => {
  expect(repositoryPrefix('/repository/docs', environment)).toBe(expected);
});
