import { setOwn } from '../../model/own-property.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { Parse, ParsedFile, ReadContext } from '../contract.ts';
import { written } from '../openapi/source-node.ts';
import { parseFile } from '../parse.ts';
import { escapePointerSegment } from '../positions.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Declarations of a file and of the libraries that it uses. */
export interface Scope {
  readonly declarations: Json;
  readonly libraries: ReadonlyMap<string, Scope>;
}

/** Parses RAML. */
export const parseRaml: Parse = (source, report) => parseFile(source, report, true);

/** Takes an included file that is not RAML as text. */
const parseText: Parse = ({ path, text }) => ({
  path,
  text,
  value: text,
  locate: () => ({ file: path, line: 1, column: 1 }),
});

/** Maximum number of files that include each other. */
const MOST_INCLUDES = 30;
/** Maximum number of values that includes give a document. */
const MOST_VALUES = 500_000;

/** Reader of a RAML document and the files that it includes or uses. */
export class RamlFiles {
  readonly #main: ParsedFile;
  readonly #context: ReadContext;
  readonly #scopes = new Map<ParsedFile, Scope>();
  readonly #scopeOf = new WeakMap<object, Scope>();
  readonly #open: ParsedFile[] = [];
  #values = 0;

  constructor(main: ParsedFile, context: ReadContext) {
    this.#main = main;
    this.#context = context;
  }

  /** Scope of the file that an object was read from. */
  scopeOf(value: object): Scope | undefined {
    return this.#scopeOf.get(value);
  }

  /** Gives the files of an overlay and of its master what they say together. */
  join(root: Json, files: readonly ParsedFile[]): Scope {
    const scopes = files.flatMap((file) => this.#scopes.get(file) ?? []);
    const joined = { declarations: root, libraries: new Map(scopes.flatMap(({ libraries }) => [...libraries])) };
    for (const scope of scopes) Object.assign(scope, joined);
    return scopes[0] ?? joined;
  }

  /** Marks an object that was made of another as one of the same file and place. */
  derive<T extends object>(value: T, from: object): T {
    const scope = this.#scopeOf.get(from);
    if (scope !== undefined) this.#scopeOf.set(value, scope);
    return value;
  }

  /** The content of a file, with its includes in place. @param at pointer in the main file that leads to it */
  document(file: ParsedFile, at = ''): Json {
    const declarations: Record<string, unknown> = {};
    const libraries = new Map<string, Scope>();
    const scope: Scope = { declarations, libraries };
    this.#scopes.set(file, scope);
    const uses = isRecord(file.value) && isRecord(file.value['uses']) ? file.value['uses'] : {};
    for (const [alias, reference] of Object.entries(uses)) {
      const pointer = `/uses/${escapePointerSegment(alias)}`;
      const library = this.#read(String(reference), file, pointer, parseRaml);
      if (library === undefined) continue;
      const known = this.#scopes.get(library);
      if (known === undefined) this.document(library, this.#placeOf(file, pointer, at));
      const used = this.#scopes.get(library);
      if (used !== undefined) libraries.set(alias, used);
    }
    this.#open.push(file);
    const value = this.#expand(file.value, file, '', at, scope);
    this.#open.pop();
    if (isRecord(value)) for (const [key, member] of Object.entries(value)) setOwn(declarations, key, member);
    return isRecord(value) ? value : {};
  }

  #expand(value: unknown, file: ParsedFile, pointer: string, at: string, scope: Scope): unknown {
    if (typeof value !== 'object' || value === null) return value;
    this.#values++;
    const place = this.#placeOf(file, pointer, at);
    if (Array.isArray(value))
      return value.map((item: unknown, index) => this.#expand(item, file, `${pointer}/${index}`, at, scope));
    if (!isRecord(value)) return value;
    if (typeof value['!include'] === 'string') return this.#include(value['!include'], file, pointer, place, scope);
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value))
      setOwn(copy, key, this.#expand(member, file, `${pointer}/${escapePointerSegment(key)}`, at, scope));
    this.#scopeOf.set(copy, scope);
    return written(copy, place);
  }

  #include(reference: string, from: ParsedFile, pointer: string, at: string, scope: Scope): unknown {
    const isRaml = /\.(?:raml|ya?ml)$/i.test(reference);
    const file = this.#read(reference, from, pointer, isRaml ? parseRaml : parseText);
    if (file === undefined) return null;
    if (!isRaml) return file.value;
    if (this.#open.includes(file) || this.#open.length > MOST_INCLUDES || this.#values > MOST_VALUES) {
      const message = `The file “${reference}” is included in itself, or too often.`;
      const remedy = 'Include it once, and refer to what it declares.';
      this.#context.report(
        { ...from.locate(pointer), severity: 'error', rule: 'raml-reading', message, remedy },
        pointer,
      );
      return null;
    }
    if (isRecord(file.value) && isRecord(file.value['uses'])) return this.document(file, at);
    this.#open.push(file);
    const value = this.#expand(file.value, file, '', at, scope);
    this.#open.pop();
    return value;
  }

  #read(reference: string, from: ParsedFile, pointer: string, parse: Parse): ParsedFile | undefined {
    return this.#context.readFile(reference.trim(), from, pointer, parse);
  }

  /** Pointer of a value; in another file, below what leads to it in the main file, so that each has its own. */
  #placeOf(file: ParsedFile, pointer: string, at: string): string {
    return file === this.#main ? pointer : at + pointer;
  }
}
