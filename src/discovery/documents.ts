import type { DocumentReference } from '../model/locations.ts';
import { namedDocument } from '../model/locations.ts';
import type { Discoverable } from './contract.ts';

/** Every document that has a page of its own, without the further parts of indexes of schemas. */
export function* documentsOf(site: Discoverable): Generator<DocumentReference> {
  yield { level: 'list' };
  for (const { name, versions } of site.entries())
    for (const version of versions) yield* documentsOfApi(site, { api: name, version });
}

export function* documentsOfApi(
  site: Pick<Discoverable, 'outline'>,
  at: { readonly api: string; readonly version: number },
): Generator<DocumentReference> {
  yield { level: 'api', ...at };
  const outline = site.outline(at.api, at.version);
  if (outline === undefined) return;
  for (const guide of outline.guides) yield namedDocument('guide', at, guide);
  for (const group of outline.groups) yield namedDocument('group', at, group);
  for (const service of outline.services) yield namedDocument('service', at, service);
  if (outline.schemas.size > 0) yield { level: 'schema-index', ...at };
  for (const schema of outline.schemas) yield namedDocument('schema', at, schema);
  if (outline.hasChanges) yield { level: 'changes', ...at };
}
