import { type DocumentReference, documentPath } from './locations.ts';

/** A language that pages are written in, as plain data that can be sent to threads. */
export interface Language {
  /** BCP 47: `de`, `pt-BR`. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** Default of its site: the other languages have addresses of their own. */
  readonly isDefault: boolean;
  /** The only one of its site. */
  readonly isAlone: boolean;
  /** Name in the language itself, for menus: `Deutsch`. */
  readonly name: string;
  /** ICU messages by key, those of English in place of missing ones; all of them compile. */
  readonly messages: Readonly<Record<string, string>>;
}

/** Ending of the path of a page that is a file: `Book/`, which is a folder with `index.html`, or `Book.html`. */
export type PageEnding = '/' | '.html';

/** Languages to choose from: that of a page, else the default of its site, else English. */
export interface Spoken {
  readonly language?: Language | undefined;
  readonly languages?: readonly Language[] | undefined;
  /** Left out: pages are answers of a server. */
  readonly pageEnding?: PageEnding | undefined;
}

/** The language of a page, else the default of its site; undefined: English. */
export function languageOfSite({ language, languages }: Spoken): Language | undefined {
  return language ?? languages?.[0];
}

/** Tags of a site's languages, the default first. */
export function tagsOf({ languages = [] }: Spoken): readonly string[] {
  return languages.map(({ tag }) => tag);
}

/** The extension of a twin with texts of this product, in the language of a page. */
export function twinExtension(spoken: Spoken, extension: string): string {
  const language = languageOfSite(spoken);
  return extensionIn(language === undefined || language.isDefault ? null : language.tag, extension);
}

/**
 * Path by which a page links to another. In a site of several languages it leads to the twin in the language of the
 * page: readers keep the language that they have chosen, even where the browser asks for another.
 */
export function pagePath(document: DocumentReference, spoken: Spoken): string {
  const language = languageOfSite(spoken);
  if (language === undefined || language.isAlone || (language.isDefault && spoken.pageEnding !== undefined))
    return documentPath(document, spoken.pageEnding);
  return documentPath(document, twinExtension(spoken, '.html'));
}

/** The extension of a twin in a language: `.html` in the default one, `.de.html` in another. */
export function extensionIn(language: string | null, extension: string): string {
  return language === null ? extension : `.${language}${extension}`;
}
