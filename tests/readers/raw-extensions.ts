import type { FactSet } from './facts.ts';
import { isMap, type RawMap } from './raw-document.ts';

/** Keys below these are names of the author's own, not keywords. */
export const NAMED: ReadonlySet<string> = new Set(
  'properties patternProperties headers definitions schemas responses parameters requestBodies securitySchemes securityDefinitions links callbacks content scopes mapping variables encoding mediaTypes pathItems dependentSchemas $defs webhooks'.split(
    ' ',
  ),
);
/** Values below these are data. */
export const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Keys that this product itself obeys: what they say stands in the outputs in other words. */
const OBEYED = /^x-(nullable$|platform-)/;

/** The name of every `x-` key of the document, wherever it stands. */
export function addExtensions(facts: FactSet, document: RawMap): void {
  const seen = new Set<unknown>();
  const visit = (value: unknown, named: boolean): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) for (const item of value) visit(item, false);
    if (!isMap(value)) return;
    for (const [key, item] of Object.entries(value)) {
      if (!named && key.startsWith('x-')) {
        if (!OBEYED.test(key)) facts.add('extension', '', key);
      } else if (named || !DATA.has(key)) visit(item, !named && NAMED.has(key) && isMap(item));
    }
  };
  visit(document, false);
}
