import { fromEntries, ownMember, setOwn } from '../../model/own-property.ts';
import { isRecord, type JsonRecord, recordOf } from '../../schema/json-values.ts';
import { type RamlFiles, type Scope, VALUE } from './files.ts';

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

/** Applies resource types and traits to resources. */
export class Templates {
  readonly #files: RamlFiles;
  /** Resource that is being made. */
  #resource: JsonRecord = {};

  constructor(files: RamlFiles) {
    this.#files = files;
  }

  /** A resource with its type, and its methods with their traits. @param path URI from the root */
  resource(resource: JsonRecord, path: string, scope: Scope): JsonRecord {
    this.#resource = resource;
    const names = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
    const own = { resourcePath: path, resourcePathName: names.at(-1) ?? '' };
    const typed = this.#typed(resource, own, scope, 0);
    const whole: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(typed)) {
      const [, method] = METHOD.exec(key) ?? [];
      if (method === undefined) setOwn(whole, key, value);
      else whole[method] = this.#withTraits(value, [value, typed], { ...own, methodName: method }, scope);
    }
    return this.#files.derive(whole, resource);
  }

  #typed(resource: JsonRecord, parameters: JsonRecord, outer: Scope, depth: number): JsonRecord {
    const scope = this.#files.scopeOf(resource) ?? outer;
    const { type } = resource;
    if (type === undefined || type === null || depth > MOST_TYPES) return resource;
    const found = this.#template(type, 'resourceTypes', scope, resource, parameters);
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
      this.#files.derive(rest, resource),
      Object.fromEntries(applied.filter(([key]) => key !== 'type' && key !== 'usage')),
    );
  }

  #withTraits(method: unknown, sources: readonly unknown[], parameters: JsonRecord, scope: Scope): JsonRecord {
    let result = recordOf(method);
    for (const source of sources) {
      if (!isRecord(source)) continue;
      const from = this.#files.scopeOf(source) ?? scope;
      for (const reference of [source['is']].flat()) {
        if (reference === undefined || reference === null) continue;
        const trait = this.#template(reference, 'traits', from, source, parameters);
        if (trait === undefined) continue;
        const { usage: _, ...said } = trait;
        result = this.#merge(result, this.#files.derive(said, trait));
      }
    }
    return result;
  }

  /** Declared template that a name or `name: { parameter: value }` refers to, with its parameters in place. */
  #template(
    reference: unknown,
    section: 'traits' | 'resourceTypes',
    scope: Scope,
    user: JsonRecord,
    own: JsonRecord,
  ): JsonRecord | undefined {
    const [name, given] = namedReference(reference);
    const found = declarationOf(name, section, scope);
    if (found === undefined) {
      const what = section === 'traits' ? 'trait' : 'resource type';
      this.#files.warn(user, `The ${what} “${name}” is not declared.`, 'Declare it, or correct the name.');
      return undefined;
    }
    const parameters = { ...own, ...recordOf(given) };
    const unknown = new Set<string>();
    const filled = this.#fill(found, parameters, unknown);
    for (const parameter of unknown) {
      const message = `“${name}” needs the parameter “${parameter}”, which has no value.`;
      this.#files.warn(user, message, `Write “${name}: { ${parameter}: … }”.`);
    }
    return isRecord(filled) ? filled : undefined;
  }

  /** @param unknown gets the names of parameters without a value */
  #fill(value: unknown, parameters: JsonRecord, unknown: Set<string>): unknown {
    if (this.#isSpent()) return null;
    if (typeof value === 'string') return this.#filledText(value, parameters, unknown);
    if (Array.isArray(value)) return value.map((item: unknown) => this.#fill(item, parameters, unknown));
    if (!isRecord(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value))
      setOwn(copy, String(this.#filledText(key, parameters, unknown)), this.#fill(member, parameters, unknown));
    return this.#files.derive(copy, value);
  }

  /** Fills `<<name | !function>>` in a text; a text that is one parameter takes its value with the type. */
  #filledText(text: string, parameters: JsonRecord, unknown: Set<string>): unknown {
    if (this.#isSpent(text.length)) return null;
    const [before = '', ...parts] = text.split('<<');
    let filled = before;
    for (const part of parts) {
      const end = part.indexOf('>>');
      const [name = '', ...functions] = part.slice(0, Math.max(end, 0)).split('|');
      const value = ownMember(parameters, name.trim());
      if (value === undefined) unknown.add(name.trim());
      if (value !== undefined && functions.length === 0 && text.length === part.length + 2 && part.length === end + 2)
        return value;
      const given = value === undefined ? '' : String(value);
      if (this.#isSpent(given.length * (1 + functions.length))) return null;
      const apply = (done: string, name: string): string => FUNCTIONS.get(name.trim().slice(1))?.(done) ?? done;
      filled += value === undefined ? `<<${part}` : functions.reduce(apply, given) + part.slice(end + 2);
    }
    return filled;
  }

  /** Spends the budget; true once it is spent. */
  #isSpent(characters = VALUE): boolean {
    return !this.#files.budget.take(characters, this.#resource);
  }

  /** Merges a template below a target; lists are joined. */
  #merge(target: JsonRecord, base: JsonRecord): JsonRecord {
    if (this.#isSpent(VALUE + Object.keys(target).length)) return target;
    const result = fromEntries(Object.entries(target));
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
    return this.#files.derive(result, target, base);
  }

  /** Merges an overlay or an extension into its master. */
  extended(master: JsonRecord, extension: JsonRecord): JsonRecord {
    return this.#merge(extension, master);
  }
}

/** Reads `name` or `name: { parameter: value }`. */
export function namedReference(reference: unknown): readonly [name: string, given: unknown] {
  return isRecord(reference) ? (Object.entries(reference)[0] ?? ['', null]) : [String(reference), null];
}

/** Lists of declarations → one object of them. */
const JOINED = new WeakMap<readonly unknown[], JsonRecord>();

/** Joins maps by name, of which the last counts. */
export function joined(maps: readonly unknown[]): JsonRecord {
  return fromEntries(maps.flatMap((map) => Object.entries(recordOf(map))));
}

function joinedList(list: readonly unknown[]): JsonRecord {
  const known = JOINED.get(list) ?? joined(list);
  JOINED.set(list, known);
  return known;
}

/** Declaration by its name, which may begin with those of libraries. */
export function declarationOf(name: string, section: string, scope: Scope): JsonRecord | undefined {
  const declared = scope.declarations[section];
  const all = Array.isArray(declared) ? joinedList(declared) : declared;
  const own = isRecord(all) ? ownMember(all, name) : undefined;
  if (isRecord(own)) return own;
  const [alias = '', ...rest] = name.split('.');
  const library = rest.length > 0 ? scope.libraries.get(alias) : undefined;
  return library && declarationOf(rest.join('.'), section, library);
}
