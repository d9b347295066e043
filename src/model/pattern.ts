/**
 * Regular expressions of schemas, read by our own small parser: descriptors are hostile, and a native expression
 * has no limit on backtracking. Undefined always means "cannot tell": syntax beyond the parser, or too much work.
 */
type Node =
  | { readonly kind: 'set'; readonly test: RegExp }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'look'; readonly part: Node; readonly negative: boolean };

const MAX_STEPS = 20_000;
const MAX_TEXT_LENGTH = 2_000;
const MAX_PATTERN_LENGTH = 1_000;
/** Characters that a set is asked for, the friendliest first. */
const CANDIDATES = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. /:@#+=,;&%$!?()[]{}<>|~^*\'"`\\',
  'é',
  'ж',
  '中',
  '\n',
  '\t',
  '\u0000',
];
/** How often what may repeat is repeated, in order of trial. */
const REPETITIONS = [1, 0, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256];

/** Whether the text holds a match of the pattern. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const node = parsed(pattern);
  const characters = [...text];
  if (node === undefined || characters.length > MAX_TEXT_LENGTH) return undefined;
  return matches(node, characters);
}

/** Texts that match the pattern, for a caller to choose from by length. */
export function* matchingTexts(pattern: string): Generator<string> {
  const node = parsed(pattern);
  if (node === undefined) return;
  for (const repetitions of REPETITIONS) {
    const text = write(node, repetitions);
    if (text !== undefined && text.length <= MAX_TEXT_LENGTH && matches(node, [...text]) === true) yield text;
  }
}

const cache = new Map<string, Node | undefined>();

function parsed(pattern: string): Node | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return undefined;
  if (!cache.has(pattern)) {
    if (cache.size > 2_000) cache.clear();
    cache.set(pattern, new Parser(pattern).parse());
  }
  return cache.get(pattern);
}

class Parser {
  readonly #text: string;
  #at = 0;
  #failed = false;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Node | undefined {
    const node = this.#choice();
    return this.#failed || this.#at < this.#text.length ? undefined : node;
  }

  #choice(): Node {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (!this.#failed && this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at] ?? '')) parts.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #atom(): Node {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('(')) return this.#group();
    const set =
      /^(?:\[\^?(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[a-zA-Z]|\\[^ukbBxc1-9pP]|[^\\*+?{}[\]])/su.exec(
        this.#text.slice(this.#at),
      )?.[0];
    const test = set === undefined ? undefined : compileSet(set);
    if (set === undefined || test === undefined) return this.#fail();
    this.#at += set.length;
    return { kind: 'set', test };
  }

  #group(): Node {
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

  #repeated(part: Node): Node {
    const counts = /^(?:([*+?])|\{(\d{1,6})(?:(,)(\d{1,6})?)?\})\??/.exec(this.#text.slice(this.#at));
    if (counts === null) return part;
    this.#at += counts[0].length;
    const [, sign, least, comma, most] = counts;
    if (sign !== undefined) return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
    return {
      kind: 'repeat',
      part,
      least: Number(least),
      most: comma === undefined ? Number(least) : most === undefined ? Number.POSITIVE_INFINITY : Number(most),
    };
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #fail(): Node {
    this.#failed = true;
    return { kind: 'start' };
  }
}

/** One character's worth of expression: native, for it cannot backtrack. */
function compileSet(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(`^(?:${source === '/' ? '\\/' : source})$`, flags);
    } catch {
      // `\-` and the like are errors only in unicode mode.
    }
  }
  return undefined;
}

function write(node: Node, repetitions: number): string | undefined {
  switch (node.kind) {
    case 'set':
      return CANDIDATES.find((character) => node.test.test(character));
    case 'sequence':
      return concatenate(node.parts.map((part) => write(part, repetitions)));
    case 'choice':
      return node.options.map((option) => write(option, repetitions)).find((text) => text !== undefined);
    case 'repeat': {
      const count = Math.min(node.least + repetitions, Math.max(node.most, node.least));
      const once = count === 0 ? '' : write(node.part, repetitions);
      return once === undefined || once.length * count > MAX_TEXT_LENGTH ? undefined : once.repeat(count);
    }
    case 'start':
    case 'end':
    case 'look':
      return '';
    default:
      return node satisfies never;
  }
}

function concatenate(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}

/** Backtracking with a limit on its steps. */
function matches(root: Node, text: readonly string[]): boolean | undefined {
  let steps = 0;
  const run = (node: Node, at: number, then: (at: number) => boolean): boolean => {
    steps += 1;
    if (steps > MAX_STEPS) return false;
    switch (node.kind) {
      case 'set':
        return at < text.length && node.test.test(text[at] ?? '') && then(at + 1);
      case 'sequence':
        return runAll(node.parts, 0, at, then);
      case 'choice':
        return node.options.some((option) => run(option, at, then));
      case 'repeat':
        return node.part.kind === 'set' ? repeatSet(node.part.test, node, at, then) : repeat(node, 0, at, then);
      case 'start':
        return at === 0 && then(at);
      case 'end':
        return at === text.length && then(at);
      case 'look':
        return run(node.part, at, () => true) !== node.negative && then(at);
      default:
        return node satisfies never;
    }
  };
  const runAll = (parts: readonly Node[], index: number, at: number, then: (at: number) => boolean): boolean => {
    const part = parts[index];
    return part === undefined ? then(at) : run(part, at, (next) => runAll(parts, index + 1, next, then));
  };
  const repeatSet = (test: RegExp, { least, most }: { least: number; most: number }, at: number, then: (at: number) => boolean): boolean => {
    let count = 0;
    while (count < most && at + count < text.length && test.test(text[at + count] ?? '')) count += 1;
    steps += count;
    for (; count >= least && steps <= MAX_STEPS; count -= 1) if (then(at + count)) return true;
    return false;
  };
  const repeat = (node: Node & { kind: 'repeat' }, count: number, at: number, then: (at: number) => boolean): boolean =>
    (count < node.most && count < 500 && run(node.part, at, (next) => (next > at || count < node.least) && repeat(node, count + 1, next, then))) ||
    (count >= node.least && then(at));
  let found = false;
  for (let start = 0; start <= text.length && !found && steps <= MAX_STEPS; start += 1) found = run(root, start, () => true);
  return steps > MAX_STEPS ? undefined : found;
}
