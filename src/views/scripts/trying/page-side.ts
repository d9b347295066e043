/** Part of the panel that every page with operations to try loads: the buttons, and nothing that they open. */

import type { Trial } from '../../../presentation/trying/trial.ts';
import { button } from '../elements.ts';
import { isStatic, openIn, pageData } from '../page-data.ts';

/** The panel is a file of its own and no module of this one: it hears by events, at the button, what to open. */
export const OPEN_TRIAL = 'pd-open-trial';

/** A button beside who may call each operation, where its room is kept. */
export function addTryButtons(): void {
  const { try: panel, tryFailed = '' } = pageData;
  if (panel === undefined) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-open]')) {
    const section = place.closest<HTMLElement>('.pd-op');
    if (section === null || trialIn(section).servers.length === 0) continue;
    const opener = button(place.dataset['open'] ?? '', 'pd-button pd-small', () => {
      openIn(panel, OPEN_TRIAL, opener).catch(() => {
        opener.textContent = tryFailed;
      });
    });
    opener.ariaExpanded = 'false';
    place.append(opener);
  }
}

/** Data that an operation is tried with. Where pages are files, no server answers at their origin. */
export function trialIn({ dataset }: HTMLElement): Trial {
  const trial = JSON.parse(dataset['try'] ?? '') as Trial;
  return { ...trial, servers: trial.servers.filter(({ url }) => url !== '' || !isStatic) };
}
