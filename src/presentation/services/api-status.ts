import type { Api } from '../../model/api.ts';
import { INTERNAL, isEveryone } from '../../model/audiences.ts';
import { apiLifecycle, type Lifecycle } from '../../model/lifecycle.ts';
import type { ApiListEntry, ApiStatus } from '../../model/records.ts';
import type { Words } from '../../words/words.ts';

export function apiStatus(api: Api): ApiStatus {
  const { isDeprecated, since, sunset } = apiLifecycle(api);
  const audience = [api.record.info, api.record.extensions].flatMap((part) => {
    const { 'x-internal': internal = false, 'x-audience': named } = part;
    const names = [named].flat().filter((name) => typeof name === 'string');
    return [...(internal === false ? [] : [INTERNAL]), ...(names.some(isEveryone) ? [] : names)];
  });
  return {
    deprecated: isDeprecated ? { since: since?.day ?? null, sunset: sunset?.day ?? null } : null,
    audience: [...new Set(audience)],
  };
}

/** `Deprecated, to be removed on 2027-01-31`, `Internal`, `partners`. */
export function statusMarks({ deprecated, audience }: ApiStatus, words: Words): readonly string[] {
  return [
    ...(deprecated === null ? [] : [deprecationMark(deprecated.since, deprecated.sunset, words)]),
    ...audience.map((name) => (name === INTERNAL ? words.say('operation.internal') : name)),
  ];
}

const VERSION = {
  other: { list: 'list.version', markdown: 'markdown.version' },
  shown: { list: 'list.defaultVersion', markdown: 'markdown.defaultVersion' },
  going: { list: 'list.deprecatedVersion', markdown: 'markdown.deprecatedVersion' },
} as const;
export type VersionKeys = (typeof VERSION)[keyof typeof VERSION];

/** Keys of the words for a version in a list: default, deprecated or any other. */
export function versionKeys({ defaultVersion, releases = [] }: ApiListEntry, version: number): VersionKeys {
  if (version === defaultVersion) return VERSION.shown;
  const isGoing = releases.some((release) => release.version === version && release.deprecated !== null);
  return isGoing ? VERSION.going : VERSION.other;
}

/** None where it is not deprecated. */
export function lifecycleMarks({ isDeprecated, since, sunset }: Lifecycle, words: Words): readonly string[] {
  return isDeprecated ? [deprecationMark(since?.day ?? null, sunset?.day ?? null, words)] : [];
}

function deprecationMark(from: string | null, until: string | null, words: Words): string {
  if (from !== null && until !== null) return words.say('operation.deprecatedFromUntil', { from, until });
  if (from !== null) return words.say('operation.deprecatedFrom', { from });
  return until === null ? words.say('operation.deprecated') : words.say('operation.deprecatedUntil', { until });
}
