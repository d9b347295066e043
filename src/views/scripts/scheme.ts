/**
 * Applies the reader's colour scheme before the first paint; no other script blocks rendering. The page contains the
 * control for the scheme, which this script makes visible.
 */
import { forget, store, stored } from './storage.ts';

const KEY = 'pd-scheme';
const root = document.documentElement;

/** Applies a scheme. @param scheme `''` for the system's scheme */
function show(scheme: string): void {
  root.dataset['scheme'] = scheme;
  for (const source of document.querySelectorAll<HTMLSourceElement>('.pd-logo source'))
    source.media = scheme === '' ? '(prefers-color-scheme: dark)' : scheme === 'dark' ? 'all' : 'not all';
}

show(stored(KEY) ?? '');
// Heard on the window, so that a choice counts that is made before the page is complete.
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement && target.matches('.pd-scheme select'))) return;
  const { value } = target;
  if (value === '') forget(KEY);
  else store(KEY, value);
  show(value);
});
addEventListener('DOMContentLoaded', () => {
  const scheme = root.dataset['scheme'] ?? '';
  show(scheme);
  const chooser = document.querySelector<HTMLSelectElement>('.pd-scheme select');
  if (chooser !== null) chooser.value = scheme;
});
