/** A problem in the configuration. */
export interface ConfigurationProblem {
  /** Relative to the project: the file that set the value. */
  readonly file: string;
  /** Line, from 1; 0 where the key gives the place. */
  readonly line: number;
  readonly column: number;
  /** `platform-documentation.title`; `''` where the problem is the file as a whole. */
  readonly path: string;
  /** One sentence. */
  readonly message: string;
  /** One sentence that says what to write. */
  readonly remedy: string;
  /** Scope that the problem closes; the rest of the configuration stays usable. */
  readonly closes: Closes;
}

export type Closes =
  /** Nothing may be published or served with this configuration. */
  | { readonly kind: 'everything' }
  /** One entry of `adapters`, or a name that is used like one but has no entry. */
  | { readonly kind: 'adapter'; readonly name: string }
  /** One version of an API, or an entry of `platform-services` as it is written: `Library` or `Library-v1`. */
  | { readonly kind: 'api'; readonly api: string }
  /**
   * Problem of a name that is not found while descriptors with errors may define it. Until they are corrected, guests
   * have no access, see `checkReferences`.
   */
  | { readonly kind: 'guests' };

/** A problem that stops nothing. */
export type ConfigurationWarning = Omit<ConfigurationProblem, 'closes'>;

/** True when nothing may be published or served. */
export function closesEverything({ closes }: ConfigurationProblem): boolean {
  return closes.kind === 'everything';
}

/** `file: path.to.key: what is wrong. What to write.` on one line. */
export function formatProblem({ file, line, column, path, message, remedy }: ConfigurationWarning): string {
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  const key = path === '' ? '' : `${path}: `;
  return `${place}: ${key}${message} ${remedy}`.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}
