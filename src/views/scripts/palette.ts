import { DOCUMENTATION_ROOT, type DocumentReference, documentPath, SEARCH_EXTENSION } from '../../model/locations.ts';
import type { MarkedText, SearchRow } from '../../presentation/page-data/search-page.ts';
import type { AnswerWords, SearchedApi } from '../../search/answers.ts';
import { inGroups, type ListedApi, paletteAnswer, scopeOf } from '../../search/palette.ts';
import { Shard } from '../../search/shard.ts';
import { otherVersions } from '../../search/versions.ts';
import { button, make, OPEN_KEYS, OPEN_PALETTE } from './elements.ts';
import { basePath } from './openers.ts';
import { forget, SLASH_OFF, store, stored } from './storage.ts';

/** Dialog that shows the first results while the reader types, as a combobox (ARIA 1.2). A page has one instance. */
class Palette {
  readonly #form = make('form');
  readonly #say: Say;
  readonly #words: AnswerWords;
  readonly #apis: string | undefined;
  readonly #field: HTMLInputElement;
  /** Label of the field, which names the searched API. */
  readonly #label: string;
  /** Element that receives the focus when the palette closes; null for the field. */
  #place: EventTarget | null = null;
  /** Whether the page is a static file, so that no page of results exists. */
  readonly #isStatic: boolean;
  readonly #dialog = make('dialog', { class: 'pd-palette' });
  readonly #input = make('input');
  readonly #list = make('ul');
  readonly #status = make('p');
  /** Sentence that names the searched APIs and versions; empty if all are searched. */
  readonly #scope = make('p', { class: 'pd-scope' });
  #searched: ReadonlyMap<Shard, SearchedApi> | undefined;
  /** Shards of other versions, which are loaded when a question needs them. */
  #others: ReadonlyMap<Shard, SearchedApi> = new Map();
  #loading: Promise<void> | undefined;
  /** APIs of the page or the list, once their usual versions are loaded; empty when other versions are asked for. */
  #listed: readonly ListedApi[] = [];
  /** Whether the palette searches only a part of the APIs; the page of results searches all. */
  #isCut = false;
  #active = 0;

