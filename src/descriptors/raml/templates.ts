import { ownMember, setOwn } from '../../model/own-property.ts';
import { isRecord } from '../../schema/json-values.ts';
import { placeOf, written } from '../openapi/source-node.ts';
import type { Json, RamlFiles, Scope } from './files.ts';

/** Maximum number of characters that traits and resource types give a document. */
const MOST_CHARACTERS = 20_000_000;
/** Number of characters that a value without text counts as. */
const VALUE = 100;
/** Maximum number of resource types that extend each other. */
const MOST_TYPES = 20;
const METHOD = /^(get|patch|put|post|delete|head|options|trace|connect)(\??)$/;

/** Functions that a template applies to the value of a parameter. */
const FUNCTIONS: ReadonlyMap<string, (text: string) => string> = new Map(
  Object.entries({
    singularize: (text: string) =>
      text
        .replace(/ies$/i, 'y')
        .replace(/(ss|sh|ch|x|z)es$/i, '$1')
        .replace(/([^s])s$/i, '$1'),
    pluralize: (text: string) =>
      /s$/i.test(text) ? text : `${text.replace(/([^aeiou])y$/i, '$1ie').replace(/(sh|ch|x|z)$/i, '$1e')}s`,
    uppercase: (text: string) => text.toUpperCase(),
    lowercase: (text: string) => text.toLowerCase(),
    lowercamelcase: (text: string) => camel(text).replace(/^./, (first) => first.toLowerCase()),
    uppercamelcase: (text: string) => camel(text).replace(/^./, (first) => first.toUpperCase()),
    lowerunderscorecase: (text: string) => wordsOf(text).join('_').toLowerCase(),
    upperunderscorecase: (text: string) => wordsOf(text).join('_').toUpperCase(),
    lowerhyphencase: (text: string) => wordsOf(text).join('-').toLowerCase(),
    upperhyphencase: (text: string) => wordsOf(text).join('-').toUpperCase(),
  }),
);

function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '');
}

function camel(text: string): string {
  return wordsOf(text)
    .map((word) => word.replace(/^./, (first) => first.toUpperCase()))
    .join('');
}

/** Reports a problem at a pointer in the main file. */
export type Warn = (pointer: string, message: string, remedy: string) => void;

/** Applies resource types and traits to resources. */
export class Templates {
  readonly #files: RamlFiles;
  readonly #warn: Warn;
  #characters = 0;

  constructor(files: RamlFiles, warn: Warn) {
    this.#files = files;
    this.#warn = warn;
  }

