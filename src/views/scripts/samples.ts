import { make } from './elements.ts';
import { store, stored } from './storage.ts';

/** Storage key of the sample language that the reader chose last. */
const STORED = 'pd-samples';

interface Choice {
  readonly language: string;
  readonly button: HTMLButtonElement;
  /** Sample that the button makes visible. */
  readonly block: HTMLElement;
}

/** Replaces the names of languages with buttons, which choose the language of samples for the whole site. */
export function chooseSamples(): void {
  const figures = [...document.querySelectorAll<HTMLElement>('.pd-samples:has(> details)')].map(choicesOf);
  const choose = (language: string, clicked?: Choice): void => {
    for (const choices of figures) {
      const shown = choices.find((one) => one === clicked) ?? choices.find((one) => one.language === language);
      if (shown) show(choices, shown);
    }
  };
  for (const choice of figures.flat())
    choice.button.addEventListener('click', () => {
      const before = choice.button.getBoundingClientRect().top;
      choose(choice.language, choice);
      store(STORED, choice.language);
      // Scrolls to keep the clicked button in place, since samples above it may have changed their height.
      scrollBy(0, choice.button.getBoundingClientRect().top - before);
    });
  const chooseRemembered = (): void => {
    const language = stored(STORED);
    if (language) choose(language);
  };
  for (const choices of figures) show(choices, choices[0]);
  chooseRemembered();
  // A page from the back/forward cache must apply a choice that the reader has since made on another page.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) chooseRemembered();
  });
}

function choicesOf(figure: HTMLElement): readonly Choice[] {
  const caption = figure.querySelector('figcaption');
  const first = figure.querySelector('pre');
  if (!caption || !first) return [];
  const others = [...figure.querySelectorAll('details')];
  for (const details of others) details.open = true;
  const choices = [caption, ...others].map((titled, at) => ({
    language: titled.dataset['language'] ?? '',
    button: make('button', { type: 'button' }, (titled.querySelector('summary') ?? titled).textContent.trim()),
    block: at === 0 ? first : titled,
  }));
  caption.replaceChildren(...choices.map(({ button }) => button));
  return choices;
}

function show(choices: readonly Choice[], shown: Choice | undefined): void {
  for (const choice of choices) {
    choice.block.hidden = choice !== shown;
    choice.button.ariaPressed = String(choice === shown);
  }
}
