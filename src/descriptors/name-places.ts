import type { Diagnostic } from '../model/diagnostic.ts';
import type { ParsedFile } from './contract.ts';
import { splitPointer, valueAt } from './positions.ts';

/** JSON Pointers of the name, version and rank of an API, in order of precedence. */
const NAME = ['/api', '/info/x-platform-api'];
const VERSION = ['/version', '/info/x-platform-version', '/x-platform-version'];
const DEFAULT = ['/default', '/info/x-platform-default'];
const FORMER = ['/info/x-platform-former-names', '/x-platform-former-names'];
const POINTERS: Readonly<Record<string, readonly string[]>> = {
  'api-version-duplicate': [...VERSION, ...NAME],
  'api-default-duplicate': DEFAULT,
  'api-former-name': FORMER,
};

/** A problem with the name of an API, at the line that gives it; as it is where the names of files or folders do. */
export function atItsName(problem: Diagnostic, file: ParsedFile | undefined): Diagnostic {
  const pointers = POINTERS[problem.rule] ?? NAME;
  const pointer = file && pointers.find((candidate) => valueAt(file.value, splitPointer(candidate)) !== undefined);
  return pointer === undefined ? problem : { ...problem, ...file?.locate(pointer) };
}
