/**
 * Dependencies of a value: parts of records and facts, by name. A build notes them to know which pages a change
 * reaches; at all other times nothing is noted.
 */
export interface Dependencies {
  readonly parts: ReadonlySet<string>;
  /** Dependencies of values that are made once and used by many, such as the titles of an API. */
  readonly shared: ReadonlySet<Dependencies>;
}

interface Collection extends Dependencies {
  readonly parts: Set<string>;
  readonly shared: Set<Dependencies>;
}

/** Texts of a document's parts, by name, which a later build can reuse. */
export interface DocumentParts {
  /** Returns the earlier text of a part while none of its dependencies has changed, else undefined. */
  kept(name: string): string | undefined;
  made(name: string, text: string, dependencies: Dependencies): void;
}

interface Noting {
  isOn: boolean;
  /** Collection of the innermost value that is being made. */
  current: Collection | undefined;
  /** Parts of the document that is being made. */
  parts?: DocumentParts | undefined;
}

declare global {
  /** Compiled pages have their own copy of this module, and make values for the build. */
  var platformDocumentationNoting: Noting | undefined;
}

globalThis.platformDocumentationNoting ??= { isOn: false, current: undefined };
const noting = globalThis.platformDocumentationNoting;

/** Up to this many parts of a value are copied into its dependents; more are shared. */
const MOST_COPIED = 8;

/**
 * Starts noting dependencies. Those of values that were made before are unknown.
 * @returns a function that stops it; undefined where noting is on: two builds at once cannot be told apart
 */
export function startNoting(): (() => void) | undefined {
  if (noting.isOn) return undefined;
  noting.isOn = true;
  return () => {
    noting.isOn = false;
  };
}

/** Notes that the value being made depends on this part of a record. */
export function dependOnPart(part: string): void {
  noting.current?.parts.add(part);
}

/** Notes that the value being made depends on all dependencies of another value. */
export function dependOn(dependencies: Dependencies | undefined): void {
  const { current } = noting;
  if (current === undefined || dependencies === undefined) return;
  if (dependencies.parts.size > MOST_COPIED) current.shared.add(dependencies);
  else {
    for (const part of dependencies.parts) current.parts.add(part);
    for (const inner of dependencies.shared) current.shared.add(inner);
  }
}

/**
 * Makes a value that is cached: the values that use it inherit its dependencies.
 * @param keep called with these dependencies, where they are noted
 */
export function madeOnce<T>(make: () => T, keep: (dependencies: Dependencies) => void): T {
  if (!noting.isOn) return make();
  const own = emptyCollection();
  try {
    return notedIn(own, make);
  } finally {
    keep(own);
    dependOn(own);
  }
}

/**
 * Makes a value whose dependencies are noted as a single fact.
 * @param name of the fact, which changes when the value does
 */
export function madeAsFact<T>(name: string, make: () => T): T {
  dependOnPart(name);
  return withoutDependencies(make);
}

/** Makes a value whose dependencies do not matter to the value that is being made. */
export function withoutDependencies<T>(make: () => T): T {
  return notedIn(undefined, make);
}

function notedIn<T>(collection: Collection | undefined, make: () => T): T {
  const outer = noting.current;
  noting.current = collection;
  try {
    return make();
  } finally {
    noting.current = outer;
  }
}

/** Makes a page and notes its dependencies; only one page at a time. */
export async function withDependencies<T>(
  make: () => Promise<T>,
): Promise<{ readonly value: T; readonly dependencies: Dependencies }> {
  const own = emptyCollection();
  noting.current = own;
  try {
    return { value: await make(), dependencies: own };
  } finally {
    noting.current = undefined;
  }
}

/** Makes a document with parts that may be reused; only one document at a time. */
export async function withParts<T>(parts: DocumentParts, make: () => T | Promise<T>): Promise<T> {
  noting.parts = parts;
  try {
    return await make();
  } finally {
    noting.parts = undefined;
  }
}

/**
 * Makes a part of a document from records and cached values, or reuses its earlier text while no dependency has
 * changed.
 * @param name unique in the document
 */
export function madePart(name: string, make: () => string): string {
  const { parts } = noting;
  if (parts === undefined) return make();
  const kept = parts.kept(name);
  if (kept !== undefined) return kept;
  // Parts inside of this one belong to it.
  noting.parts = undefined;
  try {
    const { value, dependencies } = noteDependencies(make);
    parts.made(name, value, dependencies);
    return value;
  } finally {
    noting.parts = parts;
  }
}

/** Makes a value synchronously and notes its dependencies, apart from those of the value that is being made. */
export function noteDependencies<T>(make: () => T): { readonly value: T; readonly dependencies: Dependencies } {
  const own = emptyCollection();
  return { value: notedIn(own, make), dependencies: own };
}

/** All parts that a value depends on, those of shared dependencies included. */
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

function emptyCollection(): Collection {
  return { parts: new Set(), shared: new Set() };
}
