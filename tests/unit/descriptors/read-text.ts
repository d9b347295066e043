import { posix } from 'node:path';
import type { DescriptorReader, Parse, ParsedFile } from '../../../src/descriptors/contract.ts';
import { openapi } from '../../../src/descriptors/openapi/reader.ts';
import { ownNameIn, pathNames } from '../../../src/descriptors/path-names.ts';
import { parseDescriptor } from '../../../src/descriptors/registry.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { ApiRecord } from '../../../src/model/records.ts';

export interface ReadResult {
  /** All records, of which `record` is the first. */
  readonly records: readonly ApiRecord[];
  readonly record: ApiRecord | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a text that must be right. */
export function parseText(text: string, path = 'd/api.yaml', parse: Parse = parseDescriptor): ParsedFile {
  const file = parse({ path, text }, (diagnostic) => {
    throw new Error(diagnostic.message);
  });
  if (file === undefined) throw new Error('not parsed');
  return file;
}

/** Reads a descriptor without a file system; `others` holds the files that it refers to. */
export function readText(
  text: string,
  others: Readonly<Record<string, string>> = {},
  reader: DescriptorReader = openapi,
  folder: string | null = null,
): ReadResult {
  const file = parseText(text, `d/api.${reader.endings?.[0] ?? 'yaml'}`, reader.parse);
  return readParsed(file, others, reader, folder);
}

export function readValue(value: unknown): ReadResult {
  return readText(JSON.stringify(value));
}

export function readParsed(
  main: ParsedFile,
  others: Readonly<Record<string, string>> = {},
  reader: DescriptorReader = openapi,
  folder: string | null = null,
): ReadResult {
  const diagnostics: Diagnostic[] = [];
  const parsed = new Map<string, ParsedFile>([[main.path, main]]);
  const read = reader.read(main, {
    name:
      folder ?? pathNames([{ path: main.path, ownName: ownNameIn(main.value) }], posix.dirname(main.path))(main.path),
    report: (diagnostic) => diagnostics.push(diagnostic),
    placeParts: () => undefined,
    hasFile: (reference, from) => Object.hasOwn(others, posix.join(posix.dirname(from.path), reference)),
    readFile(reference, from, _pointer, parse) {
      const path = posix.join(posix.dirname(from.path), reference);
      const text = Object.hasOwn(others, path) ? others[path] : undefined;
      const file = parsed.get(path) ?? (text === undefined ? undefined : parseText(text, path, parse));
      if (file !== undefined) parsed.set(path, file);
      else
        diagnostics.push({
          file: from.path,
          line: 1,
          column: 1,
          severity: 'warning',
          rule: 'ref-not-found',
          message: reference,
          remedy: '',
        });
      return file;
    },
  });
  const records = [read ?? []].flat();
  return { records, record: records[0], diagnostics };
}

/** The record of a descriptor that must be readable. */
export function recordOf(result: ReadResult): ApiRecord {
  if (result.record === undefined) throw new Error(`no record: ${JSON.stringify(result.diagnostics)}`);
  return result.record;
}

export function rulesOf(result: ReadResult): readonly string[] {
  return result.diagnostics.map(({ rule }) => rule);
}
