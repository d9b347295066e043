import { exec, type JsonValue } from 'jsonpath-rfc9535';
import type { Diagnostic } from '../model/diagnostic.ts';
import { ExactNumber } from '../schema/exact-number.ts';
import { isRecord, mapValues, recordOf } from '../schema/json-values.ts';
import { unboundedWork, Work } from '../schema/work.ts';
import type { ParsedFile } from './contract.ts';
import { Mismatch, type Origin, OverlaidFile, type Path, TooMuchWork } from './overlaid-file.ts';
import { MAX_DEPTH } from './text-problem.ts';

/** Minimum budget of overlays: number of values that their targets visit and their actions set or copy. */
const LEAST_WORK = 1_000_000;
/** Budget per value of a large descriptor: `$..*` visits each value a few times. */
const WORK_PER_VALUE = 20;
/** Maximum size of a result, in values, compared with the descriptor. */
const MOST_GROWTH = 2;
const TOO_MUCH = ['The action would take too much work.', 'Name its target without “..”.'] as const;
const TOO_LARGE = ['The result of the actions is too large or too deep.', 'Update fewer or smaller parts.'] as const;
/** Maximum length of a target. */
const LONGEST_TARGET = 2000;
const REMEDY = "Correct it; “$.paths['/books'].get” is the GET of /books.";
/** Functions whose expressions may backtrack without end. */
const SLOW_FUNCTION = /\b(?:match|search)\s*\(/;

export function isOverlay({ value }: ParsedFile): boolean {
  return isRecord(value) && typeof value['overlay'] === 'string';
}

/**
 * Applies overlays (OpenAPI Overlay 1.0 and 1.1) to a descriptor, one after the other.
 * @param report gets errors, which stop publication, and warnings about actions without effect
 */
export function overlaid(
  file: ParsedFile,
  overlays: readonly ParsedFile[],
  report: (diagnostic: Diagnostic, pointer?: string) => void,
): ParsedFile {
  const application = new Application(file, report);
  for (const overlay of overlays) application.apply(overlay);
  return application.toFile();
}

/** Counts values; an object in several places counts in each. @throws {TooMuchWork} for a result that is too deep */
function measured(value: unknown, work: Work, depth = 0): number {
  if (!work.spend(1) || depth > MAX_DEPTH) throw new TooMuchWork();
  const isContainer = Array.isArray(value) || isRecord(value);
  for (const member of isContainer ? Object.values(value) : []) measured(member, work, depth + 1);
  return work.used;
}

class Application {
  readonly #result: OverlaidFile;
  readonly #report: (diagnostic: Diagnostic, pointer?: string) => void;
  /** Number of values of the descriptor. */
  readonly #size: number;
  readonly #work: Work;
  /** Counting proxies by value. */
  readonly #proxies = new WeakMap<object, unknown>();
  /** Overlay that is being applied. */
  #overlay: ParsedFile;

  constructor(file: ParsedFile, report: (diagnostic: Diagnostic, pointer?: string) => void) {
    this.#size = measured(file.value, unboundedWork());
    this.#work = new Work(LEAST_WORK + WORK_PER_VALUE * this.#size);
    this.#result = new OverlaidFile(file, this.#work);
    this.#report = report;
    this.#overlay = file;
  }

  toFile(): ParsedFile {
    return this.#result.toFile();
  }

  apply(overlay: ParsedFile): undefined {
    this.#overlay = overlay;
    const { overlay: version, actions } = recordOf(overlay.value);
    if (!/^1\.[01](?:\.\d+)?$/.test(String(version)))
      return this.#fail('/overlay', `Version “${String(version)}” of overlays cannot be read.`, 'Use 1.0.0 or 1.1.0.');
    if (!Array.isArray(actions))
      return this.#fail('/actions', 'The overlay has no list of actions.', 'Write “actions” with a list.');
    let pointer = '/actions';
    let problem: readonly [message: string, remedy: string] = TOO_MUCH;
    try {
      for (const [at, action] of actions.entries()) {
        pointer = `/actions/${at}`;
        if (isRecord(action)) this.#act(action, pointer);
        else this.#fail(pointer, 'The action is not an object.', 'Write “target”, and “update” or “remove”.');
      }
      pointer = '/actions';
      problem = TOO_LARGE;
      measured(this.#result.value, new Work(LEAST_WORK + MOST_GROWTH * this.#size));
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      this.#fail(pointer, ...problem);
    }
    return undefined;
  }

  #act(action: Readonly<Record<string, unknown>>, pointer: string): undefined {
    const { target, update, remove, copy } = action;
    const isRemoved = remove === true;
    if (!isRemoved && (update === undefined) === (copy === undefined))
      return this.#fail(
        pointer,
        'The action does not say one thing to do.',
        'Write “update”, “copy” or “remove: true”.',
      );
    const paths = this.#find(target, `${pointer}/target`);
    if (paths === undefined) return undefined;
    if (paths.length === 0) {
      const message = `The target ${quoted(target)} matches nothing, so the action has no effect.`;
      const remedy = 'Compare it with the keys of the descriptor, or remove the action.';
      this.#add('warning', 'overlay-unmatched', `${pointer}/target`, message, remedy);
    }
    if (isRemoved) {
      if (paths.some((path) => path.length === 0))
        return this.#fail(`${pointer}/target`, 'The whole descriptor cannot be removed.', 'Name a part of it.');
      // Later items of a list go first, since the places of earlier ones do not change then.
      const distinct = new Map(paths.map((path) => [JSON.stringify(path), path] as const));
      for (const path of [...distinct.values()].sort(fromTheEnd)) this.#result.remove(path);
      return undefined;
    }
    if (copy !== undefined) this.#copy(copy, paths, pointer);
    if (update !== undefined) this.#update(paths, update, { file: this.#overlay, pointer: `${pointer}/update` });
  }

  #copy(source: unknown, paths: readonly Path[], pointer: string): undefined {
    const found = this.#find(source, `${pointer}/copy`);
    if (found === undefined) return undefined;
    const [path] = found;
    if (path === undefined || found.length > 1)
      return this.#fail(
        `${pointer}/copy`,
        `${quoted(source)} names ${found.length} values, but must name one.`,
        'Name one value, without “*” and “..”.',
      );
    const value = path.reduce<unknown>((at, key) => Object(at)[key], this.#result.value);
    for (const target of paths)
      this.#update([target], this.#cloned(value), { file: this.#overlay, pointer: `${pointer}/copy` });
  }

  #update(paths: readonly Path[], value: unknown, origin: Origin): void {
    try {
      for (const path of paths) this.#result.update(path, value, origin);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      const message = 'The value cannot be merged with the one in its place.';
      const remedy = 'Add an action before this one that removes the value in its place.';
      this.#fail(error.origin.pointer, message, remedy);
    }
  }

  /** Copies a value within the budget: one object in several places of the result becomes several. */
  #cloned(value: unknown, depth = 0): unknown {
    this.#visit(1);
    if (depth > MAX_DEPTH) throw new TooMuchWork();
    if (Array.isArray(value)) return value.map((item) => this.#cloned(item, depth + 1));
    if (!isRecord(value)) return value;
    return mapValues(value, (member) => this.#cloned(member, depth + 1));
  }

  /** Returns the paths of the values that an expression selects; undefined if it is wrong, which is reported. */
  #find(expression: unknown, pointer: string): readonly Path[] | undefined {
    const wrong = (reason: string): undefined =>
      this.#fail(pointer, `${quoted(expression)} is not a JSONPath that can be read: ${reason}.`, REMEDY);
    if (typeof expression !== 'string') return wrong('it is not text');
    if (expression.length > LONGEST_TARGET) return wrong('it is too long');
    if (SLOW_FUNCTION.test(expression.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '')))
      return wrong('“match” and “search” are not supported');
    const paths: Path[] = [];
    try {
      exec(this.#counted(this.#result.value) as JsonValue, expression, (_, path) => {
        paths.push(path.map((key) => (typeof key === 'string' ? unescaped(key) : key)));
      });
    } catch (error) {
      if (error instanceof TooMuchWork) throw error;
      const [, dotted] = /\.([a-z_]\w*-[\w-]*)/i.exec(expression) ?? [];
      if (dotted !== undefined) return wrong(`write ['${dotted}'] in place of .${dotted}`);
      const { location } = Object(error);
      return wrong(
        isRecord(location) ? `it is wrong at character ${Object(location['start'])['column']}` : 'it is wrong',
      );
    }
    return paths;
  }

  /** Wraps a value in a proxy that counts each read of a part, and returns exact numbers as plain ones. */
  #counted(value: unknown): unknown {
    if (value instanceof ExactNumber) return Number(value);
    if (typeof value !== 'object' || value === null) return value;
    const present = this.#proxies.get(value);
    if (present !== undefined) return present;
    const counted = new Proxy(value, {
      get: (target, key) => {
        this.#visit(1);
        return this.#counted(Reflect.get(target, key));
      },
      ownKeys: (target) => {
        const keys = Reflect.ownKeys(target);
        this.#visit(keys.length);
        return keys;
      },
    });
    this.#proxies.set(value, counted);
    return counted;
  }

  #visit(count: number): void {
    if (!this.#work.spend(count)) throw new TooMuchWork();
  }

  #fail(pointer: string, message: string, remedy: string): undefined {
    this.#add('error', 'overlay-action', pointer, message, remedy);
  }

  #add(severity: Diagnostic['severity'], rule: string, pointer: string, message: string, remedy: string): void {
    const text = message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    this.#report({ ...this.#overlay.locate(pointer), severity, rule, message: text, remedy });
  }
}

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return `“${text.length > 100 ? `${text.slice(0, 100)}…` : text}”`;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Reads a key of a normalised path (RFC 9535 §2.7). */
function unescaped(key: string): string {
  return key.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/g, (_, hex: string | undefined, character: string) =>
    hex === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Orders paths so that later items of a list come before earlier ones, and parts before what contains them. */
function fromTheEnd(first: Path, second: Path): number {
  for (let at = 0; at < Math.min(first.length, second.length); at++) {
    const [one, other] = [first[at], second[at]];
    if (typeof one === 'number' && typeof other === 'number' && one !== other) return other - one;
    if (one !== other) return String(one) < String(other) ? 1 : -1;
  }
  return second.length - first.length;
}
