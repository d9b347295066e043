import { type CharacterSet, characterSet } from './character-set.ts';
import type { Work } from './work.ts';

/** A regular expression of a schema, as a tree. Groups are gone: what they hold is never asked for. */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'look'; readonly part: PatternNode; readonly negative: boolean };

/**
 * Reads the syntax of ECMA-262 without back references, looking behind and word boundaries.
 * @returns undefined for what has one of those or is no expression, and for want of work
 */
export function parsePattern(pattern: string, work: Work): PatternNode | undefined {
  return new Parser(pattern, work).parse();
}

class Parser {
  readonly #text: string;
  readonly #work: Work;
  #at = 0;
  #failed = false;

  constructor(text: string, work: Work) {
    this.#text = text;
    this.#work = work;
  }

  parse(): PatternNode | undefined {
    const node = this.#choice();
    return this.#failed || this.#at < this.#text.length ? undefined : node;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.#failed && this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at] ?? ''))
      parts.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #atom(): PatternNode {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('(')) return this.#group();
    const set =
      /^(?:\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\[\^?(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[a-zA-Z]|\\[^ukbBxc1-9pP]|[^\\*+?{}[\]])/su.exec(
        this.#text.slice(this.#at),
      )?.[0];
    const known = set === undefined ? undefined : characterSet(set, this.#work);
    if (set === undefined || known === undefined) return this.#fail();
    this.#at += set.length;
    return { kind: 'set', set: known };
  }

  #group(): PatternNode {
    const look = this.#take('?=') ? false : this.#take('?!') ? true : undefined;
    if (look === undefined && !this.#take('?:')) {
      const name = /^\?<[A-Za-z_]\w*>/.exec(this.#text.slice(this.#at))?.[0];
      if (name !== undefined) this.#at += name.length;
      else if (this.#text[this.#at] === '?') return this.#fail();
    }
    const part = this.#choice();
    if (!this.#take(')')) return this.#fail();
    return look === undefined ? part : { kind: 'look', part, negative: look };
  }

  #repeated(part: PatternNode): PatternNode {
    const counts = /^(?:([*+?])|\{(\d{1,6})(?:(,)(\d{1,6})?)?\})\??/.exec(this.#text.slice(this.#at));
    if (counts === null) return part;
    this.#at += counts[0].length;
    const [, sign, least, comma, most] = counts;
    const endless = Number.POSITIVE_INFINITY;
    if (sign !== undefined)
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : endless };
    const from = Number(least);
    const to = comma === undefined ? from : most === undefined ? endless : Number(most);
    return from > to ? this.#fail() : { kind: 'repeat', part, least: from, most: to };
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #fail(): PatternNode {
    this.#failed = true;
    return { kind: 'start' };
  }
}
