import { combinedAccess } from '../model/access.ts';
import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { groupsOf, isUngrouped } from '../model/groups.ts';
import { hasGuidesAlone } from '../model/guides.ts';
import { releasedAt } from '../model/lifecycle.ts';
import { formerNamesIn } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import { demandOf } from '../model/security.ts';
import { apiSentence } from '../presentation/guides.ts';
import { apiStatus } from '../presentation/services/about.ts';
import { groupTitle, guideTitle } from '../presentation/titles.ts';
import { accessesOfApi } from './release-access.ts';

/** @param versions versions of one API, with only the parts that readers may see */
export function listEntry(name: string, versions: readonly Api[]): ApiListEntry {
  const shown = versions.find((api) => api.getVersion() === api.getDefaultVersion()) ?? versions[0];
  return {
    name,
    versions: versions.map((api) => api.getVersion()),
    defaultVersion: shown?.getVersion() ?? 1,
    title: shown?.getTitle() ?? name,
    summary: shown === undefined ? null : (shown.record.info.summary ?? apiSentence(shown)),
    ...(shown === undefined
      ? {}
      : {
          releases: versions.map(releaseOf),
          operationCount: shown.getOperationCount(),
          status: apiStatus(shown),
          ...pagesOf(shown),
          ...folderOf(shown),
          ...formerNamesOf(versions),
          ...accessTo(shown),
        }),
  };
}

const releaseOf = (api: Api) => ({
  version: api.getVersion(),
  released: releasedAt(api.record).toISOString(),
  deprecated: apiStatus(api).deprecated,
});

/** Maximum number of groups that an entry names. */
const MOST_GROUPS = 100;

/** First-level pages of an API: its guides if it has nothing else, else its groups. */
function pagesOf(api: Api): Pick<ApiListEntry, 'guides' | 'groups'> {
  if (hasGuidesAlone(api)) {
    return { guides: api.getGuides().map((guide) => ({ name: guide.name, title: guideTitle(api, guide) })) };
  }
  const groups = groupsOf(api);
  if (isUngrouped(groups) || groups.length === 0 || groups.length > MOST_GROUPS) return {};
  return { groups: groups.map(({ name }) => ({ name, title: groupTitle(api, name) })) };
}

/** Top folder of a descriptor: `payments` for `api-descriptors/payments/billing/v1.yaml`. */
function folderOf({ record }: Api): Pick<ApiListEntry, 'folder'> {
  const [, folder, ...rest] = record.source.file.split('/');
  return folder === undefined || rest.length === 0 ? {} : { folder };
}

/** Maximum number of former names, our choice: in a static site, each has a file for every page. */
const MOST_FORMER_NAMES = 20;

/** Former names of an API, from all of its versions. */
function formerNamesOf(versions: readonly Api[]): Pick<ApiListEntry, 'formerNames'> {
  const names = versions.flatMap(({ record }) => formerNamesIn(record));
  return names.length === 0 ? {} : { formerNames: [...new Set(names)].slice(0, MOST_FORMER_NAMES) };
}

/** Access to an API on this site, and the log-ins that its descriptor demands, combined for all operations. */
const accessTo = computedOnce((api: Api): Pick<ApiListEntry, 'access' | 'demand'> => {
  const demand = demandOf(api);
  return {
    access: combinedAccess(accessesOfApi(api)),
    ...(demand === undefined ? {} : { demand }),
  };
});
