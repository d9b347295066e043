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
  /** Text without a byte order mark. */
  readonly text: string;
  readonly value: unknown;
  /**
   * Place of the value (with `at: 'key'`, of the key) at a JSON Pointer, or of its nearest ancestor if there is none.
   * Computed at the first call: only messages need it.
   */
  locate(pointer: string, at?: 'key' | 'value'): Place;
}

/** A finding in a file, with its JSON Pointer; undefined if it has none. */
export interface PlacedFinding {
  readonly diagnostic: Diagnostic;
  readonly pointer?: string | undefined;
}

export interface ReadContext {
  /** Name from folder and file, for an API that does not name itself; null if they give none. */
  readonly name: string | null;
  /**
   * Reads the file that a reference in `from` names. Undefined when it cannot be read; the reason was then reported by
   * {@link report}: outside the folder, missing, damaged, too large.
   */
  readFile(relativeReference: string, from: ParsedFile, pointer: string): ParsedFile | undefined;
  /** @param pointer JSON Pointer of the wrong value in the file of the diagnostic; left out if there is none */
  report(diagnostic: Diagnostic, pointer?: string): void;
  /** Records the places of the parts of the record; without them operations have the place of the file. */
  placeParts(finder: PartFinder): void;
}

/** A value in a file. */
interface PlacedValue {
  readonly file: ParsedFile;
  /** JSON Pointer. */
  pointer(): string;
}

/** An operation in a file. */
export interface PlacedOperation {
  readonly value: PlacedValue;
  /** JSON Pointer in the descriptor, also where a reference leads to the operation. */
  inDescriptor(): string;
}

/** Finds where the parts of a record were read; undefined where that is not known. */
export interface PartFinder {
  operation(operation: OperationRecord): PlacedOperation | undefined;
  component(section: keyof ComponentsRecord, name: string): PlacedValue | undefined;
}

/** One version of a descriptor format. */
export interface SourceFormat {
  /** Title for readers: `OpenAPI 3.1`. */
  readonly title: string;
  /** JSON Pointer of the map of named schemas. */
  readonly schemas: string;
  /** JSON Pointer of the list of named services; left out if services are made of paths. */
  readonly services?: string;
  /** Topics that the format cannot express; left out if there are none. */
  readonly cannotSay?: readonly Topic[];
}

/**
 * A descriptor format. One folder below `descriptors/` and one registry line.
 */
export interface DescriptorReader {
  readonly name: string;
  /** Keys of which one is at the top of every descriptor of the format. */
  readonly heads: readonly string[];
  /** Keys are the `source.format` of its records. */
  readonly formats: Readonly<Record<string, SourceFormat>>;
  /** Decides by content, never by file name. */
  recognises(value: unknown): boolean;
  /**
   * Converts a descriptor; undefined when it cannot be published, for which at least one error was reported. The caller
   * counts the reports and sets `source.warningCount`.
   */
  read(file: ParsedFile, context: ReadContext): ApiRecord | undefined;
}
