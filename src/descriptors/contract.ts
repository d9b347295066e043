import type { Diagnostic, Place } from '../model/diagnostic.ts';
import type { ComponentsRecord } from '../model/openapi-objects.ts';
import type { ApiRecord, OperationRecord } from '../model/records.ts';
import type { Topic } from '../rules/contract.ts';

/** Text of a descriptor file, or of a file that a descriptor refers to. */
export interface SourceFile {
  /** Path relative to the project, with forward slashes: `api-descriptors/library/v1.yaml`. */
  readonly path: string;
  readonly text: string;
}

/** Parsed file: plain JSON values and the position of each value. */
export interface ParsedFile {
  readonly path: string;
  /** Text without a byte order mark. */
  readonly text: string;
  readonly value: unknown;
  readonly hasExactNumbers?: boolean;
  /** Findings of the parser, of which the reader reports those whose values it uses. */
  readonly findings?: readonly PlacedFinding[];
  /**
   * Returns the position of the value at a JSON Pointer (with `at: 'key'`, of its key). If the value does not exist,
   * returns the position of its nearest ancestor. Positions are computed at the first call: only messages need them.
   */
  locate(pointer: string, at?: 'key' | 'value'): Place;
}

/** Parses a file; returns undefined if that fails, which is reported. */
export type Parse = (source: SourceFile, report: (diagnostic: Diagnostic) => void) => ParsedFile | undefined;

/** Finding in a file; its JSON Pointer is undefined if the finding does not concern a single value. */
export interface PlacedFinding {
  readonly diagnostic: Diagnostic;
  readonly pointer?: string | undefined;
}

export interface ReadContext {
  /** API name from the folder and file names, for a descriptor without a name; null if they give no name. */
  readonly name: string | null;
  /**
   * Reads the file that a reference in `from` names. Returns undefined for a file that is outside the folder, missing,
   * damaged or too large, after reporting the reason with {@link report}.
   * @param parse defaults to the format of the file's name; always the same function, since its results are cached
   */
  readFile(relativeReference: string, from: ParsedFile, pointer: string, parse?: Parse): ParsedFile | undefined;
  /** True if the folder contains the file that a reference in `from` names. */
  hasFile(relativeReference: string, from: ParsedFile): boolean;
  /** @param pointer JSON Pointer of the wrong value in the diagnostic's file; omitted if no value is wrong */
  report(diagnostic: Diagnostic, pointer?: string): void;
  /** Registers a finder for the positions of the record's parts; without it, operations have the file's position. */
  placeParts(finder: PartFinder): void;
}

/** Location of a value: its file and JSON Pointer. */
export interface PlacedValue {
  readonly file: ParsedFile;
  /** Returns the JSON Pointer of the value in the file. */
  pointer(): string;
}

/** Location of an operation. */
export interface PlacedOperation {
  readonly value: PlacedValue;
  /** Returns the JSON Pointer in the descriptor, even if the operation is the target of a reference. */
  inDescriptor(): string;
}

/** Finds the locations of a record's parts; returns undefined for a part whose location is unknown. */
export interface PartFinder {
  operation(operation: OperationRecord): PlacedOperation | undefined;
  component(section: keyof ComponentsRecord, name: string): PlacedValue | undefined;
}

/** Version of a descriptor format. */
export interface SourceFormat {
  /** Title for readers: `OpenAPI 3.1`. */
  readonly title: string;
  /** JSON Pointer of the map of named schemas. */
  readonly schemas: string;
  /** JSON Pointer of the list of named services; omitted if the reader derives services from paths. */
  readonly services?: string;
  /** Topics that the format cannot express; omitted if it can express all of them. */
  readonly cannotSay?: readonly Topic[];
}

/**
 * Reader of a descriptor format: one folder below `descriptors/` and one line in the registry.
 */
export interface DescriptorReader {
  readonly name: string;
  /** Top-level keys, one of which begins every descriptor; omitted for texts and for files that only tools write. */
  readonly heads?: readonly string[];
  /** Versions of the format, by the `source.format` of their records. */
  readonly formats: Readonly<Record<string, SourceFormat>>;
  /**
   * File name extensions of a text format, without the dot and in lower case: `['apib']`. Files so named are listed as
   * descriptors and parsed by {@link parse}. `TEXT_ENDINGS` in path-names.ts contains them too.
   */
  readonly endings?: readonly string[];
  /**
   * Parses a file into plain JSON values, in place of YAML and JSON.
   * @returns undefined if the file cannot be parsed, which is reported as an error
   */
  readonly parse?: Parse;
  /** Returns true for a descriptor of the format; decides by content, never by file name. */
  recognises(value: unknown): boolean;
  /**
   * Converts a descriptor; returns a list for a file that may describe several APIs or versions. If it cannot be
   * published, reports at least one error and returns undefined. The caller counts the reports and sets
   * `source.warningCount`.
   */
  read(file: ParsedFile, context: ReadContext): ApiRecord | readonly ApiRecord[] | undefined;
}
