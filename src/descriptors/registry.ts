import { blueprintReader } from './blueprint/reader.ts';
import type { DescriptorReader, Parse, SourceFormat } from './contract.ts';
import { laminas } from './laminas/reader.ts';
import { nativeReader } from './native/reader.ts';
import { openapi } from './openapi/reader.ts';
import { parseFile } from './parse.ts';
import { descriptorEnding } from './path-names.ts';
import { postman } from './postman/reader.ts';
import { ramlReader } from './raml/reader.ts';

/** Readers in order: the first reader that recognises a file's content reads it. A new format adds one line. */
export const descriptorReaders: readonly DescriptorReader[] = [
  openapi,
  nativeReader,
  blueprintReader,
  postman,
  ramlReader,
  laminas,
];

/** Finds the reader of a descriptor; undefined for any other file. @param value parsed content of the file */
export function readerOf(value: unknown): DescriptorReader | undefined {
  return descriptorReaders.find((reader) => reader.recognises(value));
}

/** Parses a file by the reader that has its extension, or else as YAML or JSON. */
export const parseDescriptor: Parse = (source, report) => {
  const ending = descriptorEnding(source.path, () => source.text) ?? '';
  const reader = descriptorReaders.find(({ endings = [] }) => endings.includes(ending));
  return (reader?.parse ?? parseFile)(source, report);
};

/** @param format `source.format` of a record; an older release may use a format that no longer exists */
export function sourceFormat(format: string): SourceFormat | undefined {
  return descriptorReaders.flatMap(({ formats }) => formats[format] ?? [])[0];
}
