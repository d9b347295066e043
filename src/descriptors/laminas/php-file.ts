import type { TextIndex } from '../positions.ts';
import { isArray } from './php-arrays.ts';
import { type NotRead, type PhpPlace, PhpReader, type Places } from './php-literals.ts';

interface PhpFile {
  /**
   * Returned value as plain JSON: arrays with the keys 0, 1, … are lists, others are objects. `include 'a.php'` is an
   * object with the key `INCLUDE` and a path relative to the file; arrays that are merged with an included one are an
   * object with the keys `MERGE` and `parts`. Null if the file returns nothing that is read.
   */
  readonly value: unknown;
  readonly notRead: readonly NotRead[];
}

/**
 * Reads the literals of a PHP file that returns a value; executes nothing.
 * @param path path of the file, of which `__DIR__` and `__FILE__` are made
 * @param marks true if an `unread` array stands for a value that was not read; otherwise, it is left out
 * @throws {TextProblem}
 */
export function readPhp(text: string, path: string, marks = false): PhpFile {
  const reader = new PhpReader(text, path, null, marks);
  return { value: reader.root().value, notRead: reader.notRead };
}

/** Creates an index of the positions of values in a text that {@link readPhp} can read. */
export function createPhpIndex(text: string, path: string): TextIndex<PhpPlace> {
  const places: Places = new WeakMap();
  return {
    root: new PhpReader(text, path, places).root(),
    offsetOf: ({ offset }) => offset,
    children: ({ value }) => (isArray(value) && places.get(value)) || new Map(),
  };
}
