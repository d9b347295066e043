/** What a reader has chosen, of this origin alone; it never leaves the browser. Storage may be closed to a page. */

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param value null: nothing is kept. Where nothing can be, it is chosen for this page alone. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // As it was said above.
  }
}