  constructor(search: HTMLElement, field: HTMLInputElement, say: Say) {
    const { extension = '', apis, pages } = search.dataset;
    const isTwin = pages === undefined || !['', '.html'].includes(extension);
    this.#isStatic = pages !== undefined;
    this.#say = say;
    this.#words = {
      kind: (kind) => this.#say(`kind.${kind}`),
      schema: (name) => this.#say('schema', name),
      notIn: (version) => this.#say('notIn', String(version)),
      part: (part) => this.#say(`part.${part}`, part),
      pathOf: (document: DocumentReference) => basePath + documentPath(document) + (isTwin ? extension : pages),
    };
    this.#apis = apis;
    this.#form.action = field.form?.action ?? '';
    this.#field = field;
    this.#label = field.ariaLabel ?? '';
    this.#build();
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.#close();
    });
    document.body.append(this.#dialog);
  }

  /** Opens the palette. @param place element that caused it; several may do so while this file is loading */
  open(place: EventTarget | null): void {
    if (place !== this.#field) this.#place = place;
    if (this.#dialog.open) return;
    const question = this.#field.value;
    this.#input.value = question;
    this.#dialog.showModal();
    // Further input continues a text that was typed while this file was loading, but replaces the query of the page.
    if (question === this.#field.defaultValue) this.#input.select();
    this.#loading ??= this.#load();
    this.#loading.catch(() => {
      this.#loading = undefined;
      this.#status.replaceChildren();
    });
    this.#show();
  }

  #close(): void {
    this.#field.value = this.#input.value;
    this.#dialog.close();
    // The field still has the focus if text was typed into it while this file was loading.
    if (this.#place !== null) this.#field.blur();
    if (this.#place instanceof HTMLElement) this.#place.focus({ preventScroll: true });
    this.#place = null;
  }

  #build(): void {
    this.#list.id = 'pd-palette-list';
    this.#list.setAttribute('role', 'listbox');
    this.#list.setAttribute('aria-label', this.#label);
    this.#status.setAttribute('role', 'status');
    this.#dialog.setAttribute('aria-label', this.#label);
    for (const [name, value] of [
      ['type', 'search'],
      ['name', 'q'],
      ['dir', 'auto'],
      ['maxlength', '200'],
      ['autocomplete', 'off'],
      ['autocapitalize', 'none'],
      ['spellcheck', 'false'],
      ['aria-label', this.#label],
      ['placeholder', this.#label],
      ['role', 'combobox'],
      ['aria-expanded', 'false'],
      ['aria-controls', this.#list.id],
      ['aria-autocomplete', 'list'],
    ] as const)
      this.#input.setAttribute(name, value);
    this.#form.append(
      this.#input,
      button(this.#say('close'), '', () => this.#close()),
    );
    this.#input.addEventListener('input', () => this.#show());
    this.#form.addEventListener('submit', (event) => {
      if (this.#isStatic) event.preventDefault();
    });
    this.#form.addEventListener('keydown', (event) => this.#onKey(event));
    // A click outside the contents closes the dialog.
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#close();
    });
    const foot = make('footer', {}, this.#scope, keysLine(this.#say), this.#toggle());
    this.#dialog.append(make('div', { class: 'pd-search' }, this.#form, this.#status, this.#list, foot));
  }

  /** Switch that turns off the keys `/` and `?`, required for single-character shortcuts (WCAG 2.1.4). */
  #toggle(): HTMLLabelElement {
    const isOn = make('input', { type: 'checkbox' });
    isOn.checked = stored(SLASH_OFF) === null;
    isOn.addEventListener('change', () => (isOn.checked ? forget(SLASH_OFF) : store(SLASH_OFF, '')));
    return make('label', {}, isOn, ` ${this.#say('slash')}`);
  }

  /** Loads the search shard of each API once; shards are searched as soon as they are loaded. */
  async #load(): Promise<void> {
    const listed = JSON.parse(
      this.#apis ?? (await (await answered(`${basePath}${DOCUMENTATION_ROOT}.json`)).text()),
    ) as readonly ListedApi[];
    const { groups, kind } = scopeOf(listed);
    this.#isCut = kind === 'first';
    // On a page of an API, the version of the page is searched.
    this.#scope.textContent = kind === null || this.#apis !== undefined ? '' : this.#say(`scope.${kind}`);
    let searched: ReadonlyMap<Shard, SearchedApi> = new Map();
    for (const group of groups) {
      const places = group.map(({ name: api, default_version: version, title }) => ({ api, version, title }));
      searched = new Map([...searched, ...(await shardsOf(places))]);
      this.#searched = searched;
      this.#show(this.#active);
    }
    this.#listed = listed;
    this.#show(this.#active);
  }

  /** Loads the shards of other versions, for a question that names nothing in the usual versions. */
  async #loadOthers(): Promise<void> {
    const others = otherVersions(this.#searched?.values() ?? [], this.#listed);
    this.#listed = [];
    for (const group of inGroups(others)) {
      this.#others = new Map([...this.#others, ...(await shardsOf(group))]);
      this.#show(this.#active);
    }
  }

  #show(active = 0): void {
    const question = this.#input.value;
    const { rows, total, corrected, isLacking } =
      this.#searched === undefined
        ? { rows: [], total: 0, corrected: null, isLacking: false }
        : paletteAnswer(this.#searched, question, this.#words, this.#others);
    if (isLacking && question.trim() !== '' && this.#listed.length > 0) this.#loadOthers().catch(() => undefined);
    const isNothing = this.#searched !== undefined && question.trim() !== '' && total === 0;
    this.#status.textContent = isNothing
      ? this.#say('nothing', question)
      : corrected === null
        ? ''
        : this.#say('corrected', corrected);
    const plurals = new Intl.PluralRules(document.documentElement.lang || 'en');
    const all = `${this.#form.action}?q=${encodeURIComponent(question)}`;
    const more = this.#isCut ? this.#label : this.#say(`all.${plurals.select(total)}`, String(total));
    const hasMore = !this.#isStatic && (total > 0 || (this.#isCut && question.trim() !== ''));
    const last = hasMore ? [this.#option(all, [more])] : [];
    this.#list.replaceChildren(...rows.map((row) => this.#option(row.href, partsOf(row))), ...last);
    this.#input.setAttribute('aria-expanded', String(total > 0));
    this.#choose(active);
  }

  #option(href: string, parts: readonly (Node | string)[]): HTMLLIElement {
    const option = make('li', { role: 'option', 'data-href': href }, ...parts);
    option.addEventListener('click', () => this.#go(href));
    return option;
  }

  #choose(index: number): void {
    const options = [...this.#list.children];
    this.#active = options.length === 0 ? 0 : (index + options.length) % options.length;
    for (const [at, option] of options.entries()) {
      option.id = `${this.#list.id}-${at}`;
      option.setAttribute('aria-selected', String(at === this.#active));
    }
    const active = options[this.#active];
    if (active === undefined) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', active.id);
    active?.scrollIntoView({ block: 'nearest' });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      // By default, the first Escape would only clear the field.
      event.preventDefault();
      this.#close();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      this.#choose(this.#active + step);
      return;
    }
    const active = this.#list.children[this.#active];
    if (event.key !== 'Enter' || event.target !== this.#input || !(active instanceof HTMLElement)) return;
    event.preventDefault();
    this.#go(active.dataset['href'] ?? '');
  }

  #go(href: string): void {
    this.#close();
    location.assign(href);
  }
}

let palette: Palette | undefined;

document.addEventListener(OPEN_PALETTE, (event) => {
  const search = document.querySelector<HTMLElement>('.pd-search[data-texts]');
  const field = search?.querySelector('input') ?? null;
  if (search === null || field === null) return;
  palette ??= new Palette(search, field, sayer(event));
  palette.open(event.target);
});

document.addEventListener(OPEN_KEYS, (event) => openKeys(sayer(event)));

/** Looks up a text of the palette by key, and inserts a name into it. */
type Say = (key: string, name?: string) => string;

/** Reads the texts from the event that opens the palette. Status codes have no text of their own, but one in common. */
function sayer(event: Event): Say {
  const texts = JSON.parse(event instanceof CustomEvent ? event.detail : '{}') as Readonly<Record<string, string>>;
  return (key, name = '') => (texts[key] ?? texts['status'] ?? '').replace('{name}', () => name);
}

/** Loads the search shard of each API version. */
async function shardsOf(places: readonly SearchedApi[]): Promise<ReadonlyMap<Shard, SearchedApi>> {
  const found = places.map(async (place) => {
    const path = basePath + documentPath({ level: 'api', ...place }, SEARCH_EXTENSION);
    return [new Shard(new Uint8Array(await (await answered(path)).arrayBuffer())), place] as const;
  });
  return new Map(await Promise.all(found));
}

async function answered(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Contents of a result row. Texts from descriptors are inserted as text, never as markup. */
function partsOf({ kind, title, api, operation, way, excerpt, ...many }: SearchRow): readonly (Node | string)[] {
  // The badge of an operation replaces its kind; other results name the operation that they belong to.
  const badge = operation?.title === '' ? operation.method : '';
  const call =
    operation === null ? [] : [`${badge === '' ? operation.method : ''} ${operation.path}`.trim(), operation.title];
  const calls = many.operations.map((one) => `${one.method} ${one.title}`.trim());
  const rest = many.operationCount > calls.length ? ['…'] : [];
  const place = [api, ...call, way.join(' › '), [...calls, ...rest].join(', ')]
    .filter((part) => part !== '')
    .join(' · ');
  const method = make('span', { class: `pd-m pd-${badge.toLowerCase()}` }, badge);
  return [
    make('span', { class: 'pd-kind' }, badge === '' ? kind : method),
    ' ',
    make('b', { dir: 'auto' }, ...marked(title)),
    ...(place === '' ? [] : [make('small', { class: 'pd-where' }, place)]),
    ...(place !== '' || excerpt.length === 0 ? [] : [make('small', { dir: 'auto' }, ...marked(excerpt))]),
  ];
}

/** Keys of the palette, in its foot. */
function keysLine(say: Say): HTMLElement {
  const shown = ROWS.filter(([does]) => ['keys.move', 'keys.open', 'keys.close'].includes(does));
  const named = shown.flatMap(([does, keys]) => [
    ' ',
    make('span', {}, ...keys.map((key) => keyNamed(key, say)), ` ${say(does)}`),
  ]);
  return make('div', {}, ...named);
}

function marked(text: MarkedText): readonly (Node | string)[] {
  return text.map((piece) => (piece.isHit ? make('mark', {}, piece.text) : piece.text));
}

/** Keys for each action, with the labels on keyboards. Labels that differ by language are messages of the page. */
const ROWS: readonly (readonly [does: string, keys: readonly string[]])[] = [
  ['keys.search', ['/', 'control K', '⌘ K']],
  ['keys.move', ['↓', '↑']],
  ['keys.open', ['enter']],
  ['keys.close', ['escape']],
  ['keys.help', ['?']],
];

let dialog: HTMLDialogElement | undefined;

/** Opens the dialog that explains the keyboard shortcuts. A page has one dialog. */
function openKeys(say: Say): void {
  dialog ??= createDialog(say);
  if (!dialog.open) dialog.showModal();
}

function createDialog(say: Say): HTMLDialogElement {
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

function keyNamed(key: string, say: Say): HTMLElement {
  return make(
    'kbd',
    { dir: 'ltr' },
    key.replace(/^(?:control|enter|escape)/, (name) => say(`key.${name}`)),
  );
}
