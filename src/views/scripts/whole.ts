import { addCopyButtons } from './copy.ts';
import { make } from './elements.ts';
import { chooseSamples } from './samples.ts';

/**
 * Script of a file with several documents, which sends no requests. It searches the elements of the file itself, so
 * that the file contains no index.
 */
chooseSamples();
addCopyButtons();
listenForQuestions();

interface Found {
  readonly id: string;
  readonly title: string;
  /** Place of the title: the call of an operation, the operation of a field. */
  readonly where: string;
  /** Both in lower case, for comparison. */
  readonly text: string;
  readonly isField: boolean;
}

function listenForQuestions(): void {
  const search = document.querySelector<HTMLElement>('.pd-search');
  const field = search?.querySelector('input');
  const hits = search?.querySelector<HTMLElement>('.pd-hits');
  const [status, list] = hits?.children ?? [];
  if (!search || !field || !hits || !status || !list) return;
  const texts: readonly string[] = JSON.parse(search.dataset['texts'] ?? '[]');
  let all: readonly Found[] | undefined;
  const close = (): void => {
    hits.hidden = true;
  };
  search.hidden = false;
  field.addEventListener('input', () => {
    const question = field.value.trim();
    all ??= everything();
    const found = question === '' ? [] : answers(question.toLowerCase(), all);
    const shown = found.slice(0, texts.length - 1);
    const text = (texts[shown.length] ?? '').replace('{question}', () => question);
    status.textContent = found.length > shown.length ? `${text} …` : text;
    list.replaceChildren(...shown.map(row));
    hits.hidden = question === '';
  });
  field.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!hits.hidden) list.querySelector('a')?.click();
  });
  search.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close();
  });
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !search.contains(relatedTarget)) close();
  });
  addEventListener('pointerup', ({ target }) => {
    if (target instanceof Node && !search.contains(target)) close();
  });
  addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (key === 'Escape' && !hits.hidden) {
      close();
      field.focus();
    }
    const isTyped = target instanceof Element && target.closest('input, select, textarea');
    if (key !== '/' || isTyped || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

function row({ id, title, where }: Found): HTMLLIElement {
  const place = make('p', { class: 'pd-where', dir: 'auto' }, where);
  return make('li', {}, make('p', {}, make('a', { href: `#${id}`, dir: 'auto' }, title)), place);
}

/** Documents, operations and fields of the file, in its order. */
function everything(): readonly Found[] {
  const found: Found[] = [];
  let part = '';
  let operation = '';
  for (const element of document.querySelectorAll<HTMLElement>('.pd-part, .pd-op[id], .pd-f li[id]')) {
    const { id } = element;
    const add = (title: string, where: string, isField = false): void => {
      found.push({ id, title, where, text: `${title} ${where}`.toLowerCase(), isField });
    };
    if (element.matches('.pd-part')) {
      part = wordsIn(element.querySelector('h1'));
      operation = '';
      add(part, element.dataset['kind'] ?? '');
    } else if (element.matches('.pd-op')) {
      operation = wordsIn(element.querySelector('h3')).replace(/ #$/, '');
      add(operation, wordsIn(element.querySelector('.pd-paths')));
    } else add(wordsIn(element.querySelector(':scope > a')), operation === '' ? part : `${part} · ${operation}`, true);
  }
  return found;
}

function wordsIn(element: Element | null): string {
  return element?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
}

/**
 * Finds what has every word of a question, the best first. Fields, of which there are many, follow everything else
 * unless they have the name in question, and have a word of it in their name.
 */
function answers(question: string, all: readonly Found[]): readonly Found[] {
  const words = question.split(/\s+/);
  const graded = all.flatMap((one) => {
    const grade = words.every((word) => one.text.includes(word)) ? gradeOf(one, question, words) : null;
    return grade === null ? [] : [{ one, grade }];
  });
  return graded.sort((a, b) => a.grade - b.grade).map(({ one }) => one);
}

/** Grade of a title: 0 for the question itself; null for a field without any of its words. */
function gradeOf({ title, isField }: Found, question: string, words: readonly string[]): number | null {
  const text = title.toLowerCase();
  if (text === question) return isField ? 1 : 0;
  const after = isField ? 4 : 0;
  if (text.startsWith(question)) return after + 2;
  if (` ${text}`.includes(` ${question}`)) return after + 3;
  if (words.some((word) => text.includes(word))) return after + 4;
  return isField ? null : 5;
}
