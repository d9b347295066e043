import { type DocumentReference, documentPath } from './locations.ts';

/** Language of pages, as plain data that can be sent to worker threads. */
export interface Language {
  /** BCP 47 tag: `de`, `pt-BR`. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** True for the default language of the site; pages in other languages have their own addresses. */
  readonly isDefault: boolean;
  /** True if the site has no other language. */
  readonly isAlone: boolean;
  /** Native name for menus: `Deutsch`. */
  readonly name: string;
  /** ICU messages by key, with English in place of missing messages; all messages compile. */
  readonly messages: Readonly<Record<string, string>>;
}

/** URL ending of pages in static files: `Book/` (folder with `index.html`) or `Book.html`. */
export type PageEnding = '/' | '.html';

/** Source of the language: that of the page, else the default language of the site, else English. */
export interface Spoken {
  readonly language?: Language | undefined;
  readonly languages?: readonly Language[] | undefined;
  /** Ending of page URLs in static files; absent if a server sends the pages. */
  readonly pageEnding?: PageEnding | undefined;
}

/** Language of a page, else the default language of the site; undefined: English. */
export function languageOfSite({ language, languages }: Spoken): Language | undefined {
  return language ?? languages?.[0];
}

/** Language tags of a site, default first. */
export function tagsOf({ languages = [] }: Spoken): readonly string[] {
  return languages.map(({ tag }) => tag);
}

/** Extension of a translated file in the page's language, such as `.de.md`; `.md` for the default language. */
export function twinExtension(spoken: Spoken, extension: string): string {
  const language = languageOfSite(spoken);
  return extensionIn(language === undefined || language.isDefault ? null : language.tag, extension);
}

/**
 * Path for links from one page to another. On a site with several languages the link names the language of the page, so
 * that readers keep it even if the browser requests another; not in static files for the default language.
 */
export function pagePath(document: DocumentReference, spoken: Spoken): string {
  const language = languageOfSite(spoken);
  if (language === undefined || language.isAlone || (language.isDefault && spoken.pageEnding !== undefined))
    return documentPath(document, spoken.pageEnding);
  return documentPath(document, twinExtension(spoken, '.html'));
}

/** Extension with language: `.html` for the default language, `.de.html` for another. */
export function extensionIn(language: string | null, extension: string): string {
  return language === null ? extension : `.${language}${extension}`;
}
