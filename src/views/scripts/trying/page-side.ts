/** What of trying every page loads that has operations to try: the buttons, and nothing of what they open. */

import type { Trial } from '../../../presentation/trying/trial.ts';
import { make } from '../elements.ts';

/** The panel is a file of its own and no module of this one: it hears by events, at the section, what to open. */
export const OPEN_TRIAL = 'pd-open-trial';
/** It is closed again: the focus goes back. */
export const TRIAL_CLOSED = 'pd-trial-closed';

/** A button below who may call each operation. */
export function addTryButtons(): void {
  const {
    try: panel,
    tryStyles = '',
    tryOpen = '',
    tryFailed = '',
  } = document.querySelector<HTMLElement>('script[data-try]')?.dataset ?? {};
  if (panel === undefined) return;
  for (const section of document.querySelectorAll<HTMLElement>('.pd-op[data-try]')) {
    const place = section.querySelector('.pd-access');
    if (place === null || trialIn(section) === null) continue;
    const attributes = { type: 'button', class: 'pd-button pd-small', 'aria-expanded': 'false' };
    const button = make('button', attributes, tryOpen);
    button.addEventListener('click', async () => {
      try {
        await Promise.all([import(/* @vite-ignore */ panel), addStyles(tryStyles)]);
        section.dispatchEvent(new Event(OPEN_TRIAL, { bubbles: true }));
        button.setAttribute('aria-expanded', 'true');
      } catch {
        button.textContent = tryFailed;
      }
    });
    section.addEventListener(TRIAL_CLOSED, () => {
      button.setAttribute('aria-expanded', 'false');
      button.focus();
    });
    place.append(button);
  }
}

/**
 * What an operation is tried with; null where it cannot be: files that no server of ours serves have no server at their
 * origin that answers.
 */
export function trialIn(section: HTMLElement): Trial | null {
  const trial = JSON.parse(section.dataset['try'] ?? '') as Trial;
  const isStatic = document.querySelector('.pd-search[data-pages]') !== null;
  const servers = trial.servers.filter(({ url }) => url !== '' || !isStatic);
  return servers.length === 0 ? null : { ...trial, servers };
}

let added: Promise<void> | undefined;

/** Loaded with the panel: pages that are only read do without. */
function addStyles(path: string): Promise<void> {
  added ??= new Promise((resolve, reject) => {
    const link = make('link', { rel: 'stylesheet', href: path });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', reject);
    document.head.append(link);
  });
  return added;
}
