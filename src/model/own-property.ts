/** Largest array index. After this key has been set, V8 no longer stores the object's numeric keys in an array. */
const LARGEST_INDEX = 2 ** 32 - 2;

/**
 * Sets a property of any name, including `__proto__`, as data. Maps of large descriptors are built with this function,
 * since `Object.fromEntries` would first need a list of pairs.
 *
 * Numeric keys such as status codes are kept out of arrays: V8 would allocate an array as long as the largest number,
 * 5 kB in each operation for 200 and 404.
 */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  if (isNumber(key) && !Object.hasOwn(target, LARGEST_INDEX)) {
    target[LARGEST_INDEX] = value;
    delete target[LARGEST_INDEX];
  }
  target[key] = value;
}

/** Value of a property of any name; undefined if there is no object, or if it has the property from its prototype. */
export function ownMember<T>(object: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Works like `Object.fromEntries`, with {@link setOwn} for each entry. */
export function fromEntries<T>(entries: Iterable<readonly [key: string, value: T]>): Record<string, T> {
  const result: Record<string, T> = {};
  for (const [key, value] of entries) setOwn(result, key, value);
  return result;
}

function isNumber(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57;
}
