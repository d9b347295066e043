import type { Api } from './api.ts';
import { computedOnce } from './computed-once.ts';
import { madeAsFact } from './dependencies.ts';
import { groupsOf } from './groups.ts';
import type { TagObject } from './openapi-objects.ts';
import type { ApiRecord, GuideRecord } from './records.ts';
import { UniqueNames } from './unique-name.ts';

/** Page of text about an API. */
export interface Guide {
  /** Name in the URL; unique in the API. */
  readonly name: string;
  /** Title of the file, name of the tag, or `Introduction`. */
  readonly title: string;
  /** Folder of the file below `guides/`; null: none. */
  readonly group: string | null;
  /** Plain text for lists; null means that lists show the first sentence of the guide. */
  readonly description: string | null;
  /** Markdown. */
  readonly text: string;
  /** True: the guide is a file beside the descriptor. False: the guide is a text in the descriptor. */
  readonly isFile: boolean;
  /** Tag whose description is the text of the guide; null for other guides. */
  readonly tag: TagObject | null;
}

/** Maximum length in characters of an API description without its own page; we chose the figure. */
const LONGEST_DESCRIPTION = 4_000;
const INTRODUCTION = { name: 'introduction', title: 'Introduction' };

/**
 * Guides of an API: its description if long, its Markdown files, and the tags with text that are not the group of any
 * service: no other page would show their text.
 */
export const guidesOf = computedOnce((api: Api): readonly Guide[] => {
  const { record } = api;
  const names = new UniqueNames('-');
  const groups = new Set(groupsOf(api).map(({ name, part }) => part?.of ?? name));
  const introduction = hasIntroductionGuide(record) ? [guide(INTRODUCTION, () => record.info.description ?? '')] : [];
  const files = (record.guides ?? []).map((file) => guide(file, () => file.text, { file }));
  const withText = madeAsFact(tagsFactOf(record), () => new Set(tagsWithText(record)));
  const tags = record.tags
    .filter(({ name }, index) => withText.has(index) && !groups.has(name))
    .map((tag) => guide({ name: tag.name, title: tag.name }, () => tag.description ?? '', { tag }));
  return [...introduction, ...files, ...tags].map((make) => make((name) => names.claim(name)));
});

/** Whether an API has guide files, but neither services nor schemas. */
export function hasGuidesAlone(api: Api): boolean {
  const { guides = [], services } = api.record;
  return guides.length > 0 && services.length === 0 && api.getSchemaNames().length === 0;
}

/** Creates a guide that reads its text on demand, since most pages show only the titles of guides. */
function guide(
  { name, title }: Pick<Guide, 'name' | 'title'>,
  textOf: () => string,
  { file = null, tag = null }: { readonly file?: GuideRecord | null; readonly tag?: TagObject | null } = {},
): (claim: (name: string) => string) => Guide {
  return (claim) => ({
    name: claim(name),
    title,
    group: file?.group ?? null,
    isFile: file !== null,
    tag,
    get description() {
      return file?.description ?? null;
    },
    get text() {
      return textOf();
    },
  });
}

/** Title of the heading at the start of a text, and length of the text through that heading; null if there is none. */
export function leadingHeading(text: string): { readonly title: string; readonly length: number } | null {
  const [whole = '', line = ''] = /^\s*#{1,2}[ \t]+(\S[^\r\n]*)(?:\r?\n|$)/.exec(text) ?? [];
  if (whole === '') return null;
  const words = line.trimEnd();
  // A final run of `#` after a space is the closing sequence, not part of the title (CommonMark 4.2).
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  const isClosed = end < words.length && (end === 0 || /[ \t]/.test(words[end - 1] ?? ''));
  return { title: isClosed ? words.slice(0, end).trimEnd() : words, length: whole.length };
}

/** Whether the description of an API is long enough to get its own page. */
export function hasIntroductionGuide(record: ApiRecord): boolean {
  return madeAsFact(introductionFactOf(record), () => isLong(record));
}

/** Facts, by name, that determine which texts are guides. Every page depends on these; few depend on the texts. */
export function guideFacts({ record }: Api): ReadonlyMap<string, string> {
  return new Map([
    [introductionFactOf(record), String(isLong(record))],
    [tagsFactOf(record), JSON.stringify(tagsWithText(record))],
  ]);
}

function tagsFactOf({ version }: ApiRecord): string {
  return `${version}:tagsWithText`;
}

/** Indexes of the tags that have a description or external documentation. */
function tagsWithText({ tags }: ApiRecord): readonly number[] {
  return tags.flatMap(({ description = '', externalDocs }, index) =>
    description.trim() === '' && externalDocs === undefined ? [] : [index],
  );
}

function introductionFactOf({ version }: ApiRecord): string {
  return `${version}:introduction`;
}

function isLong({ info }: ApiRecord): boolean {
  return (info.description ?? '').length > LONGEST_DESCRIPTION;
}
