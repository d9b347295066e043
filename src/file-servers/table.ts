/**
 * A variable of a file server's configuration: of its rules the first that fits the source decides. nginx and Caddy
 * call this a map, and Apache has conditions. There is no more to it, so that all three can have the same.
 */
export interface Table {
  readonly name: string;
  readonly source: Template;
  readonly rules: readonly Rule[];
  readonly otherwise: Template;
}

export type Rule =
  | {
      /**
       * Found anywhere in the source. In the language that ECMAScript, PCRE and RE2 have in common: no
       * look-around, no back references, and no counted repetition, whose braces mean something to two of the servers.
       */
      readonly pattern: string;
      /** Letters are what they are; left out: in any case. */
      readonly isCased?: true;
      readonly value: Template;
    }
  /** The whole source, in its case. */
  | { readonly equals: string; readonly value: Template };

/** Text with variables, and with what groups of the pattern have found. */
export type Template = readonly Part[];

export type Part = string | { readonly variable: Variable } | { readonly group: number };

/** What a request says of itself, and the names of tables. */
type Variable = string;

/** What every server knows of a request. */
export const REQUEST = {
  accept: 'request:accept',
  acceptEncoding: 'request:accept-encoding',
  acceptLanguage: 'request:accept-language',
  /** Decoded once. */
  path: 'request:path',
  /** As it was sent, with its query. */
  target: 'request:target',
  method: 'request:method',
  /** `1` where there is the file that the table `wanted` names, `0` where there is none. */
  exists: 'request:exists',
} as const;

export function template(texts: TemplateStringsArray, ...values: readonly (Variable | number)[]): Template {
  return texts
    .flatMap((text, index): Part[] => {
      const value = values[index];
      if (value === undefined) return [text];
      return [text, typeof value === 'number' ? { group: value } : { variable: value }];
    })
    .filter((part) => part !== '');
}

/** @param otherwise left out: nothing */
export function table(name: string, source: Template, rules: readonly Rule[], otherwise: Template = []): Table {
  return { name, source, rules, otherwise };
}

/** `1` where a pattern finds something, `0` otherwise. */
export function flag(name: string, source: Template, pattern: string): Table {
  return table(name, source, [{ pattern, value: ['1'] }], ['0']);
}

/** Of a pattern whose letters are what they are. */
export function cased(pattern: string, value: Template): Rule {
  return { pattern, isCased: true, value };
}

/** A pattern that finds this text; braces as their numbers, see {@link Rule}. */
export function literal(text: string): string {
  return text
    .replaceAll(/[\\^$.*+?()[\]|]/g, '\\$&')
    .replaceAll('{', '\\x7b')
    .replaceAll('}', '\\x7d');
}
