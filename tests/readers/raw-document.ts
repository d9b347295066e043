import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { load } from 'js-yaml';

/** A value of a descriptor and the file it stands in, against which its references are read. */
export interface RawNode {
  readonly value: unknown;
  readonly file: string;
}

export type RawMap = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is RawMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** '' and maps that are missing read as empty. */
export function mapOf(value: unknown): RawMap {
  return isMap(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** JSON is YAML 1.2, but JSON.parse is a hundred times faster on large files. */
export function parseText(text: string): unknown {
  return /^\s*[{[]/.test(text) ? JSON.parse(text) : load(text);
}

/** One descriptor with the files that its references lead to. */
export class RawDocument {
  readonly root: RawMap;
  readonly #file: string;
  readonly #files = new Map<string, unknown>();

  /** @param file absolute; need not exist when `value` is given and nothing refers to other files */
  constructor(file: string, value: unknown = parseText(readFileSync(file, 'utf8'))) {
    this.#file = file;
    this.#files.set(file, value);
    this.root = mapOf(value);
  }

  at(value: unknown): RawNode {
    return { value, file: this.#file };
  }

  /** Follows references until a value stands there; undefined where they lead nowhere or in a cycle. */
  resolve(node: RawNode): RawNode | undefined {
    const seen = new Set<string>();
    let current = node;
    for (;;) {
      const reference = mapOf(current.value)['$ref'];
      if (typeof reference !== 'string') return current.value === undefined ? undefined : current;
      const id = `${current.file} ${reference}`;
      if (seen.has(id)) return undefined;
      seen.add(id);
      current = this.#target(reference, current.file);
    }
  }

  /** The value behind one member of a resolved node. */
  follow(node: RawNode, key: string): RawNode | undefined {
    return this.resolve({ value: mapOf(node.value)[key], file: node.file });
  }

  /** The members of a map, each resolved; those that lead nowhere are left out. */
  entries(node: RawNode | undefined, key: string): readonly (readonly [name: string, node: RawNode])[] {
    if (node === undefined) return [];
    const container = this.follow(node, key);
    if (container === undefined) return [];
    return Object.entries(mapOf(container.value)).flatMap(([name, value]) => {
      const resolved = this.resolve({ value, file: container.file });
      return resolved === undefined ? [] : [[name, resolved] as const];
    });
  }

  #target(reference: string, from: string): RawNode {
    const [path = '', pointer = ''] = reference.split('#', 2);
    const file = path === '' ? from : resolve(dirname(from), decodeURIComponent(path));
    const tokens = pointer
      .split('/')
      .slice(1)
      .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
    let value = this.#load(file);
    for (const token of tokens) value = member(value, token);
    return { value, file };
  }

  #load(file: string): unknown {
    if (!this.#files.has(file)) this.#files.set(file, parseFile(file));
    return this.#files.get(file);
  }
}

/** @returns undefined when it cannot be read */
export function parseFile(file: string): unknown {
  try {
    return parseText(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function member(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
