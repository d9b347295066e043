import { type DocumentReference, versionTitle } from '../model/locations.ts';
import type { Document, Site } from '../model/page/document.ts';
import { wordsOf } from '../words/words.ts';
import { apiSentence } from './guides/guide-view.ts';
import { firstSentence } from './plain-text.ts';

/** What stands on the picture that programs show beside a link. Null: nothing there. */
export interface PictureTexts {
  /** Of the site. */
  readonly site: string | null;
  /** Of the API; on the picture of the list that of the site. */
  readonly title: string;
  /** `Version 2`. */
  readonly version: string | null;
  readonly sentence: string | null;
  /** `659 operations`. */
  readonly count: string | null;
}

/** In pixels, as programs that show links want them. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** Extension of the picture of a version of an API, and of the list: a file for programs that show links. */
export const PICTURE_EXTENSION = '.picture.png';

/**
 * What pictures have letters for: Latin with Vietnamese, Greek, Cyrillic and the signs between words. The font has no
 * others, and signs that join what stands beside them, or turn its direction, are drawn wrong one by one.
 */
const DRAWN_LETTERS = [
  // Latin, then Latin with more marks
  ' -~\\u00a1-\\u00ac\\u00ae-\\u0148\\u014a-\\u017f\\u01a0\\u01a1\\u01af\\u01b0\\u0218-\\u021b',
  '\\u1e00-\\u1e9b\\u1ea0-\\u1ef9',
  // Greek
  '\\u0386-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ce',
  // Cyrillic
  '\\u0400-\\u045f\\u0490\\u0491',
  // Dashes, quotation marks, bullet, ellipsis, euro, numero and trade mark
  '\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2022\\u2026\\u2039\\u203a\\u20ac\\u2116\\u2122',
];
const DRAWN = new RegExp(`^[${DRAWN_LETTERS.join('')}]+$`);

/** Longer texts have no place on a picture. */
const MOST_CHARACTERS = 300;

/**
 * The document whose picture stands beside a link: the list, or a version of an API for all that is in it.
 * @returns null where its title has letters that pictures do not have: it would be one without a name
 */
export function linkPicture(
  document: Document,
  site: Site,
): { readonly of: DocumentReference; readonly alt: string } | null {
  if (drawn(titleOf(document, site)) === null) return null;
  if (document.level === 'list') return { of: { level: 'list' }, alt: site.title };
  const { api } = document;
  return {
    of: { level: 'api', api: api.getName(), version: api.getVersion() },
    alt: `${versionTitle(api.getTitle(), api.getVersion())} · ${site.title}`,
  };
}

/** @returns null where {@link linkPicture} is */
export function pictureTexts(document: Document, site: Site): PictureTexts | null {
  const title = drawn(titleOf(document, site));
  if (title === null) return null;
  if (document.level === 'list') {
    const names = document.entries.flatMap((entry) => drawn(entry.title) ?? []);
    const sentence = drawn(firstSentence(site.introduction)) ?? drawn(names.join(', '));
    const operations = document.entries.reduce((sum, { operationCount = 0 }) => sum + operationCount, 0);
    return { site: null, title, version: null, sentence, count: countOf(operations, site) };
  }
  const { api } = document;
  const version = String(api.getVersion());
  return {
    site: drawn(site.title),
    title,
    version: drawn(wordsOf(site).say('versions.menu', { version })) ?? `v${version}`,
    sentence: drawn(apiSentence(api)),
    count: countOf(api.getOperationCount(), site),
  };
}

function countOf(operations: number, site: Site): string | null {
  return operations === 0 ? null : drawn(wordsOf(site).say('count.operations', { count: operations }));
}

function titleOf(document: Document, site: Site): string {
  return document.level === 'list' ? site.title : document.api.getTitle();
}

/** A text in one line; null where there is none, or it has a letter that pictures do not have. */
function drawn(text: string | null): string | null {
  const line = (text ?? '').slice(0, MOST_CHARACTERS).normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  return DRAWN.test(line) ? line : null;
}
