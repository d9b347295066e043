import type { Api } from '../model/api.ts';
import { groupsOf } from '../model/groups.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { Document } from '../model/page/document.ts';
import { schemaPartCount } from '../model/schema/schema-parts.ts';
import type { Outline } from './contract.ts';

/** The names there are. */
export function outlineOf(api: Api): Outline {
  return {
    services: new Set(api.getServices().map((service) => service.getName())),
    groups: new Set(groupsOf(api).map((group) => group.name)),
    guides: new Set(api.getGuides().map((guide) => guide.name)),
    schemas: new Set(api.getSchemas().map(([name]) => name)),
    hasChanges: hasVersionBefore(api),
  };
}

/** Whether there is such a document. */
export function holds(outline: Outline, reference: DocumentReference): boolean {
  switch (reference.level) {
    case 'service':
      return outline.services.has(reference.service);
    case 'group':
      return outline.groups.has(reference.group);
    case 'guide':
      return outline.guides.has(reference.guide);
    case 'schema':
      return outline.schemas.has(reference.schema);
    case 'schema-index':
      return (reference.part ?? 1) <= schemaPartCount(outline.schemas.size);
    case 'changes':
      return outline.hasChanges;
    case 'list':
    case 'api':
      return true;
    default:
      return reference satisfies never;
  }
}

/** Every document of one version of an API. */
export function* referencesOf(api: Api): Generator<DocumentReference> {
  const place = { api: api.getName(), version: api.getVersion() };
  yield { level: 'api', ...place };
  for (const service of api.getServices()) yield { level: 'service', ...place, service: service.getName() };
  for (const group of groupsOf(api)) yield { level: 'group', ...place, group: group.name };
  for (const guide of api.getGuides()) yield { level: 'guide', ...place, guide: guide.name };
  yield { level: 'schema-index', ...place };
  for (let part = 2; part <= schemaPartCount(api.getSchemas().length); part += 1)
    yield { level: 'schema-index', ...place, part };
  for (const [schema] of api.getSchemas()) yield { level: 'schema', ...place, schema };
  if (hasVersionBefore(api)) yield { level: 'changes', ...place };
}

function hasVersionBefore(api: Api): boolean {
  return api.getVersions().some((version) => version < api.getVersion());
}

/**
 * @param before the same API in the version before, where that is at hand
 * @returns undefined where there is none of that name
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
      return { level: 'group', api, group: reference.group };
    case 'guide': {
      const guide = api.getGuides().find(({ name }) => name === reference.guide);
      return guide && { level: 'guide', api, guide };
    }
    case 'service': {
      const service = api.getService(reference.service);
      return service && { level: 'service', api, service };
    }
    case 'changes':
      return before && { level: 'changes', api, before };
    case 'schema': {
      const schema = api.components.schema(reference.schema);
      return schema === undefined ? undefined : { level: 'schema', api, name: reference.schema, schema };
    }
    default:
      return reference satisfies never;
  }
}
