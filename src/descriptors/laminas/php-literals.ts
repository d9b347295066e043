import { posix } from 'node:path';
import { fromEntries } from '../../model/own-property.ts';
import type { ChildPlace } from '../positions.ts';
import {
  INCLUDE,
  isArray,
  isMerge,
  MARK,
  MERGE,
  type MergeFunction,
  mergedArrays,
  UNREAD,
  unread,
} from './php-arrays.ts';
import { endOfHeredoc, endOfQuoted, readHeredoc, readQuoted, startsHeredoc, toText } from './php-strings.ts';
import {
  ASSIGNMENT,
  CONSTANTS,
  declarationIn,
  INCLUDES,
  MOST_OF_USE,
  NAME,
  NUMBER,
  nameOf,
  PhpText,
  toKey,
  Unreadable,
  usedNames,
  VARIABLE,
} from './php-text.ts';

/** Value that only running PHP would give, which was left out. */
export interface NotRead {
  /** UTF-16 offset in the text. */
  readonly offset: number;
  /** Kind of the value: `a call of getenv()`. */
  readonly what: string;
  /** Key of the outermost array that contains the value; undefined if none does. */
  readonly within: string | undefined;
}

export interface PhpPlace {
  readonly offset: number;
  readonly value: unknown;
}

/** Positions of the values in arrays. */
export type Places = WeakMap<object, ReadonlyMap<string, ChildPlace<PhpPlace>>>;

/** Reader of the literals of a PHP file that returns a value; executes nothing. */
export class PhpReader extends PhpText {
  readonly #path: string;
  readonly notRead: NotRead[] = [];
  readonly #places: Places | null;
  readonly #marks: boolean;
  /** True while the path of an included file is read. */
  #isInclude = false;
  /** Key of the outermost array whose value is being read. */
  #within: string | undefined;
  /** Number of entries of all arrays that were joined, which bounds the work. */
  #joined = 0;
  #namespace = '';
  /** Variables with known values. A value is used once only: repeated uses could make a result of any size. */
  readonly #variables = new Map<string, unknown>();
  readonly #aliases = new Map<string, string>();

  /** @param places gets the positions of values; null if they are not needed */
  constructor(text: string, path: string, places: Places | null, marks = false) {
    super(text);
    this.#path = path;
    this.#places = places;
    this.#marks = marks;
  }

  /** Reads the file up to its `return`. @returns the returned value */
  root(): PhpPlace {
    const [start] =
      /^(?:#![^\n]*\n)?\s*<\?php(?=\s)/.exec(this.text) ?? this.fail('the file does not begin with <?php');
    this.at = start.length;
    let root: PhpPlace = { offset: 0, value: null };
    let mayReturnMore = false;
    while (this.space() < this.text.length && !this.text.startsWith('?>', this.at)) {
      const offset = this.at;
      const word = this.match(NAME)?.toLowerCase();
      if (word === 'return') {
        const start = this.space();
        const value = this.#readable(() => this.#value());
        root = { offset: start, value: value === undefined && this.#marks ? unread() : (value ?? null) };
        this.skip(';');
        break;
      }
      const variable = word === undefined ? this.match(ASSIGNMENT) : undefined;
      if (variable !== undefined) {
        const value = this.#readable(() => this.#value());
        this.#variables.delete(nameOf(variable));
        if (value !== undefined) this.#variables.set(nameOf(variable), value);
      } else if (word === 'namespace' || word === 'use') this.#declaration(word);
      else if (word !== 'declare' && this.text[this.at] !== ';') {
        this.#note(offset, 'a statement other than "return"');
        this.#variables.clear();
        mayReturnMore ||= this.text[offset] !== '$';
      }
      this.skip(';', true);
    }
    return this.#marks && mayReturnMore ? { ...root, value: { [MERGE]: '+', parts: [root.value, unread()] } } : root;
  }

  /** Reads `namespace A\B` or `use A\B as C, D\{E, F as G}`. */
  #declaration(word: 'namespace' | 'use'): void {
    const written = declarationIn(this.text.slice(this.at, this.at + MOST_OF_USE));
    if (word === 'namespace') this.#namespace = written.replace(/\s*\{.*$/s, '');
    else for (const [alias, name] of usedNames(written)) this.#aliases.set(alias, name);
  }

  /** Reads a value, or notes that it is not read, skips to its end and returns undefined. */
  #readable<T>(read: () => T): T | undefined {
    const depth = this.open.length;
    try {
      return read();
    } catch (problem) {
      if (!(problem instanceof Unreadable)) throw problem;
      this.#note(problem.offset, problem.what);
      this.skip(',', false, depth);
      return undefined;
    }
  }

