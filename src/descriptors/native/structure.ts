import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { escapePointerSegment } from '../positions.ts';
import schema from './api-descriptor.schema.json' with { type: 'json' };
import type { NativeDescriptor, NativeService } from './native-descriptor.ts';
import type { Complaint } from './reporter.ts';
import { describeError } from './structure-messages.ts';

/** A descriptor without its broken parts: what is left has the shape that the JSON Schema demands. */
export interface CheckedDescriptor {
  readonly top: Omit<Partial<NativeDescriptor>, 'services'>;
  /** With the place of each in the file. */
  readonly services: readonly { readonly pointer: string; readonly service: NativeService }[];
}

/** A descriptor checked against the JSON Schema, and everything that is wrong with its shape: one complaint a place. */
interface StructureCheck {
  readonly complaints: readonly Complaint[];
  readonly descriptor: CheckedDescriptor;
}

let compiledDescriptor: ValidateFunction | undefined;
let compiledSchema: ValidateFunction | undefined;

const OPTIONS = { allErrors: true, verbose: true, strict: true, strictTypes: false, strictRequired: false, validateFormats: false } as const;

/**
 * Checks the shape of a descriptor. A service with a wrong shape is left out, so that the meaning of the others can
 * still be checked and everything be told at once.
 */
export function checkStructure(value: object): StructureCheck {
  compiledDescriptor ??= new Ajv2020(OPTIONS).compile(schema);
  const complaints = compiledDescriptor(value) ? [] : onePerPlace(compiledDescriptor.errors ?? []);
  const broken = complaints.map((complaint) => complaint.pointer);
  return { complaints, descriptor: withoutBroken(value, broken) };
}

/** Checks a JSON Schema of another file against the rules of JSON Schema 2020-12; places are relative to it. */
export function checkSchema(value: unknown): readonly Complaint[] {
  compiledSchema ??= new Ajv2020(OPTIONS).compile({ $ref: 'https://json-schema.org/draft/2020-12/schema' });
  return compiledSchema(value) ? [] : onePerPlace(compiledSchema.errors ?? []);
}

/**
 * The first error of each place. Alternatives (`anyOf`) fail with errors of each branch, some of them deeper, of which the first at the
 * place itself is kept; `if` and `propertyNames` repeat what the check inside them said.
 */
function onePerPlace(errors: readonly ErrorObject[]): readonly Complaint[] {
  const alternatives = new Set(errors.filter((error) => error.keyword === 'anyOf').map((error) => error.instancePath));
  const byPlace = new Map<string, Complaint>();
  for (const error of errors) {
    if (error.keyword === 'if' || (error.propertyName !== undefined && error.keyword !== 'propertyNames')) continue;
    if (
      pathTo(error.instancePath)
        .slice(0, -1)
        .some((place) => alternatives.has(place))
    )
      continue;
    const complaint = describeError(error);
    const place = `${complaint.pointer} ${complaint.rule === 'missing-key' ? complaint.message : ''}`;
    if (!byPlace.has(place)) byPlace.set(place, complaint);
  }
  return [...byPlace.values()];
}

/** A pointer and all that lead to it: `/a/b` → ``, `/a`, `/a/b`. */
function pathTo(pointer: string): readonly string[] {
  return pointer.split('/').map((_, index, keys) => keys.slice(0, index + 1).join('/'));
}

function withoutBroken(value: object, broken: readonly string[]): CheckedDescriptor {
  const damaged = new Set(broken.flatMap((pointer) => pathTo(pointer).slice(0, 3)));
  const isWhole = (pointer: string): boolean => !damaged.has(pointer);
  const services: unknown = 'services' in value ? value.services : undefined;
  const top = Object.entries(value).filter(([key]) => key !== 'services' && isWhole(`/${escapePointerSegment(key)}`));
  return {
    top: Object.fromEntries(top),
    services: (Array.isArray(services) ? services : []).flatMap((service: unknown, index) => {
      const pointer = `/services/${index}`;
      return isWhole(pointer) ? [{ pointer, service: service as NativeService }] : [];
    }),
  };
}
