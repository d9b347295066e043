/** What a reader has chosen, of this origin alone; it never leaves the browser. Storage may be closed to a page. */

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Where nothing can be kept, it is chosen for this page alone. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As it was said above.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As it was said above.
  }
}
