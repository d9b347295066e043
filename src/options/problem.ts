/** A problem in the configuration. */
export interface ConfigurationProblem {
  /** File that set the value, relative to the project. */
  readonly file: string;
  /** Line from 1; 0 if only the key is known. */
  readonly line: number;
  readonly column: number;
  /** Keys joined by dots: `platform-documentation.title`; `''` if the problem concerns the whole file. */
  readonly path: string;
  /** Problem, as one sentence. */
  readonly message: string;
  /** Instruction for the user, as one sentence. */
  readonly remedy: string;
  /** Part that the problem closes; the rest of the configuration stays usable. */
  readonly closes: Closes;
}

export type Closes =
  /** Whole configuration: it must not be used for publishing or serving. */
  | { readonly kind: 'everything' }
  /** One adapter, which may be missing from `adapters`. */
  | { readonly kind: 'adapter'; readonly name: string }
  /** One version of an API, or an entry of `platform-services` by its key: `Library` or `Library-v1`. */
  | { readonly kind: 'api'; readonly api: string }
  /**
   * Operations without a rule: guests cannot call them. Used for an unknown name that a descriptor with errors may
   * define; see `checkReferences`.
   */
  | { readonly kind: 'guests' };

/** A problem that closes nothing. */
export type ConfigurationWarning = Omit<ConfigurationProblem, 'closes'>;

/** True if the configuration must not be used for publishing or serving. */
export function closesEverything({ closes }: ConfigurationProblem): boolean {
  return closes.kind === 'everything';
}

/** Formats a problem on one line: `file: path.to.key: message remedy`. */
export function formatProblem({ file, line, column, path, message, remedy }: ConfigurationWarning): string {
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  const key = path === '' ? '' : `${path}: `;
  return `${place}: ${key}${message} ${remedy}`.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}
