import { computedOnce } from '../../model/computed-once.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { COMPONENT_SECTIONS, componentReference } from '../../schema/references.ts';

/** The names that components of one API have in documents whose names are limited to `A-Za-z0-9._-`. */
export interface ComponentNames {
  /** Reference of the model → section and name of the component in the documents. */
  readonly byReference: ReadonlyMap<
    string,
    { readonly section: keyof ComponentsRecord; readonly name: string; readonly value: unknown }
  >;
  of(section: keyof ComponentsRecord, name: string): string;
}

/**
 * Safe names stay; in others each unsafe run becomes `_`, with a number where that name is taken. They depend on the
 * whole API, so they are the same in every document.
 */
export const componentNames = computedOnce((components: ComponentsRecord): ComponentNames => {
  const byReference = new Map<string, { section: keyof ComponentsRecord; name: string; value: unknown }>();
  for (const section of COMPONENT_SECTIONS) {
    const taken = new UniqueNames('_', Object.keys(components[section]).filter(isSafe));
    for (const [original, value] of Object.entries(components[section])) {
      const name = isSafe(original) ? original : taken.claim(original.replaceAll(/[^\w.-]+/g, '_') || '_');
      byReference.set(componentReference(section, original), { section, name, value });
    }
  }
  return {
    byReference,
    of: (section, name) => byReference.get(componentReference(section, name))?.name ?? name,
  };
});

/** Whether OpenAPI lets a component have the name. */
export function isSafe(name: string): boolean {
  return /^[\w.-]+$/.test(name);
}
