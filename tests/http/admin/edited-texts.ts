import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSON_DESCRIPTOR, UGLY } from '../../unit/admin/ugly-descriptor.ts';
import { ROOT } from './admin-client.ts';

export const FILE = 'api-descriptors/ugly/v1.yaml';
export const JSON_FILE = 'api-descriptors/shop/v1.json';
export const DESCRIPTOR = UGLY.replace('"Library"', 'Ugly');
export const SERVICE = `${ROOT}/documentation/service?api=Ugly-v1&service=Book`;
export const OPERATION = `${ROOT}/documentation/operation?api=Ugly-v1&service=Book&operation=collection+POST`;
export const PAGE = '/platform/documentation/Ugly-v1/Book';

/** Adds descriptors whose texts are edited, in YAML and in JSON. */
export function addEdited(folder: string): void {
  for (const name of ['ugly', 'shop']) mkdirSync(join(folder, 'api-descriptors', name));
  writeFileSync(join(folder, FILE), DESCRIPTOR);
  writeFileSync(join(folder, JSON_FILE), JSON_DESCRIPTOR);
}

/** The text of the control of a page. */
export function valueIn(body: string, name: string): string | undefined {
  const [, text] = new RegExp(`name="${name}"[^>]*>\\n([^<]*)</textarea>`).exec(body) ?? [];
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
