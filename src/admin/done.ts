/** Texts of the page after a form, by the key in its address: nothing of a query is ever repeated. */
const DONE_TEXTS = {
  'adapter-created': 'The adapter was created. Map it to an API, and that needs a log-in.',
  'adapter-changed': 'The adapter was changed.',
  'adapter-deleted': 'The adapter was deleted.',
  'user-added': 'The user was added.',
  'user-changed': 'The password was changed.',
  'user-removed': 'The user was removed.',
  mapped: 'The API was mapped.',
  'selector-created': 'The selector was created.',
  'selector-changed': 'The selector was changed.',
  'selector-deleted': 'The selector was deleted.',
  'texts-saved': 'The texts are saved.',
  'texts-saved-for-build': 'The texts are saved. The pages of the documentation have them after the next build.',
} as const;

export type Done = keyof typeof DONE_TEXTS;

/** @returns undefined for what no form of ours has said */
export function doneText(key: string): string | undefined {
  return Object.entries(DONE_TEXTS).find(([known]) => known === key)?.[1];
}
