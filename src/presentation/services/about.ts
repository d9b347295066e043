import type { Api } from '../../model/api.ts';
import { INTERNAL, isEveryone } from '../../model/extensions.ts';
import { apiLifecycle, type Lifecycle } from '../../model/lifecycle.ts';
import type { ApiListEntry, ApiRecord, ApiStatus } from '../../model/records.ts';
import { isRecord } from '../../schema/json-values.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { documentationOf, type Piece, webLink } from '../pieces.ts';

/** Line about an API, such as its contact, licence or terms. */
interface AboutLine {
  /** Label: `Contact`, `Licence`. */
  readonly term: string;
  readonly value: Piece;
}

export function aboutApi(api: Api): readonly AboutLine[] {
  const { record } = api;
  const words = wordsOf(api);
  const { contact, license, termsOfService } = record.info;
  const lines: AboutLine[] = [];
  const add = (term: string, text: string | undefined, url: string | undefined): void => {
    if (text !== undefined) lines.push({ term, value: { text, href: webLink(url) } });
  };
  add(words.say('about.contact'), contact?.name ?? contact?.url, contact?.url);
  add(words.say('about.email'), contact?.email, `mailto:${contact?.email}`);
  add(words.say('about.licence'), license?.name, license?.url);
  if (license?.identifier !== license?.name) add(words.say('about.licenceIdentifier'), license?.identifier, undefined);
  add(words.say('about.terms'), termsOfService, termsOfService);
  const logo = logoOf(record);
  // Shows the logo only as a link, because pages load nothing from other sites.
  if (logo !== null) lines.push({ term: words.say('about.logo'), value: { text: logo, href: logo } });
  if (record.externalDocs !== null)
    lines.push({ term: words.say('about.more'), value: documentationOf(record.externalDocs) });
  return lines;
}

/** URL in Redoc's `x-logo`, in `info` or at the top level; null if it is not an HTTP URL. */
function logoOf({ info, extensions }: ApiRecord): string | null {
  const logo = info['x-logo'] ?? extensions['x-logo'];
  const url = isRecord(logo) ? logo['url'] : undefined;
  return typeof url === 'string' && /^https?:/i.test(url) ? webLink(url) : null;
}

/** Key, in `info` or at the top level, for the date of the descriptor's last change: `2026-11-20`. */
const DATE_KEY = 'x-platform-date';

/**
 * Date of the last change, as the descriptor declares it. The date of its file is not used, because every copy changes
 * it, and equal descriptors must result in equal pages.
 * @returns null without a date, or for a date that does not exist
 */
export function descriptorDate({ info, extensions }: ApiRecord): string | null {
  const told = info[DATE_KEY] ?? extensions[DATE_KEY];
  const [day] = typeof told === 'string' ? (/^\d{4}-\d\d-\d\d(?=$|T)/.exec(told) ?? []) : [];
  if (day === undefined) return null;
  const time = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day) ? null : day;
}

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

/** Labels of an API: `Deprecated, to be removed on 2027-01-31`, `Internal`, `partners`. */
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

/** Message keys for a version in a list, which depend on whether it is the default or deprecated. */
export function versionKeys({ defaultVersion, releases = [] }: ApiListEntry, version: number): VersionKeys {
  if (version === defaultVersion) return VERSION.shown;
  const isGoing = releases.some((release) => release.version === version && release.deprecated !== null);
  return isGoing ? VERSION.going : VERSION.other;
}

/** Label for a deprecation with its dates; empty for an API that is not deprecated. */
export function lifecycleMarks({ isDeprecated, since, sunset }: Lifecycle, words: Words): readonly string[] {
  return isDeprecated ? [deprecationMark(since?.day ?? null, sunset?.day ?? null, words)] : [];
}

function deprecationMark(from: string | null, until: string | null, words: Words): string {
  if (from !== null && until !== null) return words.say('operation.deprecatedFromUntil', { from, until });
  if (from !== null) return words.say('operation.deprecatedFrom', { from });
  return until === null ? words.say('operation.deprecated') : words.say('operation.deprecatedUntil', { until });
}
