import {
  Document,
  isPair,
  isScalar,
  isSeq,
  type ScalarTag,
  type ToStringOptions,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { ExactNumber, type JsonNumber } from '../../schema/exact-number.ts';
import { Refusal } from './entries.ts';

/** Value that can be written to a YAML or JSON file. */
export type Json = string | JsonNumber | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Quotes = 'QUOTE_SINGLE' | 'QUOTE_DOUBLE';

interface Style {
  /** Quotes of the replaced text. */
  readonly quotes?: Quotes | undefined;
  /** Dash style of the replaced list: indented below the key, or aligned with it. */
  readonly dashes?: 'indented' | 'flush' | undefined;
}

/** Maximum length of a collection on one line, in characters, for readability. */
const LINE_LENGTH = 100;
/** Maximum length of a key in characters: YAML does not allow a longer key on the line of its value. */
const LONGEST_KEY = 1000;
/** Depth of the value of a printed pair: its parents are the document, the map and the pair. */
const DEPTH_OF_VALUE = 3;
/** Matches texts that need escapes: as plain or block text they would be read differently, or depend on later lines. */
const NEEDS_ESCAPES = /[^\P{Cc}\t\n]|[\u2028\u2029\ufeff]|\n\n$|^\s+$/u;

/** Formats a value on one line, for a flow collection. */
export function printFlow(value: Json, quotes?: Quotes): string {
  // The value is printed as the only item of a list, so that it gets the quotes that a flow collection requires.
  return print([value], { collectionStyle: 'flow' }, { quotes }).slice(1, -1).trim();
}

/** Formats `key: value` as lines. Short lists of scalars, and short maps of scalars in lists, stay on one line. */
export function printPair(key: string, value: Json, style: Style = {}): readonly string[] {
  return print({ [key]: value }, { indentSeq: style.dashes !== 'flush' }, style).split('\n');
}

/** Formats `- value` as lines. */
export function printItem(value: Json): readonly string[] {
  return print([value], {}).split('\n');
}

/** @param unit indentation of one level; `''` for a single line */
export function printJson(value: Json, indent: string, unit: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Tag of numbers whose digits JavaScript would change; they are written as they are. */
const EXACT: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: String,
  stringify: ({ value }) => String(value),
};

function print(value: Json, options: ToStringOptions, { quotes, dashes }: Style = {}): string {
  const isFlow = options.collectionStyle === 'flow';
  // YAML 1.1 compatibility also quotes texts such as `yes`, which older parsers read as another type.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1', customTags: [EXACT] });
  let hasList = false;
  visit(document, {
    Scalar(role, node) {
      if (typeof node.value !== 'string') return;
      if (role === 'key' && JSON.stringify(node.value).length > LONGEST_KEY)
        throw new Refusal([], `cannot be edited (a key is longer than ${LONGEST_KEY} characters)`);
      const isLine = !node.value.includes('\n');
      if (NEEDS_ESCAPES.test(node.value) || (isFlow && !isLine)) node.type = 'QUOTE_DOUBLE';
      else if (quotes !== undefined && isLine && role !== 'key') node.type = quotes;
    },
    Map(_, node, path) {
      if (isSeq(path.at(-1))) node.flow = isShort(node);
    },
    Seq(_, node, path) {
      hasList ||= path.length > 1;
      const isItself = path.length === DEPTH_OF_VALUE;
      if (path.length > 1) node.flow = isShort(node) && !(isItself && dashes !== undefined);
    },
  });
  return document
    .toString({
      blockQuote: 'literal',
      doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
      // The usual style has padding in `{ a: 1 }`, but none in `[a]`; one setting applies to both.
      flowCollectionPadding: !hasList,
      lineWidth: 0,
      singleQuote: true,
      ...options,
    })
    .replace(/\n$/, '')
    .replaceAll(/[\u2028\u2029\ufeff]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);
}

function isShort(collection: YAMLMap | YAMLSeq): boolean {
  const values = collection.items.map((item: unknown) => (isPair(item) ? item.value : item));
  const text = JSON.stringify(collection);
  return values.every(isScalar) && text.length <= LINE_LENGTH && !text.includes('\\n');
}
