import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isRecord } from '../../model/schema/json-values.ts';
import { splitPointer, valueAt } from '../positions.ts';
import schema from './api-descriptor.schema.json' with { type: 'json' };
import type { NativeDescriptor, NativeService } from './native-descriptor.ts';
import { prune } from './prune.ts';
import type { Complaint } from './reporter.ts';
import { describeError } from './structure-messages.ts';

/** A descriptor without its broken parts: what is left has the shape that the JSON Schema demands. */
export interface CheckedDescriptor {
  readonly top: Omit<Partial<NativeDescriptor>, 'services'>;
  readonly services: readonly { readonly pointer: string; readonly service: NativeService }[];
}

/** A descriptor checked against the JSON Schema, and everything that is wrong with its shape: one complaint a place. */
interface StructureCheck {
  readonly complaints: readonly Complaint[];
  readonly descriptor: CheckedDescriptor;
  /** The place in the file of what a pointer leads to in {@link descriptor}. */
  readonly original: (pointer: string) => string;
}

/** Keys of a service without which nothing can be said of its paths. */
const DECIDING_KEYS: ReadonlySet<string> = new Set(['name', 'kind', 'route', 'route_identifier_name']);
/** Parameters are removed whole: with another name or location one would be another parameter. */
const PARAMETER = /^\/services\/\d+(?:\/(?:entity_)?operations\/\d+)?\/parameters\/\d+/;
/** Rounds after which everything around a broken part is removed at once. */
const MOST_ROUNDS = 5;

let compiledDescriptor: ValidateFunction | undefined;
let compiledSchema: ValidateFunction | undefined;

const OPTIONS = {
  allErrors: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  validateFormats: false,
  // The generated code runs for milliseconds, and optimizing it takes a third of the compile time.
  code: { optimize: false },
} as const;

/**
 * Checks the shape of a descriptor. Parts of a wrong shape are left out, so that the meaning of the rest can still be
 * checked and everything reported at once.
 */
export function checkStructure(value: object): StructureCheck {
  compiledDescriptor ??= new Ajv2020(OPTIONS).compile(schema);
  const validate = compiledDescriptor;
  const complaintsOf = (candidate: unknown): readonly Complaint[] =>
    validate(candidate) ? [] : onePerPlace(validate.errors ?? []);
  const complaints = complaintsOf(value);
  if (complaints.length === 0) return { complaints, descriptor: toDescriptor(value), original: (pointer) => pointer };
  return { complaints, ...withoutBroken(value, complaints, complaintsOf) };
}

/** Checks a JSON Schema of another file against the rules of JSON Schema 2020-12; places are relative to it. */
export function checkSchema(value: unknown): readonly Complaint[] {
  compiledSchema ??= new Ajv2020(OPTIONS).compile({ $ref: 'https://json-schema.org/draft/2020-12/schema' });
  return compiledSchema(value) ? [] : onePerPlace(compiledSchema.errors ?? []);
}

/**
 * The first error of each place. Alternatives (`anyOf`) fail with errors of each branch, some of them deeper, of which
 * the first at the place itself is kept; `if` and `propertyNames` repeat what the check inside them said.
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

function withoutBroken(
  value: object,
  complaints: readonly Complaint[],
  complaintsOf: (candidate: unknown) => readonly Complaint[],
): Pick<StructureCheck, 'descriptor' | 'original'> {
  const cuts = new Set(complaints.flatMap((complaint) => cutFor(complaint, value)));
  for (let rounds = 0; ; rounds++) {
    const { value: rest, original } = prune(value, cuts);
    // The rest may lack required keys.
    const broken = complaintsOf(rest).map((complaint) => ({ ...complaint, pointer: original(complaint.pointer) }));
    const more = broken.flatMap((complaint) =>
      rounds < MOST_ROUNDS ? cutFor(complaint, value) : [pathTo(complaint.pointer).slice(0, 3).at(-1) ?? ''],
    );
    const added = more.filter((cut) => cut !== '' && !cuts.has(cut));
    if (added.length === 0) return { descriptor: toDescriptor(isRecord(rest) ? rest : {}), original };
    for (const cut of added) cuts.add(cut);
  }
}

/**
 * JSON Pointers to remove because of a complaint, so that the rest keeps its meaning. A complaint about the descriptor
 * as a whole removes nothing: it may be incomplete.
 */
function cutFor({ pointer, rule }: Complaint, value: object): readonly string[] {
  const [service, key] = /^(\/services\/\d+)\/([^/]+)$/.exec(pointer)?.slice(1) ?? [];
  if (service !== undefined && key !== undefined) {
    // An unknown key may be the misspelt name of the identifier.
    const decides = DECIDING_KEYS.has(key) || (rule === 'unknown-key' && !namesIdentifier(value, service));
    return [decides ? service : pointer];
  }
  const parameter = PARAMETER.exec(pointer)?.[0];
  return pointer === '' ? [] : [parameter ?? pointer];
}

function namesIdentifier(value: object, pointer: string): boolean {
  return valueAt(value, [...splitPointer(pointer), 'route_identifier_name']) !== undefined;
}

function toDescriptor(value: object): CheckedDescriptor {
  const services: unknown = 'services' in value ? value.services : undefined;
  return {
    top: Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'services')),
    services: (Array.isArray(services) ? services : []).map((service: unknown, index) => ({
      pointer: `/services/${index}`,
      service: service as NativeService,
    })),
  };
}
