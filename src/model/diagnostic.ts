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
  /** What to write instead; one sentence. */
  readonly remedy: string;
}

/** `file:line:column: severity rule message Remedy.` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, severity, rule, message, remedy } = diagnostic;
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  return `${place}: ${severity} ${rule} ${message} ${remedy}`.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
