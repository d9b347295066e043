/** Everything that `config/autoload` says, checked, with defaults for what it leaves out. */
export interface Configuration {
  readonly site: {
    /** `platform-documentation.title`. */
    readonly title: string;
    /** `platform-documentation.introduction`: Markdown above the list of APIs; left out where there is none. */
    readonly introduction?: string;
    /** `platform-documentation.base_url` without a slash at its end; `''` when not configured. */
    readonly baseUrl: string;
  };
  /** Who may read the documentation: everybody. */
  readonly access: 'public';
}

/** One thing that is wrong with the configuration. */
export interface ConfigurationProblem {
  /** Relative to the project: the file that set the value. */
  readonly file: string;
  /** From 1; 0 where the key tells the place. */
  readonly line: number;
  readonly column: number;
  /** `platform-documentation.title`; `''` where the problem is the file as a whole. */
  readonly path: string;
  /** One sentence. */
  readonly message: string;
  /** What to write; one sentence. */
  readonly remedy: string;
}

/** `file: path.to.key: what is wrong. What to write.` on one line. */
export function formatProblem({ file, line, column, path, message, remedy }: ConfigurationProblem): string {
  const place = line > 0 ? `${file}:${line}:${column}` : file;
  const key = path === '' ? '' : `${path}: `;
  return `${place}: ${key}${message} ${remedy}`.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}
