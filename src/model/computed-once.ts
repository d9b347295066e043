import { type Dependencies, dependOn, madeOnce } from './dependencies.ts';

/**
 * Wraps a function of an object so that each result is computed once and cached until the object is garbage-collected.
 */
export function computedOnce<Key extends object, Value extends {}>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  const madeOf = new WeakMap<Key, Dependencies>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) {
      dependOn(madeOf.get(key));
      return known;
    }
    const value = madeOnce(
      () => compute(key),
      (dependencies) => madeOf.set(key, dependencies),
    );
    values.set(key, value);
    return value;
  };
}
