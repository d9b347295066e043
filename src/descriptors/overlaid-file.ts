import { setOwn } from '../model/own-property.ts';
import { isRecord } from '../schema/json-values.ts';
import type { Work } from '../schema/work.ts';
import type { ParsedFile } from './contract.ts';
import { escapePointerSegment, splitPointer } from './positions.ts';

export type Path = readonly (string | number)[];

/** Place of a value in the file that its author wrote. */
export interface Origin {
  readonly file: ParsedFile;
  readonly pointer: string;
}

type Container = Record<string, unknown> | unknown[];

/** Container of the result that may be changed. */
interface OpenPart {
  readonly container: Container;
  readonly origin: Origin;
}

/** Thrown when the work of overlays, or their result, exceeds its budget. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** Thrown when a value cannot be merged with the one in its place. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  readonly origin: Origin;

  constructor(origin: Origin) {
    super();
    this.origin = origin;
  }
}

/**
 * Descriptor to which overlays are applied. The parsed values of files stay as they are, since others share them: a
 * container is copied when it is first changed. Parts from an overlay keep their places there.
 */
export class OverlaidFile {
  readonly #base: ParsedFile;
  #value: unknown;
  /** Budget of the values that are set. */
  readonly #work: Work;
  readonly #copies = new WeakSet<object>();
  /** Origins of members that come from elsewhere than their container. */
  readonly #origins = new WeakMap<object, Map<string, Origin> | Origin[]>();

  constructor(base: ParsedFile, work: Work) {
    this.#work = work;
    this.#base = base;
    this.#value = base.value;
  }

  get value(): unknown {
    return this.#value;
  }

  /** Returns the descriptor as its reader gets it; positions lead to the descriptor or to an overlay. */
  toFile(): ParsedFile {
    return {
      ...this.#base,
      value: this.#value,
      locate: (pointer, at) => {
        let value = this.#value;
        let origin: Origin = { file: this.#base, pointer: '' };
        for (const key of splitPointer(pointer)) {
          origin = this.#originIn(value, origin, key);
          value = memberOf(value, key);
        }
        return origin.file.locate(origin.pointer, at);
      },
    };
  }

  /** Merges a value into a target: objects by their members, lists by appending; other targets are replaced. */
  update(path: Path, value: unknown, origin: Origin): void {
    const key = path.at(-1);
    const around = this.#open(path.slice(0, -1));
    if (around === undefined) return;
    if (key === undefined) this.#merge(around, value, origin);
    else if (memberOf(around.container, key) !== undefined) this.#put(around, key, value, origin);
  }

  remove(path: Path): void {
    const key = path.at(-1);
    const container = this.#open(path.slice(0, -1))?.container;
    if (key === undefined || container === undefined) return;
    if (!Array.isArray(container)) delete container[key];
    else {
      container.splice(Number(key), 1);
      const origins = this.#origins.get(container);
      if (Array.isArray(origins)) origins.splice(Number(key), 1);
    }
  }

  #merge(part: OpenPart, value: unknown, origin: Origin): void {
    const { container } = part;
    if (!Array.isArray(container)) {
      if (!isRecord(value)) throw new Mismatch(origin);
      for (const [key, member] of Object.entries(value)) this.#put(part, key, member, below(origin, key));
    } else if (Array.isArray(value))
      for (const [at, item] of value.entries()) this.#set(container, String(container.length), item, below(origin, at));
    else this.#set(container, String(container.length), value, origin);
  }

  /** Sets a member, or merges the value into the member that is there. */
  #put(part: OpenPart, key: string | number, value: unknown, origin: Origin): void {
    const present = memberOf(part.container, key);
    const inner = isContainer(present) ? this.#openMember(part, key) : undefined;
    if (inner !== undefined) this.#merge(inner, value, origin);
    else if (isContainer(value) && present !== undefined && present !== null) throw new Mismatch(origin);
    else this.#set(part.container, String(key), value, origin);
  }

  #set(container: Container, key: string, value: unknown, origin: Origin): void {
    if (!this.#work.spend(1)) throw new TooMuchWork();
    setMember(container, key, value);
    const origins = this.#origins.get(container);
    if (Array.isArray(origins)) origins[Number(key)] = origin;
    else this.#origins.set(container, (origins ?? new Map<string, Origin>()).set(key, origin));
  }

  /** Opens a container of the result, and all on the way to it; undefined if there is none. */
  #open(path: Path): OpenPart | undefined {
    const origin = { file: this.#base, pointer: '' };
    const container = this.#copy(this.#value, origin);
    if (container === undefined) return undefined;
    this.#value = container;
    return path.reduce<OpenPart | undefined>((part, key) => part && this.#openMember(part, key), { container, origin });
  }

  #openMember({ container, origin }: OpenPart, key: string | number): OpenPart | undefined {
    const own = this.#originIn(container, origin, key);
    const copy = this.#copy(memberOf(container, key), own);
    if (copy === undefined) return undefined;
    setMember(container, String(key), copy);
    return { container: copy, origin: own };
  }

  #copy(value: unknown, origin: Origin): Container | undefined {
    if (!isContainer(value)) return undefined;
    if (this.#copies.has(value)) return value;
    const copy: Container = Array.isArray(value) ? [...value] : { ...value };
    this.#copies.add(copy);
    // Items of a list keep their origins when others are removed.
    if (Array.isArray(copy))
      this.#origins.set(
        copy,
        copy.map((_, at) => this.#originIn(value, origin, at)),
      );
    return copy;
  }

  #originIn(container: unknown, origin: Origin, key: string | number): Origin {
    const origins = typeof container === 'object' && container !== null ? this.#origins.get(container) : undefined;
    return (Array.isArray(origins) ? origins[Number(key)] : origins?.get(String(key))) ?? below(origin, key);
  }
}

function below({ file, pointer }: Origin, key: string | number): Origin {
  return { file, pointer: `${pointer}/${escapePointerSegment(String(key))}` };
}

function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isRecord(value);
}

function memberOf(container: unknown, key: string | number): unknown {
  if (Array.isArray(container)) return container[Number(key)];
  return isRecord(container) && Object.hasOwn(container, key) ? container[key] : undefined;
}

function setMember(container: Container, key: string, value: unknown): void {
  if (Array.isArray(container)) container[Number(key)] = value;
  else setOwn(container, key, value);
}
