/** Choices of a reader, stored for this origin; they never leave the browser. Browsers may deny access to storage. */

/** Storage key that is set when the reader has turned off the shortcuts `/` and `?`. */
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
