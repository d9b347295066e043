import type { Diagnostic } from '../model/diagnostic.ts';
import { isRecord } from '../model/schema/json-values.ts';
import type { ParsedFile } from './contract.ts';

/** What gives an API its name, version and rank, in the order in which a descriptor is asked. */
const NAME = ['/api', '/info/x-platform-api'];
const VERSION = ['/version', '/info/x-platform-version', '/x-platform-version'];
const DEFAULT = ['/default', '/info/x-platform-default'];

/** A problem with the name of an API, at the line that gives it; as it is where the names of files or folders do. */
export function atItsName(problem: Diagnostic, file: ParsedFile | undefined): Diagnostic {
  const pointers =
    problem.rule === 'api-version-duplicate'
      ? [...VERSION, ...NAME]
      : problem.rule === 'api-default-duplicate'
        ? DEFAULT
        : NAME;
  const pointer = file && pointers.find((candidate) => leadsIn(file.value, candidate.split('/').slice(1)));
  return pointer === undefined ? problem : { ...problem, ...file?.locate(pointer) };
}

function leadsIn(value: unknown, [key, ...rest]: readonly string[]): boolean {
  return key === undefined || (isRecord(value) && Object.hasOwn(value, key) && leadsIn(value[key], rest));
}
