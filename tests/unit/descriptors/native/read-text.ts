import type { ParsedFile, ReadContext } from '../../../../src/descriptors/contract.ts';
import { nativeReader } from '../../../../src/descriptors/native/reader.ts';
import { parseFile } from '../../../../src/descriptors/parse.ts';
import type { Diagnostic } from '../../../../src/model/diagnostic.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';

export interface Reading {
  readonly record: ApiRecord | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a native descriptor from text; `files` are beside it, named as references name them. */
export function readText(
  text: string,
  {
    path = 'api-descriptors/shop/v1.yaml',
    files = {},
  }: { path?: string; files?: Readonly<Record<string, string>> } = {},
): Reading {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);
  const parsed = new Map<string, ParsedFile | undefined>();
  const context: ReadContext = {
    name: 'shop',
    report,
    placeParts: () => undefined,
    hasFile: (reference) => Object.hasOwn(files, reference),
    readFile(reference) {
      if (!parsed.has(reference)) {
        const source = Object.hasOwn(files, reference) ? files[reference] : undefined;
        parsed.set(
          reference,
          source === undefined
            ? undefined
            : parseFile({ path: `api-descriptors/shop/${reference}`, text: source }, report),
        );
      }
      return parsed.get(reference);
    },
  };
  const file = parseFile({ path, text }, report);
  const [record] = [(file && nativeReader.read(file, context)) ?? []].flat();
  return { record, diagnostics };
}

/** The record of a descriptor that has nothing wrong with it. */
export function recordOf(text: string, options?: Parameters<typeof readText>[1]): ApiRecord {
  const { record, diagnostics } = readText(text, options);
  if (record === undefined || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return record;
}

/** `line:column rule`, in order. */
export function placesOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ line, column, rule }) => `${line}:${column} ${rule}`);
}
