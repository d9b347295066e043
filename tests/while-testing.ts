import { afterAll, beforeAll } from 'vitest';

interface Closable {
  close(): unknown;
}

/**
 * Opens something before the tests of a file, or of a `describe`, and closes it behind them. Do not use the result
 * while tests are being collected: it is not there yet.
 */
export function whileTesting<T extends Closable>(open: () => T | Promise<T>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  return new Proxy({} as T, {
    get(_, key) {
      if (opened === undefined) throw new Error(`${String(key)} was asked for before the tests began.`);
      const value: unknown = Reflect.get(opened, key, opened);
      return typeof value === 'function' ? value.bind(opened) : value;
    },
  });
}
