import type { MarkedText } from '../model/page/search-page.ts';
import { wordsIn } from './terms.ts';

/** Letters of a description in an answer, and of those before the first word that was asked for. */
const LONGEST_EXCERPT = 180;
const BEFORE_HIT = 60;

/** Character between two words that are read as one: `ssh_keys`. */
const JOINT = /^[\s._/-]$/;

/** A text with the words in it that begin with one of the terms. */
export function marked(text: string, terms: readonly string[]): MarkedText {
  const pieces: { text: string; isHit: boolean }[] = [];
  let done = 0;
  const add = (end: number, isHit: boolean): void => {
    if (end <= done) return;
    const last = pieces.at(-1);
    const part = text.slice(done, end);
    if (last?.isHit === isHit) last.text += part;
    else pieces.push({ text: part, isHit });
    done = end;
  };
  for (const word of wordsIn(text)) {
    if (!isAsked(word.terms, terms)) continue;
    add(word.start, pieces.at(-1)?.isHit === true && JOINT.test(text.slice(done, word.start)));
    add(word.end, true);
  }
  add(text.length, false);
  return pieces;
}

/** One line of a text: its beginning, or what is around the first word that was asked for. */
export function excerptOf(text: string, terms: readonly string[]): string {
  if (text.length <= LONGEST_EXCERPT) return text;
  const hit = firstHit(text, terms);
  const from = hit < LONGEST_EXCERPT - BEFORE_HIT ? 0 : nextWord(text, hit - BEFORE_HIT);
  const part = text.slice(from, from + LONGEST_EXCERPT);
  const isEnd = from + LONGEST_EXCERPT >= text.length;
  const cut = isEnd ? part : part.replace(/\s+\S*$/u, '');
  return `${from === 0 ? '' : '… '}${cut.toWellFormed()}${isEnd ? '' : ' …'}`;
}

function firstHit(text: string, terms: readonly string[]): number {
  for (const word of wordsIn(text)) if (isAsked(word.terms, terms)) return word.start;
  return 0;
}

function nextWord(text: string, from: number): number {
  const blank = text.indexOf(' ', from);
  return blank === -1 || blank - from > BEFORE_HIT ? from : blank + 1;
}

function isAsked(words: readonly string[], terms: readonly string[]): boolean {
  return terms.some((term) => words.some((word) => word.startsWith(term)));
}
