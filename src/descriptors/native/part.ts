import type { JsonSchema } from '../../model/schema/schema.ts';
import { escapePointerSegment } from '../positions.ts';
import type { Complaint } from './reporter.ts';
import type { SchemaLibrary } from './schema-library.ts';

/** Context of the conversion of a descriptor. */
export interface Conversion {
  readonly library: SchemaLibrary;
  complain(complaint: Complaint): void;
  /** Keeps an example until the schemas are known: it is held against its own then. */
  keepExample(pointer: string, value: unknown, schema: JsonSchema): void;
}

/** A part of a descriptor that is converted: where it stands, and what that needs. */
export class Part {
  readonly #conversion: Conversion;
  readonly #pointer: string;

  constructor(conversion: Conversion, pointer: string) {
    this.#conversion = conversion;
    this.#pointer = pointer;
  }

  /** The part at a key, or a position, of this one. */
  at(...keys: readonly (string | number)[]): Part {
    const pointer = [this.#pointer, ...keys.map((key) => escapePointerSegment(String(key)))].join('/');
    return new Part(this.#conversion, pointer);
  }

  /** The same, where one rule cannot be asked. */
  without(rule: string): Part {
    const complain: Conversion['complain'] = (complaint) =>
      complaint.rule === rule || this.#conversion.complain(complaint);
    return new Part({ ...this.#conversion, complain }, this.#pointer);
  }

  /** @param at its key, where that is wrong and not what it holds */
  complain(rule: string, message: string, remedy: string, at?: Complaint['at']): void {
    this.#conversion.complain({ pointer: this.#pointer, at, rule, message, remedy });
  }

  /** This part as a schema, with its references converted. */
  schema(schema: JsonSchema): JsonSchema {
    return this.#conversion.library.convert(schema, this.#pointer);
  }

  keepExample(value: unknown, schema: JsonSchema): void {
    this.#conversion.keepExample(this.#pointer, value, schema);
  }
}
