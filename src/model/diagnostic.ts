/** One thing that is wrong with an input file: place, problem, remedy. */
export interface Diagnostic {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** From 1; 0 where the problem is the file as a whole. */
  readonly line: number;
  /** From 1, in UTF-16 units; 0 where the problem is the file as a whole. */
  readonly column: number;
  readonly severity: 'error' | 'warning';
  /** Kebab-case name of the rule, such as `ref-not-found`. */
  readonly rule: string;
  /** One sentence without a line break. */
  readonly message: string;
  /** Instruction that removes the problem; one sentence. */
  readonly remedy: string;
  /** Places that the message names. */
  readonly places?: readonly Place[];
}

/** Place in a file. */
export type Place = Pick<Diagnostic, 'file' | 'line' | 'column'>;

/** Place of a problem that concerns a file as a whole. */
export function wholeFile(file: string): Place {
  return { file, line: 0, column: 0 };
}

/** `file:line:column: severity rule message Remedy.` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { place, severity, text } = diagnosticParts(diagnostic);
  return `${place}: ${severity} ${text}`;
}

/** The same in its parts, each of one line. */
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

/** Errors before warnings, each in the order they were found. */
export function errorsFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
  return [...diagnostics.filter(isError), ...diagnostics.filter((diagnostic) => !isError(diagnostic))];
}

/** All of them as text, and how many there are; no line where nothing is wrong. */
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

/** `1 error`, `2 errors` */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
