/**
 * A function that computes a value for an object the first time it is asked, and keeps it as long as the object lives.
 */
export function computedOnce<Key extends object, Value extends {}>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}
