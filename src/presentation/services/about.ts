import type { Api } from '../../model/api.ts';
import type { ApiRecord } from '../../model/records.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { wordsOf } from '../../words/words.ts';
import { documentationOf, type Piece, webLink } from '../pieces.ts';

/** A line on the contact, licence or terms of an API. */
interface AboutLine {
  /** `Contact`, `Licence`. */
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
  // Pages load nothing from elsewhere.
  if (logo !== null) lines.push({ term: words.say('about.logo'), value: { text: logo, href: logo } });
  if (record.externalDocs !== null)
    lines.push({ term: words.say('about.more'), value: documentationOf(record.externalDocs) });
  return lines;
}

/** Redoc's `x-logo`, of `info` or of the top level: its address where it is one of the web. */
function logoOf({ info, extensions }: ApiRecord): string | null {
  const logo = info['x-logo'] ?? extensions['x-logo'];
  const url = isRecord(logo) ? logo['url'] : undefined;
  return typeof url === 'string' && /^https?:/i.test(url) ? webLink(url) : null;
}

/**
 * The key of `info`, or of the descriptor's top level, that tells when the descriptor was last changed: `2026-11-20`.
 */
const DATE_KEY = 'x-platform-date';

/**
 * The day, as the descriptor itself tells it: what a file system says changes with every copy, and the same input gives
 * the same pages.
 * @returns null where it tells none, or one that is none in the calendar
 */
export function descriptorDate({ info, extensions }: ApiRecord): string | null {
  const told = info[DATE_KEY] ?? extensions[DATE_KEY];
  const [day] = typeof told === 'string' ? (/^\d{4}-\d\d-\d\d(?=$|T)/.exec(told) ?? []) : [];
  if (day === undefined) return null;
  const time = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day) ? null : day;
}
