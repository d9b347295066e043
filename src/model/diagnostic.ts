/** Problem in an input file, with its position and remedy. */
export interface Diagnostic {
  /** Path relative to the project, with forward slashes. */
  readonly file: string;
  /** Line number from 1; 0 if the problem concerns the whole file. */
  readonly line: number;
  /** Column from 1 in UTF-16 code units; 0 if the problem concerns the whole file. */
  readonly column: number;
  readonly severity: 'error' | 'warning';
  /** Kebab-case name of the rule, such as `ref-not-found`. */
  readonly rule: string;
  /** One sentence without a line break. */
  readonly message: string;
  /** Instruction that removes the problem; one sentence. */
  readonly remedy: string;
  /** Other source positions that the message mentions. */
  readonly places?: readonly Place[];
}

export type Place = Pick<Diagnostic, 'file' | 'line' | 'column'>;

/** Position of a problem that concerns a whole file. */
export function wholeFile(file: string): Place {
  return { file, line: 0, column: 0 };
}

/** Formats a problem as `file:line:column: severity rule message Remedy.` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { place, severity, text } = diagnosticParts(diagnostic);
  return `${place}: ${severity} ${text}`;
}

/** Parts of the line that {@link formatDiagnostic} writes, each without line breaks. */
export function diagnosticParts(
  diagnostic: Diagnostic,
): Readonly<Record<'place' | 'text', string>> & Pick<Diagnostic, 'severity'> {
  const { file, line, column, severity, rule, message, remedy } = diagnostic;
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  return { place: oneLine(place), severity, text: oneLine(`${rule} ${message} ${remedy}`) };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

/** Sorts errors before warnings; otherwise the order is kept. */
export function errorsFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
  return [...diagnostics.filter(isError), ...diagnostics.filter((diagnostic) => !isError(diagnostic))];
}

/** Formats all problems and a last line with their number; an empty list gives no lines. */
export function problemLines(diagnostics: readonly Diagnostic[]): readonly string[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return diagnostics.length === 0
    ? []
    : [...errorsFirst(diagnostics).map(formatDiagnostic), `${problemCount(errors, diagnostics.length - errors)}.`];
}

/** Formats the last line of a list of problems: `2 errors, 1 warning`. */
export function problemCount(errors: number, warnings: number): string {
  return `${countOf(errors, 'error')}, ${countOf(warnings, 'warning')}`;
}

/** Number with its noun: `1 error`, `2 errors`. */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
