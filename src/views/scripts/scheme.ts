/**
 * Applies the colour scheme that the reader has chosen before anything is painted: pages wait for no other script. The
 * control for it is part of the page, and is shown once this has run.
 */
import { forget, store, stored } from './storage.ts';

const KEY = 'pd-scheme';
const root = document.documentElement;

/** @param scheme `''` for that of the system */
function show(scheme: string): void {
  root.dataset['scheme'] = scheme;
  for (const source of document.querySelectorAll<HTMLSourceElement>('.pd-logo source'))
    source.media = scheme === '' ? '(prefers-color-scheme: dark)' : scheme === 'dark' ? 'all' : 'not all';
}

show(stored(KEY) ?? '');
addEventListener('DOMContentLoaded', () => {
  const chooser = document.querySelector<HTMLSelectElement>('.pd-scheme select');
  if (chooser === null) return;
  const scheme = root.dataset['scheme'] ?? '';
  show(scheme);
  chooser.value = scheme;
  chooser.onchange = () => {
    const { value } = chooser;
    if (value === '') forget(KEY);
    else store(KEY, value);
    show(value);
  };
});
