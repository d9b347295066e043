import { setOwn } from '../../model/own-property.ts';
import { isRecord, type JsonRecord, recordOf } from '../../schema/json-values.ts';
import { Budget } from '../budget.ts';
import type { Parse, ParsedFile, ReadContext } from '../contract.ts';
import { placedAs, reportAt, SourceNode, written } from '../openapi/source-node.ts';
import { MAX_CONVERTED_BYTES, parseFile, withLimit } from '../parse.ts';
import { escapePointerSegment } from '../positions.ts';

/** Declarations of a file and of the libraries that it uses. */
export interface Scope {
  readonly declarations: JsonRecord;
  readonly libraries: ReadonlyMap<string, Scope>;
}

/** Parses RAML. */
export const parseRaml = withLimit('RAML', (source, report) => parseFile(source, report, true));

/** Takes an included file that is not RAML as text. */
const parseText = withLimit('RAML', ({ path, text }) => ({
  path,
  text,
  value: text,
  locate: () => ({ file: path, line: 1, column: 1 }),
}));

/** Maximum depth of includes. */
const MOST_INCLUDES = 30;
/** Maximum number of characters that libraries, includes, traits and resource types add to a file. */
const MOST_CHARACTERS = MAX_CONVERTED_BYTES;
/** Factor by which an included text that is not RAML, such as a schema, costs more: it is parsed at each use. */
const TEXT_COST = 4;
/** Number of characters that an object or a list counts as. */
export const VALUE = 100;

/** Reader of a RAML document and the files that it includes or uses. */
export class RamlFiles {
  readonly #main: ParsedFile;
  readonly #context: ReadContext;
  readonly #scopes = new Map<ParsedFile, Scope>();
  readonly #scopeOf = new WeakMap<object, Scope>();
  readonly #open: ParsedFile[] = [];
  /** Budget for the characters that includes, traits and resource types produce. */
  readonly budget = new Budget<object>(MOST_CHARACTERS, (at) =>
    this.warn(
      at,
      'Includes, traits and resource types give too much; the rest was left out.',
      'Declare a type once and refer to it, or split the API into several descriptors.',
    ),
  );

  constructor(main: ParsedFile, context: ReadContext) {
    this.#main = main;
    this.#context = context;
  }

  /** Returns the scope of the file that an object was read from. */
  scopeOf(value: object): Scope | undefined {
    return this.#scopeOf.get(value);
  }

  /** Gives an overlay and its master one scope. */
  join(root: JsonRecord, files: readonly ParsedFile[]): Scope {
    const scopes = files.flatMap((file) => this.#scopes.get(file) ?? []);
    const joined = { declarations: root, libraries: new Map(scopes.flatMap(({ libraries }) => [...libraries])) };
    for (const scope of scopes) Object.assign(scope, joined);
    return scopes[0] ?? joined;
  }

  /** Gives an object that was made of another the scope and the place of that one. */
  derive<T extends object>(value: T, from: object, ...others: readonly object[]): T {
    const scope = this.#scopeOf.get(from);
    if (scope !== undefined) this.#scopeOf.set(value, scope);
    return placedAs(value, from, ...others);
  }

  /** Reports a problem of an object, or of one of its members. */
  warn(at: object, message: string, remedy: string, key?: string): void {
    const node = new SourceNode(this.#main, at);
    const problem = { severity: 'warning', rule: 'raml-reading', message, remedy } as const;
    reportAt(this.#context, key === undefined ? node : node.child(key), problem, key === undefined ? 'value' : 'key');
  }

  /** The content of a file, with its includes in place. */
  document(file: ParsedFile): JsonRecord {
    const declarations: Record<string, unknown> = {};
    const libraries = new Map<string, Scope>();
    const scope: Scope = { declarations, libraries };
    this.#scopes.set(file, scope);
    for (const [alias, reference] of Object.entries(recordOf(recordOf(file.value)['uses']))) {
      const pointer = `/uses/${escapePointerSegment(alias)}`;
      const library = this.budget.isSpent ? undefined : this.read(String(reference), file, pointer);
      if (library === undefined) continue;
      const isNew = !this.#scopes.has(library);
      if (isNew && !this.budget.take(library.text.length, written({}, pointer, undefined, file))) continue;
      if (isNew) this.document(library);
      const used = this.#scopes.get(library);
      if (used !== undefined) libraries.set(alias, used);
    }
    this.#open.push(file);
    const value = recordOf(this.#expand(file.value, file, '', scope));
    this.#open.pop();
    for (const [key, member] of Object.entries(value)) setOwn(declarations, key, member);
    return value;
  }

  #expand(value: unknown, file: ParsedFile, pointer: string, scope: Scope): unknown {
    if (Array.isArray(value))
      return value.map((item: unknown, index) => this.#expand(item, file, `${pointer}/${index}`, scope));
    if (!isRecord(value)) return value;
    if (typeof value['!include'] === 'string') return this.#include(value['!include'], file, pointer, scope);
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const expanded = this.#expand(member, file, `${pointer}/${escapePointerSegment(key)}`, scope);
      const isExample = pointer.endsWith('/examples') || (key === 'example' && !pointer.endsWith('/properties'));
      // A file that is missing gives no example, not even null.
      if (expanded !== undefined || !isExample) setOwn(copy, key, expanded ?? null);
    }
    this.#scopeOf.set(copy, scope);
    return written(copy, pointer, undefined, file);
  }

  #include(reference: string, from: ParsedFile, pointer: string, scope: Scope): unknown {
    const isRaml = /\.(?:raml|ya?ml)$/i.test(reference);
    if (this.budget.isSpent) return null;
    const file = this.read(reference, from, pointer, isRaml ? parseRaml : parseText);
    if (file === undefined) return undefined;
    const characters = file.text.length * (isRaml ? 1 : TEXT_COST);
    if (!this.budget.take(characters, written({}, pointer, undefined, from))) return null;
    if (!isRaml) return file.value;
    if (this.#open.includes(file) || this.#open.length > MOST_INCLUDES) {
      const message = `The file “${reference}” is included in itself, or too often.`;
      const remedy = 'Include it once, and refer to what it declares.';
      const problem = { severity: 'error', rule: 'raml-reading', message, remedy } as const;
      this.#context.report({ ...from.locate(pointer), ...problem }, pointer);
      return null;
    }
    if (isRecord(file.value) && isRecord(file.value['uses'])) return this.document(file);
    this.#open.push(file);
    const value = this.#expand(file.value, file, '', scope);
    this.#open.pop();
    return value;
  }

  /** Reads a file that another names; undefined if it cannot be read, which is reported. */
  read(reference: string, from: ParsedFile, pointer: string, parse: Parse = parseRaml): ParsedFile | undefined {
    return this.#context.readFile(reference.trim(), from, pointer, parse);
  }
}
