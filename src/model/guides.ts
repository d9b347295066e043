import type { Api } from './api.ts';
import { computedOnce } from './computed-once.ts';
import { madeAsFact } from './dependencies.ts';
import { groupsOf } from './groups.ts';
import type { TagObject } from './openapi-objects.ts';
import type { ApiRecord, GuideRecord } from './records.ts';
import { UniqueNames } from './unique-name.ts';

/** A page of text about an API. */
export interface Guide {
  /** Name in its URL; unique in the API. */
  readonly name: string;
  /** Title of a file, or the name of its tag. */
  readonly title: string;
  /** The folder below `guides/` that its file is in; null: none. */
  readonly group: string | null;
  /** For lists, as plain text; null: its first sentence. */
  readonly description: string | null;
  /** Markdown. */
  readonly text: string;
  /** Whether it is a file beside the descriptor; else it is a text in the descriptor. */
  readonly isFile: boolean;
  /** Null for a file and for the description of the API. */
  readonly tag: TagObject | null;
}

/** A longer description of an API is a page of its own; we chose the figure. */
const LONGEST_DESCRIPTION = 4_000;
const INTRODUCTION = { name: 'introduction', title: 'Introduction' };

/**
 * The guides of an API: its description where that is long, its Markdown files, and tags with a text of their own that
 * no service has as its group, which readers would find on no page otherwise.
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

/** Whether an API consists of guides alone: no services, no schemas. */
export function hasGuidesAlone(api: Api): boolean {
  const { guides = [], services } = api.record;
  return guides.length > 0 && services.length === 0 && api.getSchemas().length === 0;
}

/** Makes a guide that reads its text only when it is shown: most pages show titles of guides alone. */
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

/** The heading that a text begins with, and all of it up to there; null where it begins with something else. */
export function leadingHeading(text: string): { readonly title: string; readonly length: number } | null {
  const [whole = '', line = ''] = /^\s*#{1,2}[ \t]+(\S[^\r\n]*)(?:\r?\n|$)/.exec(text) ?? [];
  if (whole === '') return null;
  const words = line.trimEnd();
  // Signs behind a blank close it (CommonMark 4.2).
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  const isClosed = end < words.length && (end === 0 || /[ \t]/.test(words[end - 1] ?? ''));
  return { title: isClosed ? words.slice(0, end).trimEnd() : words, length: whole.length };
}

/** Whether the description of an API is long enough for a page of its own. */
export function hasIntroductionGuide(record: ApiRecord): boolean {
  return madeAsFact(introductionFactOf(record), () => isLong(record));
}

/** Facts that decide which texts are guides, by name: every page lists the guides, and few show their texts. */
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
