/** A language that pages are written in, as plain data: it goes along to threads. */
export interface Language {
  /** BCP 47: `de`, `pt-BR`. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** Its name in itself, for menus: `Deutsch`. */
  readonly name: string;
  /** ICU messages by key, those of English in place of missing ones; all of them compile. */
  readonly messages: Readonly<Record<string, string>>;
}

/** What is said in: of a page, else the default of its site, else English. */
interface Spoken {
  readonly language?: Language | undefined;
  readonly languages?: readonly Language[] | undefined;
}

/** Undefined: English, as it comes. */
export function languageOfSite({ language, languages }: Spoken): Language | undefined {
  return language ?? languages?.[0];
}

/** The extension of a twin in a language: `.html` in the default one, `.de.html` in another. */
export function extensionIn(language: string | null, extension: string): string {
  return language === null ? extension : `.${language}${extension}`;
}
