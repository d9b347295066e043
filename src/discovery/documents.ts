import { type DocumentReference, namedDocument } from '../model/locations.ts';
import type { Discoverable } from './contract.ts';

/** Every document that has a page of its own, without the further parts of indexes of schemas. */
export function* documentsOf(site: Pick<Discoverable, 'entries' | 'outline'>): Generator<DocumentReference> {
  yield { level: 'list' };
  for (const { name, versions } of site.entries())
    for (const version of versions) yield* documentsOfApi(site, { api: name, version });
}

/** Number of documents of {@link documentsOf}, found without looking at names. */
export function countDocuments(site: Pick<Discoverable, 'entries' | 'outline'>): number {
  const counts = site.entries().flatMap(({ name, versions }) =>
    versions.map((version) => {
      const outline = site.outline(name, version);
      if (outline === undefined) return 1;
      const { services, groups, guides, schemas, hasChanges } = outline;
      const named = services.size + groups.size + guides.size + schemas.size;
      return 1 + named + (schemas.size > 0 ? 1 : 0) + (hasChanges ? 1 : 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 1);
}

function* documentsOfApi(
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
