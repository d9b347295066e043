/** Choices of a reader, stored in the browser for this origin. Browsers may deny access to storage. */

/** Storage key that is present if the reader has turned off the shortcuts `/` and `?`. */
export const SLASH_OFF = 'pd-slash-off';

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a choice. If storage is denied, the choice applies only to the current page. */
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
