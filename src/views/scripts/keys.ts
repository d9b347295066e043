import { button, make } from './elements.ts';

/** Keys as they are written on keyboards, by what they do. Where a name differs by language the page has it. */
const ROWS: readonly (readonly [does: string, keys: readonly string[]])[] = [
  ['keys.search', ['/', 'control K', '⌘ K']],
  ['keys.move', ['↓', '↑']],
  ['keys.open', ['enter']],
  ['keys.close', ['escape']],
  ['keys.help', ['?']],
];

let dialog: HTMLDialogElement | undefined;

/** Opens the dialog that explains the keys of this page. A page has one. */
export function openKeys(say: (key: string) => string): void {
  dialog ??= createDialog(say);
  if (!dialog.open) dialog.showModal();
}

function createDialog(say: (key: string) => string): HTMLDialogElement {
  const heading = make('h2', { id: 'pd-keys-title' }, say('keys.title'));
  const rows = ROWS.flatMap(([does, keys]) => [
    make('dt', {}, ...keys.flatMap((key) => [keyNamed(key, say), ' '])),
    make('dd', {}, say(does)),
  ]);
  const close = button(say('close'), '', () => made.close());
  const inside = make('div', { class: 'pd-search' }, heading, make('dl', {}, ...rows), close);
  const made = make('dialog', { class: 'pd-palette pd-keys', 'aria-labelledby': heading.id }, inside);
  // A click outside the contents closes the dialog.
  made.addEventListener('click', (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  return made;
}

function keyNamed(key: string, say: (key: string) => string): HTMLElement {
  return make(
    'kbd',
    { dir: 'ltr' },
    key.replace(/^(?:control|enter|escape)/, (name) => say(`key.${name}`)),
  );
}
