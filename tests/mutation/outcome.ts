import { readFileSync } from 'node:fs';
import type { Stryker } from '@stryker-mutator/core';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/**
 * A mutant that no test can tell from the original. What it was and became is text with each run of white space as one
 * space.
 */
export interface Equivalent {
  readonly file: string;
  /** The line that the change begins in, which tells equal changes apart. */
  readonly line: string;
  readonly was: string;
  readonly became: string;
  readonly reason: string;
}

/** Result of one mutant. */
export interface Outcome {
  readonly file: string;
  readonly lineNumber: number;
  readonly line: string;
  readonly mutation: string;
  readonly was: string;
  readonly became: string;
  readonly kind: 'killed' | 'survived' | 'equivalent';
  /** No test runs it. */
  readonly isUntested: boolean;
  /** Killed because tests did not end: right for an endless loop, doubtful on a busy machine. */
  readonly isTimeout: boolean;
}

export interface Score {
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
}

/**
 * A mutant that made tests fail or run endlessly is killed; one that cannot be loaded says nothing of tests and is left
 * out.
 */
export function outcomesOf(
  results: readonly MutantResult[],
  equivalents: readonly Equivalent[],
  readText: (file: string) => string,
): readonly Outcome[] {
  const texts = new Map<string, readonly string[]>();
  return results.flatMap(({ fileName, mutatorName, replacement, location, status }) => {
    if (status === 'CompileError' || status === 'RuntimeError' || status === 'Ignored') return [];
    const lines = texts.get(fileName) ?? readText(fileName).split('\n');
    texts.set(fileName, lines);
    const { start, end } = location;
    // Lines and columns count from 1.
    const within = lines.slice(start.line - 1, end.line).map((text, index) => {
      const isLast = index === end.line - start.line;
      return text.slice(index === 0 ? start.column - 1 : 0, isLast ? end.column - 1 : undefined);
    });
    const mutant = {
      file: fileName,
      line: spaced(lines[start.line - 1] ?? ''),
      was: spaced(within.join(' ')),
      became: spaced(replacement ?? ''),
    };
    const isKilled = status === 'Killed' || status === 'Timeout';
    const kind = isKilled
      ? 'killed'
      : equivalents.some((equivalent) => isSameMutant(equivalent, mutant))
        ? 'equivalent'
        : 'survived';
    return [
      {
        ...mutant,
        lineNumber: start.line,
        mutation: mutatorName,
        kind,
        isUntested: status === 'NoCoverage',
        isTimeout: status === 'Timeout',
      } as const,
    ];
  });
}

/** Equivalents to remove: they match no mutant, or one that a test killed. */
export function staleOf(equivalents: readonly Equivalent[], outcomes: readonly Outcome[]): readonly Equivalent[] {
  const files = new Set(outcomes.map(({ file }) => file));
  return equivalents.filter(
    (equivalent) =>
      files.has(equivalent.file) &&
      !outcomes.some((outcome) => outcome.kind === 'equivalent' && isSameMutant(equivalent, outcome)),
  );
}

export function scoreOf(outcomes: readonly Outcome[]): Score {
  const count = (kind: Outcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  return { killed: count('killed'), survived: count('survived'), equivalent: count('equivalent') };
}

export function readEquivalents(path: string): readonly Equivalent[] {
  return JSON.parse(readFileSync(path, 'utf8')) as readonly Equivalent[];
}

function isSameMutant(left: Omit<Equivalent, 'reason'>, right: Omit<Equivalent, 'reason'>): boolean {
  return left.file === right.file && left.line === right.line && left.was === right.was && left.became === right.became;
}

/** Each run of white space as one space. */
export function spaced(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
