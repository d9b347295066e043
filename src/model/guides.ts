import type { Api } from './api.ts';
import { groupsOf } from './groups.ts';
import type { TagObject } from './openapi-objects.ts';
import type { ApiRecord } from './records.ts';
import { UniqueNames } from './unique-name.ts';

/** A page of text about an API. */
export interface Guide {
  /** In its URL; unique in the API. */
  readonly name: string;
  /** Of a file, or the name of its tag. */
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Null of a file. */
  readonly tag: TagObject | null;
}

/** A longer description of an API is a page of its own; we chose the figure. */
const LONGEST_DESCRIPTION = 4_000;
const INTRODUCTION = { name: 'introduction', title: 'Introduction' };

/**
 * The guides of an API: its description where that is long, its Markdown files, and tags with a text of their own that
 * no service has as its group, which readers would find on no page otherwise.
 */
export function guidesOf(api: Api): readonly Guide[] {
  const { record } = api;
  const names = new UniqueNames('-');
  const groups = new Set(groupsOf(api).map(({ name, part }) => part?.of ?? name));
  const named = (guide: Guide): Guide => ({ ...guide, name: names.claim(guide.name) });
  const introduction = hasIntroductionGuide(record) ? [{ ...INTRODUCTION, text: textOf(record), tag: null }] : [];
  const files = (record.guides ?? []).map(({ name, title, text }) => ({ name, title, text, tag: null }));
  const tags = record.tags.flatMap((tag) => (groups.has(tag.name) ? [] : guideOfTag(tag)));
  return [...introduction, ...files, ...tags].map(named);
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
  return textOf(record).length > LONGEST_DESCRIPTION;
}

function textOf({ info }: ApiRecord): string {
  return info.description ?? '';
}

function guideOfTag(tag: TagObject): readonly Guide[] {
  const { name, description = '', externalDocs } = tag;
  if (description.trim() === '' && externalDocs === undefined) return [];
  return [{ name, title: name, text: description, tag }];
}
