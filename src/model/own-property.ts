/** The largest array index: V8 stores numbered members in no array once an object has had this one. */
const LARGEST_INDEX = 2 ** 32 - 2;

/**
 * Sets a property of any name: `__proto__` becomes data like any other name. Maps of large descriptors are built
 * with it where `Object.fromEntries` would first need a list of pairs.
 *
 * Members that are named by numbers, such as status codes, are kept out of arrays: V8 would make one as long as the
 * largest number, of 5 kB for 200 and 404, in each operation.
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

/** Does the same as `Object.fromEntries`, by {@link setOwn}. */
export function fromEntries<T>(entries: Iterable<readonly [key: string, value: T]>): Record<string, T> {
  const result: Record<string, T> = {};
  for (const [key, value] of entries) setOwn(result, key, value);
  return result;
}

function isNumber(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57;
}