  /** A resource with its type, and its methods with their traits. @param path URI from the root */
  resource(resource: Json, path: string, scope: Scope): Json {
    const names = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
    const own = { resourcePath: path, resourcePathName: names.at(-1) ?? '' };
    const typed = this.#typed(resource, own, scope, 0);
    const whole: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(typed)) {
      const [, method] = METHOD.exec(key) ?? [];
      if (method === undefined) setOwn(whole, key, value);
      else whole[method] = this.#withTraits(value, [value, typed], { ...own, methodName: method }, scope);
    }
    return this.#files.derive(written(whole, placeOf(resource)), resource);
  }

  #typed(resource: Json, parameters: Json, outer: Scope, depth: number): Json {
    const scope = this.#files.scopeOf(resource) ?? outer;
    const { type } = resource;
    if (type === undefined || type === null || depth > MOST_TYPES) return resource;
    const found = this.#template(type, 'resourceTypes', scope, placeOf(resource), parameters);
    if (found === undefined) return resource;
    const base = this.#typed(found, parameters, scope, depth + 1);
    const optional = Object.entries(base).filter(
      ([key]) =>
        METHOD.exec(key)?.[2] === '?' && resource[key.slice(0, -1)] === undefined && resource[key] === undefined,
    );
    const given = Object.entries(base).filter(([key]) => !optional.some(([name]) => name === key));
    const applied = given.map(([key, value]): readonly [string, unknown] => [
      METHOD.test(key) ? key.replace(/\?$/, '') : key,
      value,
    ]);
    const { type: _, ...rest } = resource;
    return this.#merge(
      this.#files.derive(written(rest, placeOf(resource)), resource),
      Object.fromEntries(applied.filter(([key]) => key !== 'type' && key !== 'usage')),
    );
  }

  #withTraits(method: unknown, sources: readonly unknown[], parameters: Json, scope: Scope): Json {
    let result: Json = isRecord(method) ? method : {};
    for (const source of sources) {
      if (!isRecord(source)) continue;
      const from = this.#files.scopeOf(source) ?? scope;
      for (const reference of [source['is']].flat()) {
        if (reference === undefined || reference === null) continue;
        const trait = this.#template(reference, 'traits', from, placeOf(source), parameters);
        if (trait === undefined) continue;
        const { usage: _, ...said } = trait;
        result = this.#merge(result, said);
      }
    }
    return result;
  }

  /** Declared template that a name or `name: { parameter: value }` refers to, with its parameters in place. */
  #template(
    reference: unknown,
    section: 'traits' | 'resourceTypes',
    scope: Scope,
    pointer: string,
    own: Json,
  ): Json | undefined {
    const [name, given] = isRecord(reference) ? (Object.entries(reference)[0] ?? ['', {}]) : [String(reference), {}];
    const found = declarationOf(name, section, scope);
    if (found === undefined) {
      const what = section === 'traits' ? 'trait' : 'resource type';
      this.#warn(pointer, `The ${what} “${name}” is not declared.`, 'Declare it, or correct the name.');
      return undefined;
    }
    const filled = this.#fill(found, { ...own, ...(isRecord(given) ? given : {}) });
    return isRecord(filled) ? filled : undefined;
  }

  #fill(value: unknown, parameters: Json): unknown {
    if (this.#isSpent()) return null;
    if (typeof value === 'string') return this.#filledText(value, parameters);
    if (Array.isArray(value)) return value.map((item: unknown) => this.#fill(item, parameters));
    if (!isRecord(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value))
      setOwn(copy, String(this.#filledText(key, parameters)), this.#fill(member, parameters));
    return this.#files.derive(written(copy, placeOf(value)), value);
  }

  /** Text with the values of its parameters, `<<name | !function>>`; one that is the whole text keeps its type. */
  #filledText(text: string, parameters: Json): unknown {
    if (this.#isSpent(text.length)) return null;
    const [before = '', ...parts] = text.split('<<');
    let filled = before;
    for (const part of parts) {
      const end = part.indexOf('>>');
      const [name = '', ...functions] = part.slice(0, Math.max(end, 0)).split('|');
      const value = ownMember(parameters, name.trim());
      if (value !== undefined && functions.length === 0 && text.length === part.length + 2 && part.length === end + 2)
        return value;
      const given = value === undefined ? '' : String(value);
      if (this.#isSpent(given.length * (1 + functions.length))) return null;
      const apply = (done: string, name: string): string => FUNCTIONS.get(name.trim().slice(1))?.(done) ?? done;
      filled += value === undefined ? `<<${part}` : functions.reduce(apply, given) + part.slice(end + 2);
    }
    return filled;
  }

  /** Counts what is made; true once it is too much, which is reported once. */
  #isSpent(characters = VALUE): boolean {
    const wasSpent = this.#characters > MOST_CHARACTERS;
    this.#characters += characters;
    const isSpent = this.#characters > MOST_CHARACTERS;
    if (isSpent && !wasSpent)
      this.#warn('', 'Traits and resource types give too much; the rest was left out.', 'Split the API.');
    return isSpent;
  }

  /** Adds what only a template says; lists are joined. */
  #merge(target: Json, base: Json): Json {
    if (this.#isSpent(VALUE + Object.keys(target).length)) return target;
    const result: Record<string, unknown> = { ...target };
    for (const [key, value] of Object.entries(base)) {
      const own = ownMember(target, key) ?? (key.endsWith('?') ? ownMember(target, key.slice(0, -1)) : undefined);
      const name = key.endsWith('?') && METHOD.test(key) ? key.slice(0, -1) : key;
      if (own === undefined || own === null) setOwn(result, name, value);
      else if (isRecord(own) && isRecord(value)) setOwn(result, name, this.#merge(own, value));
      else if (Array.isArray(own) && Array.isArray(value) && !this.#isSpent(VALUE * (own.length + value.length))) {
        const known = new Set(own.map((item) => JSON.stringify(item)));
        setOwn(result, name, [...own, ...value.filter((item) => !known.has(JSON.stringify(item)))]);
      }
    }
    return this.#files.derive(written(result, placeOf(target) || placeOf(base)), target);
  }

  /** A document with what an overlay or an extension says. */
  extended(master: Json, extension: Json): Json {
    return this.#merge(extension, master);
  }
}

/** Declaration by its name, which may begin with those of libraries. */
export function declarationOf(name: string, section: string, scope: Scope): Json | undefined {
  const declared = scope.declarations[section];
  const all = Array.isArray(declared) ? Object.assign({}, ...declared) : declared;
  const own = isRecord(all) ? ownMember(all, name) : undefined;
  if (isRecord(own)) return own;
  const [alias = '', ...rest] = name.split('.');
  const library = rest.length > 0 ? scope.libraries.get(alias) : undefined;
  return library && declarationOf(rest.join('.'), section, library);
}
