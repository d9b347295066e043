/**
 * Sets a property of any name: `__proto__` becomes data like any other name. Maps of large descriptors are built
 * with it where `Object.fromEntries` would first need a list of pairs.
 */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
