import type { Phrase } from './phrase.ts';
/**
 * Subset of ICU MessageFormat: arguments, plurals with `=1` and `#`, choices (`select`), quoting by apostrophes, and
 * tags around words (docs/decisions/0029). A message without these elements stays a plain string.
 */

/** Parsed message; a plain string if it has no arguments or tags. */
export type Message = string | readonly MessagePart[];

type MessagePart =
  | string
  | { readonly kind: 'argument'; readonly name: string }
  | { readonly kind: 'count'; readonly name: string }
  | { readonly kind: 'tag'; readonly tag: string; readonly inside: readonly MessagePart[] }
  | {
      readonly kind: 'plural' | 'select';
      readonly name: string;
      readonly branches: ReadonlyMap<string, readonly MessagePart[]>;
      readonly other: readonly MessagePart[];
    };

/** Syntax error in a message, with the position of the character, from 1. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
  readonly column: number;

  constructor(message: string, column: number) {
    super(message);
    this.column = column;
  }
}

/** Maximum nesting depth of branches and tags; a deeper message is an error. */
const DEEPEST = 8;

/** Parses a message. @throws {@link MessageError} */
export function parseMessage(text: string): Message {
  if (!/[{}<']/.test(text)) return text;
  const parser = new Parser(text);
  const parts = parser.parts(null, 0);
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}

/** Sorted names of the arguments and tags of a message; a translation must have the same names. */
export function namesIn(message: Message): readonly string[] {
  const names = new Set<string>();
  const visit = (parts: readonly MessagePart[]): void => {
    for (const part of parts) {
      if (typeof part === 'string') continue;
      if (part.kind === 'tag') {
        names.add(`<${part.tag}>`);
        visit(part.inside);
        continue;
      }
      names.add(part.name);
      if (part.kind === 'plural' || part.kind === 'select')
        for (const branch of [...part.branches.values(), part.other]) visit(branch);
    }
  };
  if (typeof message !== 'string') visit(message);
  return [...names].sort();
}

/** Names of the arguments that are the count of a plural. */
export function countedIn(message: Message): readonly string[] {
  if (typeof message === 'string') return [];
  return message.flatMap((part): readonly string[] => {
    if (typeof part === 'string' || part.kind === 'argument' || part.kind === 'count') return [];
    if (part.kind === 'tag') return countedIn(part.inside);
    const inside = [...part.branches.values(), part.other].flatMap(countedIn);
    return part.kind === 'plural' ? [part.name, ...inside] : inside;
  });
}

/** Value of an argument. */
export type MessageValue = string | number | Phrase;

/** Rules of a language for formatting and counting numbers. */
export interface Grammar {
  number(value: number): string;
  plural(value: number): string;
}

/** Callback for each piece of a message, in order, with its tag; code in an argument has the tag `code`. */
type Emit = (text: string, tag: string | null) => void;

export function writeMessage(
  parts: readonly MessagePart[],
  values: Readonly<Record<string, MessageValue>>,
  grammar: Grammar,
  emit: Emit,
  tag: string | null = null,
  counted = 0,
): void {
  for (const part of parts) {
    if (typeof part === 'string') {
      emit(part, tag);
      continue;
    }
    if (part.kind === 'tag') {
      writeMessage(part.inside, values, grammar, emit, part.tag, counted);
      continue;
    }
    if (part.kind === 'count') {
      emit(grammar.number(counted), tag);
      continue;
    }
    const value = values[part.name] ?? '';
    if (part.kind === 'argument') {
      if (typeof value === 'string') emit(value, tag);
      else if (typeof value === 'number') emit(grammar.number(value), tag);
      else
        for (const one of value) {
          if (typeof one === 'string') emit(one, tag);
          else emit(one.code, 'code');
        }
      continue;
    }
    const number = typeof value === 'number' ? value : counted;
    const branch =
      part.kind === 'select'
        ? part.branches.get(String(value))
        : (part.branches.get(`=${number}`) ?? part.branches.get(grammar.plural(number)));
    writeMessage(branch ?? part.other, values, grammar, emit, tag, part.kind === 'plural' ? number : counted);
  }
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Parses parts up to the end of the text, branch or tag.
   * @param tag name of the open tag; null if there is none
   */
  parts(tag: string | null, depth: number, plural: string | null = null): readonly MessagePart[] {
    if (depth > DEEPEST) throw this.#error('It is too deep.');
    const parts: MessagePart[] = [];
    let words = '';
    const add = (part: MessagePart): void => {
      if (words !== '') parts.push(words);
      words = '';
      parts.push(part);
    };
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || character === '}') {
        if (tag !== null) throw this.#error(`<${tag}> is not closed: </${tag}> is missing.`);
        if (character === '}' && depth === 0) throw this.#error('A brace closes that was never opened.');
        break;
      }
      if (character === "'") words += this.#quoted(plural !== null);
      else if (character === '#' && plural !== null) {
        this.#at += 1;
        add({ kind: 'count', name: plural });
      } else if (character === '{') add(this.#argument(depth, plural));
      else if (this.#text.startsWith('</', this.#at)) {
        const name = this.#match(/<\/([a-z]+)>/y);
        if (name === null || name !== tag) throw this.#error('A tag closes that was never opened.');
        break;
      } else if (character === '<' && /[a-z]/.test(this.#text[this.#at + 1] ?? '')) {
        const name = this.#match(/<([a-z]+)>/y);
        if (name === null) throw this.#error('A tag is one word without attributes, as <code>.');
        add({ kind: 'tag', tag: name, inside: this.parts(name, depth + 1, plural) });
      } else {
        words += character;
        this.#at += 1;
      }
    }
    if (words !== '') parts.push(words);
    return parts;
  }

  /** Parses an apostrophe: `''` is a literal one; before `{`, `}`, `<` or `#` it quotes the text up to the next. */
  #quoted(inPlural: boolean): string {
    const next = this.#text[this.#at + 1] ?? '';
    this.#at += 1;
    if (next === "'") {
      this.#at += 1;
      return "'";
    }
    if (!(inPlural ? /[{}<#]/ : /[{}<]/).test(next)) return "'";
    const end = this.#text.indexOf("'", this.#at);
    if (end === -1) throw this.#error('The apostrophe that ends quoted text is missing.');
    const quoted = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return quoted;
  }

  #argument(depth: number, plural: string | null): MessagePart {
    const name = this.#match(/\{\s*([A-Za-z]\w*)\s*/y);
    if (name === null) throw this.#error('An argument is a word in braces, as {count}.');
    if (this.#match(/(\})/y) !== null) return { kind: 'argument', name };
    const kind = this.#match(/,\s*(plural|select)\s*,\s*/y);
    if (kind !== 'plural' && kind !== 'select')
      throw this.#error(`{${name}} may be followed by “, plural,” or “, select,” alone.`);
    const branches = new Map<string, readonly MessagePart[]>();
    const pattern = kind === 'plural' ? /(=\d+|zero|one|two|few|many|other)\s*\{/y : /([A-Za-z]\w*)\s*\{/y;
    while (this.#match(/(\})/y) === null) {
      const branch = this.#match(pattern);
      if (branch === null) throw this.#error(`A branch of {${name}, ${kind}, …} is a word and its text in braces.`);
      branches.set(branch, this.parts(null, depth + 1, kind === 'plural' ? name : plural));
      if (this.#match(/(\})\s*/y) === null) throw this.#error(`The branch “${branch}” is not closed.`);
    }
    const other = branches.get('other');
    if (other === undefined) throw this.#error(`{${name}, ${kind}, …} has no branch “other”.`);
    return { kind, name, branches, other };
  }

  /** Matches a sticky pattern at the current position. @returns the pattern's first group; null without a match */
  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return null;
    this.#at = pattern.lastIndex;
    return found[1] ?? '';
  }

  #error(message: string): MessageError {
    return new MessageError(message, this.#at + 1);
  }
}
