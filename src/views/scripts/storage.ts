/** Choices of a reader, kept for this origin alone; they never leave the browser. A page may be denied storage. */

/** Key of a choice: once it is set, `/` and `?` open nothing. */
export const SLASH_OFF = 'pd-slash-off';

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a choice; where storage is denied, the choice holds for this page alone. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is denied.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is denied.
  }
}
