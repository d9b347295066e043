import {
  type AliasEvent,
  CORE_SCHEMA,
  constructFromEvents,
  defineScalarTag,
  EVENT_ID,
  type Event,
  floatCoreTag,
  intCoreTag,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  strTag,
  YAMLException,
} from 'js-yaml';
import { setOwn } from '../model/own-property.ts';
import { ExactNumber, numberAsWritten } from '../schema/exact-number.ts';
import { findRepeatedKey, membersOf, offsetOf, placeInText, rootOf, secondDocumentOf } from '../yaml/places.ts';
import { explainSyntax } from '../yaml/syntax-fault.ts';
import type { TextIndex } from './positions.ts';
import { duplicateKey, MAX_DEPTH, TextProblem, tooDeep } from './text-problem.ts';

/** Maximum factor by which a file may grow if all aliases are expanded: readers visit the whole result. */
const ALIAS_GROWTH = 3;
/** Number of characters to which a file of any size may grow. */
const ALIAS_ALLOWANCE = 500_000;
/** Estimated number of characters around each value in a file. */
const CHARACTERS_A_VALUE = 4;
const MERGED_KEYS = 100_000;

/** Key of a map that `<<` merges into another. Plain keys do not suffice: to the parser, 400 and "400" are two keys. */
class MergedKey {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** For each map, the keys that so far came only from `<<`: the map may still define them itself. */
const MERGED = new WeakMap<object, Set<string>>();

/** Text of a key that YAML reads as a number. */
const keyOf = (key: unknown): unknown => (key instanceof ExactNumber ? key.source : key);

const digits = (value: unknown, source: string) =>
  typeof value === 'number' ? numberAsWritten(source, value) : NOT_RESOLVED;

/** Character that takes two bytes in memory, instead of one. */
const WIDE = /[^\0-\xff]/;

/** YAML 1.2 core schema and merge keys, without numbers that JSON lacks: `.inf` and `.nan` remain text. */
const SCHEMA = CORE_SCHEMA.withTags(
  mergeTag,
  {
    ...mapTag,
    keys: (container) => Object.keys(container).map((key) => new MergedKey(key)),
    get: (container, key) => mapTag.get(container, key instanceof MergedKey ? key.name : key),
    has(container, written) {
      const key = keyOf(written);
      if (key instanceof MergedKey) return mapTag.has(container, key.name);
      return mapTag.has(container, key) && MERGED.get(container)?.has(String(key)) !== true;
    },
    addPair(container, written, value) {
      const key = keyOf(written);
      if (typeof key === 'object' && key !== null && !(key instanceof MergedKey))
        return mapTag.addPair(container, key, value);
      const name = key instanceof MergedKey ? key.name : String(key);
      if (key instanceof MergedKey) MERGED.set(container, (MERGED.get(container) ?? new Set()).add(name));
      else MERGED.get(container)?.delete(name);
      setOwn(container, name, value);
      return '';
    },
  },
  defineScalarTag('tag:yaml.org,2002:float', {
    ...floatCoreTag,
    resolve(source, isExplicit, tagName) {
      const value = floatCoreTag.resolve(source, isExplicit, tagName);
      return Number.isFinite(value) ? digits(value, source) : NOT_RESOLVED;
    },
  }),
  defineScalarTag('tag:yaml.org,2002:int', {
    ...intCoreTag,
    resolve: (source, isExplicit, tagName) => digits(intCoreTag.resolve(source, isExplicit, tagName), source),
  }),
  {
    ...strTag,
    // A part of a text with such characters keeps their width, and so does every page or document that contains it.
    resolve: (source) => (WIDE.test(source) ? source : Buffer.from(source, 'latin1').toString('latin1')),
  },
);

/** The same with `!include`, of RAML, whose value is an object with that key. */
const RAML_SCHEMA = SCHEMA.withTags(
  defineScalarTag('!include', {
    resolve: (source) => ({ '!include': source.trim() }),
    identify: () => false,
  }),
);

/**
 * Parses one YAML document into JSON values; keys become text. Returns null for a file without a document.
 * @param hasIncludes whether the tag `!include` is known
 * @throws {TextProblem}
 */
export function parseYaml(text: string, hasIncludes = false): unknown {
  let events: Event[] = [];
  try {
    events = parseEvents(text, { maxDepth: MAX_DEPTH });
    const documents = constructFromEvents(events, {
      source: text,
      schema: hasIncludes ? RAML_SCHEMA : SCHEMA,
      maxTotalMergeKeys: MERGED_KEYS,
    });
    if (documents.length > 1) throw severalDocuments(text, events);
    const value = documents[0] ?? null;
    if (events.some((event) => event.type === EVENT_ID.ALIAS)) refuseBombs(value, events, text.length);
    return value;
  } catch (error) {
    throw error instanceof TextProblem ? error : toProblem(error, text, events);
  }
}

function severalDocuments(text: string, events: readonly Event[]): TextProblem {
  return new TextProblem(
    secondDocumentOf(text, events),
    'yaml-documents',
    'The file contains more than one YAML document.',
    'Put each descriptor into a file of its own.',
  );
}

function toProblem(error: unknown, text: string, events: readonly Event[]): TextProblem {
  if (!(error instanceof YAMLException))
    return new TextProblem(0, 'yaml-syntax', 'This is not YAML that can be read.', 'Correct the YAML.');
  const offset = error.mark?.position ?? 0;
  if (error.reason.includes('maxDepth')) return tooDeep(offset);
  if (error.reason === 'duplicated mapping key') return findDuplicateKey(text, events, offset);
  if (error.reason.includes('complex keys')) {
    return new TextProblem(offset, 'yaml-key', 'A key is a list or an object.', 'Use text as the key.');
  }
  const fault = explainSyntax(text, error.reason, offset);
  return new TextProblem(fault.offset, 'yaml-syntax', fault.message, fault.remedy);
}

function findDuplicateKey(text: string, events: readonly Event[], offset: number): TextProblem {
  const repeated = findRepeatedKey(text, events, offset);
  if (repeated !== undefined)
    return duplicateKey(repeated.key, repeated.offset, placeInText(text, repeated.firstOffset).line);
  return new TextProblem(
    offset,
    'duplicate-key',
    'This key was already given in the same object.',
    'Keep one of the two, or rename one.',
  );
}

/** Rejects aliases that expand too far: ten lines can expand to a billion values, or without end. */
function refuseBombs(root: unknown, events: readonly Event[], length: number): void {
  const limit = Math.max(ALIAS_ALLOWANCE, ALIAS_GROWTH * length);
  const sizes = new Map<object, { readonly size: number; readonly depth: number }>();
  const open = new Set<object>();
  const alias = events.find((event): event is AliasEvent => event.type === EVENT_ID.ALIAS)?.anchorStart ?? 0;
  const bomb = (message: string): TextProblem =>
    new TextProblem(
      alias,
      'yaml-alias',
      message,
      'Write the values out, or name them as components and refer to them.',
    );
  const measure = (value: unknown): { readonly size: number; readonly depth: number } => {
    if (typeof value === 'string') return { size: CHARACTERS_A_VALUE + value.length, depth: 0 };
    if (typeof value !== 'object' || value === null) return { size: CHARACTERS_A_VALUE, depth: 0 };
    const known = sizes.get(value);
    if (known !== undefined) return known;
    if (open.has(value)) throw bomb('An alias refers to a value that contains the alias itself.');
    if (open.size > MAX_DEPTH) throw tooDeep(alias);
    open.add(value);
    let size = CHARACTERS_A_VALUE;
    let depth = 0;
    for (const [key, child] of Object.entries(value)) {
      const inner = measure(child);
      size += inner.size + (Array.isArray(value) ? 0 : key.length);
      depth = Math.max(depth, inner.depth);
    }
    open.delete(value);
    if (size > limit) throw bomb(`The aliases of this file expand to more than ${limit} characters.`);
    if (depth >= MAX_DEPTH) throw tooDeep(alias);
    sizes.set(value, { size, depth: depth + 1 });
    return { size, depth: depth + 1 };
  };
  measure(root);
}

/** Creates an index of positions in a YAML text; its cursors are indexes of parser events. */
export function createYamlIndex(text: string): TextIndex<number> {
  const events = parseEvents(text, { maxDepth: MAX_DEPTH });
  return {
    root: rootOf(events),
    offsetOf: (cursor) => offsetOf(events[cursor]),
    children: (cursor) => new Map([...membersOf(text, events, cursor)].map(({ key, ...child }) => [key, child])),
  };
}
