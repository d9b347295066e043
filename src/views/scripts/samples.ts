import { make } from './elements.ts';
import { store, stored } from './storage.ts';

/** Storage key of the language that a reader chose last. */
const STORED = 'pd-samples';

interface Choice {
  readonly language: string;
  readonly button: HTMLButtonElement;
  /** Sample that the button shows. */
  readonly block: HTMLElement;
}

/** Turns the names of languages into buttons, each of which chooses its language for samples of the whole site. */
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
      // Samples above may have changed their height: scrolls to keep the clicked button in place.
      scrollBy(0, choice.button.getBoundingClientRect().top - before);
    });
  const chooseRemembered = (): void => {
    const language = stored(STORED);
    if (language !== null) choose(language);
  };
  for (const choices of figures) show(choices, choices[0]);
  chooseRemembered();
  // A page from the back/forward cache does not know choices that were made on other pages since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) chooseRemembered();
  });
}

function choicesOf(figure: HTMLElement): readonly Choice[] {
  const caption = figure.querySelector('figcaption');
  const first = figure.querySelector('pre');
  if (caption === null || first === null) return [];
  const others = [...figure.querySelectorAll('details')];
  for (const details of others) details.open = true;
  const choices = [caption, ...others].map((titled, at) => ({
    language: titled.dataset['language'] ?? '',
    button: make('button', { type: 'button' }, (titled.querySelector('summary') ?? titled).textContent.trim()),
    block: at === 0 ? first : titled,
  }));
  caption.replaceChildren(...choices.map(({ button }) => button));
  figure.classList.add('pd-chooser');
  return choices;
}

function show(choices: readonly Choice[], shown: Choice | undefined): void {
  for (const choice of choices) {
    choice.block.hidden = choice !== shown;
    choice.button.ariaPressed = String(choice === shown);
  }
}
