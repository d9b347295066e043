import { combinedAccess } from '../model/access.ts';
import type { Api } from '../model/api.ts';
import type { ApiListEntry } from '../model/records.ts';
import { demandOf } from '../model/security.ts';
import { accessesOf, operationNamesOf } from './release-access.ts';

/** Who may call it here, and what its descriptor demands elsewhere. */
export function accessTo(api: Api): Pick<ApiListEntry, 'access' | 'demand'> {
  const demand = demandOf(api);
  return {
    access: combinedAccess(accessesOf(api.getName(), api.getVersion(), operationNamesOf(api), api.accessRule)),
    ...(demand === undefined ? {} : { demand }),
  };
}

/** Its summary, else the first sentence of its description. */
export function summaryOf(api: Api): string | null {
  const { summary } = api.record.info;
  if (summary !== undefined) return summary;
  const paragraph = api
    .getDescription()
    ?.trim()
    .split(/\n\s*\n/, 1)[0]
    ?.replaceAll(/\s+/g, ' ');
  return paragraph === undefined || paragraph === '' ? null : (/^.*?[.!?](?=\s|$)/u.exec(paragraph)?.[0] ?? paragraph);
}
