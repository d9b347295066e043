import type { Diagnostic, Place } from '../model/diagnostic.ts';
import type { ComponentsRecord } from '../model/openapi-objects.ts';
import type { ApiRecord, OperationRecord } from '../model/records.ts';
import type { Topic } from '../rules/contract.ts';

/** A descriptor file, or a file that one refers to, as text. */
export interface SourceFile {
  /** Relative to the project, with forward slashes: `api-descriptors/library/v1.yaml`. */
  readonly path: string;
  readonly text: string;
}

/** A parsed file: plain JSON values and where each stands. */
export interface ParsedFile {
  readonly path: string;
  /** As it was read, without a byte order mark. */
  readonly text: string;
  readonly value: unknown;
  /**
   * Place of the value (or with `key` of the key) that a JSON Pointer leads to; that of the nearest ancestor when it
   * leads nowhere. Computed at the first call: only messages need it.
   */
  locate(pointer: string, at?: 'key' | 'value'): Place;
}

/** What is reported of a file, and the JSON Pointer that leads to it there; undefined where there is none. */
export interface Found {
  readonly diagnostic: Diagnostic;
  readonly pointer?: string | undefined;
}

export interface ReadContext {
  /** What folder and file name call an API that does not name itself; null where they say nothing. */
  readonly name: string | null;
  /**
   * Another file, named as a reference of `from` names it. Undefined when it cannot be read; the reason was then
   * reported by {@link report}: outside the folder, missing, damaged, too large.
   */
  readFile(relativeReference: string, from: ParsedFile, pointer: string): ParsedFile | undefined;
  /** @param pointer JSON Pointer, in the file that it is about, of what is wrong; left out where there is none */
  report(diagnostic: Diagnostic, pointer?: string): void;
  /** Says where parts were found that a `$ref` leads to; without it they are taken to be where formats have them. */
  placeParts(finder: PartFinder): void;
}

/** A value in a file. */
interface PlacedValue {
  readonly file: ParsedFile;
  /** JSON Pointer. */
  pointer(): string;
}

/** Where the parts of a record were read; undefined where that is not known. */
export interface PartFinder {
  operation(operation: OperationRecord): PlacedValue | undefined;
  component(section: keyof ComponentsRecord, name: string): PlacedValue | undefined;
}

/** One version of a descriptor format. */
export interface SourceFormat {
  /** For people: `OpenAPI 3.1`. */
  readonly title: string;
  /** JSON Pointer of the map of named schemas. */
  readonly schemas: string;
  /** JSON Pointer of the list of services, which have names; left out: they are made of paths. */
  readonly services?: string;
  /** What it has no words for; left out where that is nothing. */
  readonly cannotSay?: readonly Topic[];
}

/**
 * A descriptor format. One folder below `descriptors/` and one registry line.
 */
export interface DescriptorReader {
  readonly name: string;
  /** The keys that a descriptor begins with. */
  readonly heads: readonly string[];
  /** By what `source.format` of its records is. */
  readonly formats: Readonly<Record<string, SourceFormat>>;
  /** By content, never by file name. */
  recognises(value: unknown): boolean;
  /**
   * Undefined when the descriptor cannot be published; at least one error was reported then. What was reported is
   * counted by who collects it, not in `source`.
   */
  read(file: ParsedFile, context: ReadContext): ApiRecord | undefined;
}