  #note(offset: number, what: string): void {
    this.notRead.push({ offset, what, within: this.#within });
  }

  /** Reads operands and the operators between them; `.` binds less than `+`. */
  #value(): unknown {
    const value = this.#joinedTexts();
    // Only these tokens may follow a value; any other operator is left to PHP.
    if (!/^(?:[,;)\]}]|=>|\?>|$)/.test(this.text.slice(this.at, this.at + 2)))
      throw new Unreadable(this.at, 'an operator');
    return value;
  }

  #joinedTexts(): unknown {
    let value = this.#sum();
    while (this.text[this.space()] === '.') {
      const offset = this.at++;
      const [left, right] = [value, this.#sum()].map((part) => toText(part));
      if (left === undefined || right === undefined) throw new Unreadable(offset, 'a text made of something else');
      value = left + right;
    }
    return value;
  }

  #sum(): unknown {
    const offset = this.space();
    const parts = [this.#operand()];
    while (this.text[this.space()] === '+') {
      this.at++;
      parts.push(this.#operand());
    }
    const [first, ...others] = parts;
    if (others.length === 0) return first;
    const numbers = parts.filter((part) => typeof part === 'number');
    if (numbers.length < parts.length) return this.#merged('+', parts, offset);
    return numbers.reduce((sum, number) => sum + number, 0);
  }

  #operand(): unknown {
    const offset = this.space();
    const first = this.text[offset] ?? '';
    if (first === '[') return this.#array('[');
    if (first === "'" || first === '"') {
      this.at = endOfQuoted(this.text, offset) ?? this.fail('a text does not end');
      return readQuoted(this.text.slice(offset, this.at)) ?? this.#refuse(offset, 'a text with a variable');
    }
    if (startsHeredoc(this.text, offset)) {
      this.at = endOfHeredoc(this.text, offset) ?? this.fail('a text does not end');
      return readHeredoc(this.text.slice(offset, this.at)) ?? this.#refuse(offset, 'a text with a variable');
    }
    if (first === '(') {
      this.enter('(');
      const value = this.#value();
      this.leave();
      return value;
    }
    if (first === '-' || first === '+') {
      let sign = 1;
      for (; /^[-+]/.test(this.text[this.space()] ?? ''); this.at++) if (this.text[this.at] === '-') sign = -sign;
      const value = this.#operand();
      if (typeof value !== 'number') throw new Unreadable(offset, 'an operator');
      return sign * value;
    }
    if (/[\d.]/.test(first)) return this.#number(offset);
    if (first === '$') return this.#variable(offset);
    const name = this.match(NAME);
    return name === undefined ? this.#refuse(offset, 'an operator') : this.#named(name, offset);
  }

  #variable(offset: number): unknown {
    const name = nameOf(this.match(VARIABLE) ?? '');
    if (!this.#variables.has(name) || /^[[({?-]/.test(this.text.slice(this.space())))
      throw new Unreadable(offset, 'a variable');
    const value = this.#variables.get(name);
    this.#variables.delete(name);
    return value;
  }

  #number(offset: number): number {
    const written = this.match(NUMBER)?.replaceAll('_', '');
    if (written === undefined) throw new Unreadable(offset, 'an operator');
    const value = Number(/^0\d+$/.test(written) ? `0o${written.slice(1)}` : written);
    return Number.isFinite(value) ? value : this.#refuse(offset, 'a number that is too large');
  }

  /** Reads what begins with a name: a constant, the name of a class, an included file, a call. */
  #named(written: string, offset: number): unknown {
    const name = written.replace(/^\\/, '').toLowerCase();
    if (name === '__dir__') return posix.dirname(this.#path);
    if (name === '__file__') return this.#path;
    if (name === '__namespace__') return this.#namespace;
    if (INCLUDES.has(name)) return this.#included(offset);
    if (/^(?:fn|function|static)$/.test(name)) throw new Unreadable(offset, 'a function');
    const next = this.text[this.space()];
    if (name === 'array' && next === '(') return this.#array('(');
    if (next === '(') return isMerge(name) ? this.#call(name, offset) : this.#refuse(offset, `a call of ${written}()`);
    if (/^::\s*class\b/i.test(this.text.slice(this.at, this.at + 40)) && !/^(?:self|static|parent)$/.test(name)) {
      this.at += /^::\s*class/i.exec(this.text.slice(this.at, this.at + 40))?.[0].length ?? 0;
      return this.#className(written);
    }
    if (Object.hasOwn(CONSTANTS, name) && next !== ':') return CONSTANTS[name];
    if (name === 'new') throw new Unreadable(offset, 'an object ("new")');
    return this.#refuse(offset, next === ':' ? `a constant of ${written}` : `the constant ${written}`);
  }

  #className(written: string): string {
    if (written.startsWith('\\')) return written.slice(1);
    const [first = '', ...rest] = written.split('\\');
    if (first.toLowerCase() === 'namespace' && rest.length > 0) return [this.#namespace, ...rest].join('\\');
    const alias = this.#aliases.get(first.toLowerCase());
    const prefix = alias ?? (this.#namespace === '' ? first : `${this.#namespace}\\${first}`);
    return [prefix, ...rest].join('\\');
  }

  #pathOfInclude(): unknown {
    try {
      return this.#joinedTexts();
    } finally {
      this.#isInclude = false;
    }
  }

  #included(offset: number): unknown {
    // `include (include 'a.php')`: only PHP knows the path that the inner file returns.
    if (this.#isInclude) throw new Unreadable(offset, 'an included file whose path is no text');
    this.#isInclude = true;
    const path = this.#pathOfInclude();
    if (typeof path !== 'string') throw new Unreadable(offset, 'an included file whose path is no text');
    const folder = posix.dirname(this.#path);
    const isOfFolder = path.startsWith(`${folder}/`);
    return this.#placed({ [INCLUDE]: isOfFolder ? posix.normalize(path.slice(folder.length + 1)) : path }, new Map());
  }

  #call(name: MergeFunction, offset: number): unknown {
    const parts: unknown[] = [];
    this.enter('(');
    while (this.text[this.space()] !== ')') {
      const part = this.#readable(() => this.#value()) ?? (this.#marks ? unread() : undefined);
      if (part !== undefined) parts.push(part);
      if (this.text[this.space()] === ',') this.at++;
    }
    this.leave();
    return this.#merged(name, parts, offset);
  }

  #merged(how: MergeFunction, parts: readonly unknown[], offset: number): unknown {
    if (!parts.every(isArray))
      throw new Unreadable(offset, 'an operator or a call that joins something else than arrays');
    if (parts.some((part) => INCLUDE in part || MERGE in part)) {
      const list = this.#placed(
        parts,
        new Map(parts.map((value, index) => [String(index), { keyOffset: offset, value: { offset, value } }])),
      );
      const place = { keyOffset: offset, value: { offset, value: list } };
      return this.#placed({ [MERGE]: how, parts: list }, new Map([['parts', place]]));
    }
    this.#joined += parts.reduce((sum, part) => sum + Object.keys(part).length, 0);
    if (this.#joined > this.text.length) throw new Unreadable(offset, 'arrays that are joined over and over');
    const places = this.#places;
    if (places === null) return mergedArrays(how, parts);
    return mergedArrays(how, parts, (merged, sources) => {
      const placed = [...sources].flatMap(([key, [part, own]]) => {
        const place = places.get(part)?.get(own);
        return place === undefined ? [] : [[key, place] as const];
      });
      places.set(merged, new Map(placed));
    });
  }

  #placed<T extends object>(value: T, children: ReadonlyMap<string, ChildPlace<PhpPlace>>): T {
    this.#places?.set(value, children);
    return value;
  }

  #array(bracket: '[' | '('): unknown {
    this.enter(bracket);
    const children = new Map<string, ChildPlace<PhpPlace>>();
    let next = 0;
    while (this.text[this.space()] !== this.open.at(-1)) {
      const keyOffset = this.at;
      const isTop = this.open.length === 1;
      const keys: string[] = [];
      const entry = this.#readable(() => {
        const first = this.#value();
        if (!this.text.startsWith('=>', this.at))
          return { key: String(next++), place: { offset: keyOffset, value: first } };
        const key = toKey(first) ?? this.#refuse(keyOffset, 'a key that is neither text nor a number');
        if (key.startsWith(MARK)) this.#refuse(keyOffset, 'a key that begins with a null character');
        keys.push(key);
        if (isTop) this.#within = key;
        this.at += 2;
        const offset = this.space();
        return { key, place: { offset, value: this.#value() } };
      });
      if (isTop) this.#within = undefined;
      if (entry !== undefined) {
        children.set(entry.key, { keyOffset, value: entry.place });
        if (/^\d{1,15}$/.test(entry.key)) next = Math.max(next, Number(entry.key) + 1);
      } else if (this.#marks) {
        const [key = UNREAD] = keys;
        children.set(key, { keyOffset, value: { offset: keyOffset, value: unread() } });
      }
      if (this.text[this.space()] === ',') this.at++;
      else if (this.text[this.at] !== this.open.at(-1)) this.fail(`"${this.open.at(-1)}" or a comma is missing`);
    }
    this.leave();
    const entries = [...children].map(([key, { value }]) => [key, value.value] as const);
    const isList = entries.every(([key], index) => key === String(index));
    return this.#placed(isList ? entries.map(([, value]) => value) : fromEntries(entries), children);
  }

  #refuse(offset: number, what: string): never {
    throw new Unreadable(offset, what);
  }
}
