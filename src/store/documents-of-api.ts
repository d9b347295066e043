import type { Api } from '../model/api.ts';
import { groupsOf } from '../model/groups.ts';
import type { ApiPlace, DocumentReference } from '../model/locations.ts';
import { schemaPartCount } from '../model/schema-parts.ts';
import type { Document } from '../presentation/page-data/document.ts';
import type { Outline } from './contract.ts';

/** Names of all documents in a version. */
export function outlineOf(api: Api): Outline {
  return {
    services: new Set(api.getServices().map((service) => service.getName())),
    groups: new Set(groupsOf(api).map((group) => group.name)),
    guides: new Set(api.getGuides().map((guide) => guide.name)),
    schemas: new Set(api.getSchemaNames()),
    hasChanges: api.getVersions().some((version) => version < api.getVersion()),
  };
}

/** Whether a version has a document. */
export function holds(outline: Outline, reference: DocumentReference): boolean {
  switch (reference.level) {
    case 'list':
    case 'api':
      return true;
    case 'schema-index':
      return (reference.part ?? 1) <= schemaPartCount(outline.schemas.size);
    case 'changes':
      return outline.hasChanges;
    default:
      return outline[`${reference.level}s`].has(reference.name);
  }
}

/**
 * All documents of one version of an API, in the order in which programs get them.
 * @param outline undefined: only the document of the version itself
 */
export function* referencesIn(place: ApiPlace, outline: Outline | undefined): Generator<DocumentReference> {
  yield { level: 'api', ...place };
  if (outline === undefined) return;
  for (const level of ['guide', 'group', 'service'] as const)
    for (const name of outline[`${level}s`]) yield { level, ...place, name };
  yield { level: 'schema-index', ...place };
  for (let part = 2; part <= schemaPartCount(outline.schemas.size); part += 1)
    yield { level: 'schema-index', ...place, part };
  for (const name of outline.schemas) yield { level: 'schema', ...place, name };
  if (outline.hasChanges) yield { level: 'changes', ...place };
}

/**
 * @param before older version of the API to compare with, if it is loaded
 * @returns undefined if the API has no such document
 */
export function documentOf(
  api: Api,
  reference: Exclude<DocumentReference, { level: 'list' }>,
  before: Api | undefined,
): Document | undefined {
  switch (reference.level) {
    case 'api':
      return { level: 'api', api };
    case 'schema-index':
      return { level: 'schema-index', api, ...(reference.part === undefined ? {} : { part: reference.part }) };
    case 'group':
      return { level: 'group', api, group: reference.name };
    case 'guide': {
      const guide = api.getGuides().find(({ name }) => name === reference.name);
      return guide && { level: 'guide', api, guide };
    }
    case 'service': {
      const service = api.getService(reference.name);
      return service && { level: 'service', api, service };
    }
    case 'changes':
      return before && { level: 'changes', api, before };
    case 'schema': {
      const schema = api.components.schema(reference.name);
      return schema === undefined ? undefined : { level: 'schema', api, name: reference.name, schema };
    }
    default:
      return reference satisfies never;
  }
}
