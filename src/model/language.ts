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
