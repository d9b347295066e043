import type { TrialKey } from '../../presentation/trying/trial.ts';

/** Formats a message of the panel in the language of the page. Values are inserted as plain text. */
export type Say = (key: TrialKey, values?: Readonly<Record<string, string>>) => string;

export function sayingFrom(messages: Readonly<Record<string, string>>): Say {
  return (key, values = {}) =>
    (messages[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/**
 * Event that opens the palette. The script of a page uses these events to start scripts that it has loaded on demand,
 * because these are separate bundles and share no modules with it.
 */
export const OPEN_PALETTE = 'pd-open-palette';
export const OPEN_KEYS = 'pd-open-keys';
/** Event on the button of an operation, which opens the operation's panel. */
export const OPEN_TRIAL = 'pd-open-trial';
/** Event on a figure that a script has added on demand. */
export const FIGURE_ADDED = 'pd-figure-added';

/** Creates an element with attributes and contents. Strings are inserted as text, never as markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

export function button(text: string, className: string, act: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', class: className }, text);
  made.addEventListener('click', act);
  return made;
}

/** Inline code: a name or a value. */
export function code(text: string): HTMLElement {
  return make('code', { dir: 'ltr' }, text);
}

/** Code block with an exact text; long lines scroll, also by keyboard. */
export function block(...text: readonly (Node | string)[]): HTMLPreElement {
  return make('pre', { dir: 'ltr', tabindex: '0' }, make('code', {}, ...text));
}

export function hint(text: string): HTMLParagraphElement {
  return make('p', { class: 'pd-hint' }, text);
}

/** Foldable contents with a title. */
export function details(title: string, ...inside: readonly Node[]): HTMLDetailsElement {
  return make('details', {}, make('summary', {}, title), ...inside);
}

/** Group of form controls with a title. */
export function group(title: string, ...inside: readonly (Node | string)[]): HTMLFieldSetElement {
  return make('fieldset', {}, make('legend', {}, title), ...inside);
}

let last = 0;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Control with its label and hint above it, and an element for a problem.
 * @param tick check box before the label
 */
export function labelled(
  label: readonly (Node | string)[],
  control: Control,
  said = '',
  tick: HTMLInputElement | null = null,
): HTMLElement {
  last += 1;
  control.id = `pd-try-${last}`;
  const below = hint(said);
  below.id = `${control.id}-hint`;
  const problem = make('p', { class: 'pd-problem', id: `${control.id}-problem` });
  control.setAttribute('aria-describedby', said === '' ? problem.id : `${below.id} ${problem.id}`);
  const above = make('label', { for: control.id }, ...label);
  const head = tick === null ? above : make('div', { class: 'pd-ticked' }, tick, above);
  return make('div', { class: 'pd-field' }, head, ...(said === '' ? [] : [below]), control, problem);
}

type TitledPanel = readonly [title: string, panel: HTMLElement];

/** Two tabs with their panels. The arrow keys lead from one tab to the other. */
export class Tabs {
  readonly element = make('div', { role: 'tablist' });
  readonly #tabs: readonly (readonly [tab: HTMLButtonElement, panel: HTMLElement])[];

  constructor(...titled: readonly [first: TitledPanel, second: TitledPanel]) {
    this.#tabs = titled.map(([title, panel], at) => {
      last += 1;
      panel.id = `pd-try-${last}`;
      panel.role = 'tabpanel';
      const tab = button(title, '', () => this.show(at));
      tab.id = `${panel.id}-tab`;
      tab.role = 'tab';
      tab.setAttribute('aria-controls', panel.id);
      panel.setAttribute('aria-labelledby', tab.id);
      tab.addEventListener('keydown', ({ key }) => {
        if (/^Arrow(?:Left|Right)$/.test(key)) this.show(1 - at, true);
      });
      return [tab, panel];
    });
    this.element.append(...this.#tabs.map(([tab]) => tab));
  }

  /** Shows a panel. The focus moves to its tab if it was in the panel that is hidden. */
  show(shown: number, isFocused = false): void {
    const hadFocus = this.#tabs.some(([, panel], at) => at !== shown && panel.contains(document.activeElement));
    for (const [at, [tab, panel]] of this.#tabs.entries()) {
      panel.hidden = at !== shown;
      tab.ariaSelected = String(at === shown);
      tab.tabIndex = at === shown ? 0 : -1;
      if (at === shown && (isFocused || hadFocus)) tab.focus();
    }
  }
}

/** Shows the problem of a control's value; `''` removes the problem. */
export function sayProblem(control: Element, text: string): void {
  control.ariaInvalid = text === '' ? null : 'true';
  const problem = control.parentElement?.querySelector('.pd-problem');
  if (problem) problem.textContent = text;
}

export function choice(name: string, options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement {
  return make('select', { name }, ...options.map(([value, text]) => make('option', { value }, text)));
}

/** Selection whose values are the indexes of its texts. */
export function numberedChoice(name: string, texts: readonly string[]): HTMLSelectElement {
  return choice(
    name,
    texts.map((text, at) => [String(at), text]),
  );
}
