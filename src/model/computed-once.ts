import { dependOn, type Made, madeOnce } from './dependencies.ts';

/**
 * Wraps a function of an object so that each result is computed once and cached until the object is garbage-collected.
 */
export function computedOnce<Key extends object, Value extends {}>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Made<Value>>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) {
      dependOn(known.madeOf);
      return known.value;
    }
    const made = madeOnce(() => compute(key));
    values.set(key, made);
    return made.value;
  };
}
