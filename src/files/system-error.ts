const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space, then try again.',
  EDQUOT: 'This user may not use more of the disk: free some space, then try again.',
  EFBIG: 'A file may not become that large here: raise the limit ("ulimit -f"), then try again.',
  EROFS: 'The file system is read-only: mount it for writing, or work in another folder.',
  EACCES: 'This user may not do that: change who owns the file, or its permissions.',
  EPERM: 'This user may not do that: change who owns the file, or its permissions.',
  EMFILE: 'Too many files are open: raise the limit ("ulimit -n"), then try again.',
};

/** Whether an error comes from a system call: missing permission, full disk. Its message contains the path, if any. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** Returns the code of a system error, such as `ENOENT`; `unknown reason` for errors without a code. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}

/** Describes the error in one line, with its remedy if one is known. */
export function systemProblem({ message, code }: NodeJS.ErrnoException): string {
  const remedy = remedyFor(code);
  return remedy === undefined ? `${message}.` : `${message}. ${remedy}`;
}

/** Finds the remedy for an error code; undefined if none is known. */
export function remedyFor(code = ''): string | undefined {
  return Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined;
}
