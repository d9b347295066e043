/** What the script says, in the language of the page, which hands it over. */
export interface ScriptWords {
  readonly copy: string;
  readonly copied: string;
  readonly failed: string;
  readonly page: string;
}

export function scriptWords(): ScriptWords {
  const {
    copy = '',
    copied = '',
    failed = '',
    page = '',
  } = document.querySelector<HTMLElement>('script[data-copy]')?.dataset ?? {};
  return { copy, copied, failed, page };
}
