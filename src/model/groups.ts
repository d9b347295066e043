import type { Api } from './api.ts';
import type { Service } from './service.ts';

/** Services that navigation shows together, in the order of the document. */
export interface ServiceGroup {
  /** Name of the tag; {@link OTHER_SERVICES} and {@link WEBHOOKS} for services without one. */
  readonly name: string;
  readonly services: readonly Service[];
}

const OTHER_SERVICES = 'Other services';
const WEBHOOKS = 'Webhooks';

/**
 * The groups of an API: its tags in the descriptor's order, then what has no tag. Every service is in exactly one group, that
 * of its first tag; tags without services are left out.
 */
export function groupsOf(api: Api): readonly ServiceGroup[] {
  const groups = new Map<string, Service[]>(api.record.tags.map((tag) => [tag.name, []]));
  for (const service of api.getServices()) {
    const name = service.record.tags[0] ?? (service.getKind() === 'webhook' ? WEBHOOKS : OTHER_SERVICES);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [service]);
    else members.push(service);
  }
  return [...groups].filter(([, services]) => services.length > 0).map(([name, services]) => ({ name, services }));
}
