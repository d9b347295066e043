import { parseTarget } from '../config/api-target.ts';
import { problemOfTarget } from '../config/check-references.ts';
import { findKeyPlace } from '../config/configuration-files.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import type { ConfigurationWarning } from '../options/problem.ts';
import { type RuleBook, wholeApi } from '../rules/rule-book.ts';

/** Applies the severities of the project's rules to problems of whole APIs. */
export function judged(
  problems: readonly Diagnostic[],
  rules: RuleBook,
  apis: readonly ApiRecord[],
): readonly Diagnostic[] {
  return problems.flatMap((problem) => {
    const record = apis.find(({ source }) => source.file === problem.file);
    return rules.judge(problem, record && wholeApi(record)) ?? [];
  });
}

const EXCEPTIONS = ['platform-documentation', 'check', 'exceptions'];

/** Warns about exceptions to rules that matched no finding. */
export function unusedExceptions(
  rules: RuleBook,
  { configuration, fileOf }: ConfigurationReading,
  apis: readonly ApiRecord[],
): readonly ConfigurationWarning[] {
  return rules.unused().map((index) => {
    const api = configuration.check.exceptions[index]?.api ?? null;
    const unknown = api === null ? undefined : problemOfTarget(parseTarget(api), apis);
    return {
      file: fileOf(EXCEPTIONS),
      line: 0,
      column: 0,
      path: [...EXCEPTIONS, index].join('.'),
      message: `This exception is not used: ${unknown?.message ?? 'nothing is found there.'}`,
      remedy: unknown?.remedy ?? 'Remove it, or correct its rule, API or place.',
    };
  });
}

/** Converts a problem or warning of the configuration; if it has no line, uses the position of its key. */
export function toDiagnostic(
  { file, line, column, path, message, remedy }: ConfigurationWarning,
  severity: Diagnostic['severity'],
  projectFolder: string,
): Diagnostic {
  const place = line > 0 ? { line, column } : findKeyPlace(projectFolder, file, path);
  return {
    file,
    ...place,
    severity,
    rule: 'configuration',
    message: path === '' ? message : `${path}: ${message}`,
    remedy,
  };
}
