import { make } from './elements.ts';
import { store, stored } from './storage.ts';

/** What a reader chose last. */
const STORED = 'pd-samples';

interface Choice {
  readonly language: string;
  readonly button: HTMLButtonElement;
  /** What is shown when it is chosen. */
  readonly block: HTMLElement;
}

/** The names of languages become buttons: one sample is shown in place of another, on the whole site. */
export function chooseSamples(): void {
  const figures = [...document.querySelectorAll<HTMLElement>('.pd-samples:has(> details)')].map(choicesOf);
  const choose = (language: string, clicked?: Choice): void => {
    for (const choices of figures) {
      const shown = choices.find((one) => one === clicked) ?? choices.find((one) => one.language === language);
      if (shown !== undefined) show(choices, shown);
    }
  };
  for (const choice of figures.flat())
    choice.button.addEventListener('click', () => {
      const before = choice.button.getBoundingClientRect().top;
      choose(choice.language, choice);
      store(STORED, choice.language);
      // Others above it may have become longer: what was clicked stays where it was.
      scrollBy(0, choice.button.getBoundingClientRect().top - before);
    });
  const chooseRemembered = (): void => {
    const language = stored(STORED);
    if (language !== null) choose(language);
  };
  for (const choices of figures) show(choices, choices[0]);
  chooseRemembered();
  // A page that the browser has kept as it was does not know what was chosen on others.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) chooseRemembered();
  });
}

function choicesOf(figure: HTMLElement): readonly Choice[] {
  const caption = figure.querySelector<HTMLElement>('figcaption');
  const others = [...figure.querySelectorAll<HTMLDetailsElement>(':scope > details')];
  const block = figure.querySelector<HTMLElement>(':scope > pre');
  if (caption === null || block === null) return [];
  const first = { language: caption.dataset['language'] ?? '', button: buttonOf(caption.textContent), block };
  const rest = others.map((details) => {
    details.open = true;
    return {
      language: details.dataset['language'] ?? '',
      button: buttonOf(details.querySelector('summary')?.textContent ?? ''),
      block: details,
    };
  });
  caption.replaceChildren(...[first, ...rest].map(({ button }) => button));
  figure.classList.add('pd-chooser');
  return [first, ...rest];
}

function buttonOf(title: string): HTMLButtonElement {
  return make('button', { type: 'button' }, title.trim());
}

function show(choices: readonly Choice[], shown: Choice | undefined): void {
  for (const choice of choices) {
    choice.block.hidden = choice !== shown;
    choice.button.ariaPressed = String(choice === shown);
  }
}
