/**
 * Dependencies of a value: names of record parts and of facts. Only a build notes them, to find the pages that a change
 * affects.
 */
export interface Dependencies {
  readonly parts: ReadonlySet<string>;
  /** Dependencies of cached values that many values use, such as the titles of an API. */
  readonly shared: ReadonlySet<Dependencies>;
}

/** Dependencies that are being noted. Empty sets are shared, since most values depend on nothing, or on a few parts. */
interface Collection extends Dependencies {
  parts: Set<string>;
  shared: Set<Dependencies>;
}

/** Cache of a document's rendered parts by name, for reuse by a later build. */
export interface DocumentParts {
  /** Returns the earlier text of a part if none of its dependencies has changed, else undefined. */
  kept(name: string): string | undefined;
  made(name: string, text: string, dependencies: Dependencies): void;
}

interface Noting {
  isOn: boolean;
  /** Dependencies of the innermost value that is being computed. */
  current: Collection | undefined;
  /** Part that was noted last for the current value: half of all reads repeat it. */
  last?: string | undefined;
  /** Cache for the parts of the current document. */
  parts?: DocumentParts | undefined;
}

declare global {
  /** Global state, because compiled pages have their own copy of this module and compute values for the same build. */
  var platformDocumentationNoting: Noting | undefined;
}

globalThis.platformDocumentationNoting ??= { isOn: false, current: undefined };
const noting = globalThis.platformDocumentationNoting;

const NOTHING = { parts: new Set<string>(), shared: new Set<Dependencies>() };

/** Maximum number of dependencies copied into a dependent value; larger sets are shared by reference. */
const MOST_COPIED = 8;

/**
 * Starts noting dependencies. Dependencies of values computed earlier are unknown.
 * @returns a function that stops noting; undefined if noting is already on, because two builds would mix
 */
export function startNoting(): (() => void) | undefined {
  if (noting.isOn) return undefined;
  noting.isOn = true;
  return () => {
    noting.isOn = false;
  };
}

/** Notes that the current value depends on this part of a record. */
export function dependOnPart(part: string): void {
  if (noting.current === undefined || noting.last === part) return;
  noting.current.parts = withOne(noting.current.parts, part);
  noting.last = part;
}

/** Notes that the current value depends on all dependencies of another value. */
export function dependOn(dependencies: Dependencies | undefined): void {
  const { current } = noting;
  if (current === undefined || dependencies === undefined || dependencies === NOTHING) return;
  const { parts, shared } = dependencies;
  if (parts.size > MOST_COPIED) current.shared = withOne(current.shared, dependencies);
  else {
    if (parts.size > 0) for (const part of parts) current.parts = withOne(current.parts, part);
    if (shared.size > 0) for (const inner of shared) current.shared = withOne(current.shared, inner);
  }
}

function withOne<T>(set: Set<T>, value: T): Set<T> {
  return set.size === 0 ? new Set([value]) : set.add(value);
}

/** Value for a cache. */
export interface Made<T> {
  readonly value: T;
  /** Dependencies of the value; undefined if they were not noted. */
  readonly madeOf: Dependencies | undefined;
}

/** Computes a value that the caller caches; the current value inherits its dependencies. */
export function madeOnce<T>(make: () => T): Made<T> {
  if (!noting.isOn) return { value: make(), madeOf: undefined };
  const own: Collection = { ...NOTHING };
  try {
    const value = notedIn(own, make);
    return { value, madeOf: own.parts.size + own.shared.size === 0 ? NOTHING : own };
  } finally {
    dependOn(own);
  }
}

/**
 * Computes a value and notes a single fact in place of its dependencies.
 * @param name name of the fact; the fact changes whenever the value does
 */
export function madeAsFact<T>(name: string, make: () => T): T {
  dependOnPart(name);
  return withoutDependencies(make);
}

/** Computes a value without noting its dependencies for the current value. */
export function withoutDependencies<T>(make: () => T): T {
  return notedIn(undefined, make);
}

function notedIn<T>(collection: Collection | undefined, make: () => T): T {
  const outer = noting.current;
  collectIn(collection);
  try {
    return make();
  } finally {
    collectIn(outer);
  }
}

function collectIn(collection: Collection | undefined): void {
  noting.current = collection;
  noting.last = undefined;
}

/** Renders a page and notes its dependencies. Only one page may be rendered at a time. */
export async function withDependencies<T>(
  make: () => Promise<T>,
): Promise<{ readonly value: T; readonly dependencies: Dependencies }> {
  const own: Collection = { ...NOTHING };
  collectIn(own);
  try {
    return { value: await make(), dependencies: own };
  } finally {
    collectIn(undefined);
  }
}

/** Renders a document with reusable parts. Only one document may be rendered at a time. */
export async function withParts<T>(parts: DocumentParts, make: () => T | Promise<T>): Promise<T> {
  noting.parts = parts;
  try {
    return await make();
  } finally {
    noting.parts = undefined;
  }
}

/**
 * Renders a part of a document from records and cached values, or returns its earlier text if no dependency has
 * changed.
 * @param name name of the part, unique in the document
 */
export function madePart(name: string, make: () => string): string {
  const { parts } = noting;
  if (parts === undefined) return make();
  const kept = parts.kept(name);
  if (kept !== undefined) return kept;
  // Nested parts are not cached separately.
  noting.parts = undefined;
  try {
    const { value, dependencies } = noteDependencies(make);
    parts.made(name, value, dependencies);
    return value;
  } finally {
    noting.parts = parts;
  }
}

/** Computes a value synchronously and notes its dependencies separately from those of the current value. */
export function noteDependencies<T>(make: () => T): { readonly value: T; readonly dependencies: Dependencies } {
  const own: Collection = { ...NOTHING };
  return { value: notedIn(own, make), dependencies: own };
}

/** All names in the dependencies of a value, including those of shared dependencies. */
export function allParts(dependencies: Dependencies): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<Dependencies>();
  const enter = (inner: Dependencies): void => {
    if (seen.has(inner)) return;
    seen.add(inner);
    for (const part of inner.parts) found.add(part);
    for (const deeper of inner.shared) enter(deeper);
  };
  enter(dependencies);
  return found;
}
