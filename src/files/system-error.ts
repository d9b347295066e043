const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space, then try again.',
  EDQUOT: 'This user may not use more of the disk: free some space, then try again.',
  EFBIG: 'A file may not become that large here: raise the limit ("ulimit -f"), then try again.',
  EROFS: 'The file system is read-only: mount it for writing, or work in another folder.',
  EACCES: 'This user may not do that: change who owns the file, or its permissions.',
  EPERM: 'This user may not do that: change who owns the file, or its permissions.',
  EMFILE: 'Too many files are open: raise the limit ("ulimit -n"), then try again.',
};

/**
 * Reports whether an error comes from the operating system: a file without permission, a full disk. Its message names
 * the path, if any.
 */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** The code by which the operating system refused, such as `ENOENT`; `unknown reason` for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}

/** Describes the error in one line, with its remedy where one is known. */
export function systemProblem({ message, code }: NodeJS.ErrnoException): string {
  const remedy = remedyFor(code);
  return remedy === undefined ? `${message}.` : `${message}. ${remedy}`;
}

/** Remedy for an error code, where one is known. */
export function remedyFor(code = ''): string | undefined {
  return Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined;
}
