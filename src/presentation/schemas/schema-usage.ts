import type { Api } from '../../model/api.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { madeAsFact } from '../../model/dependencies.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { componentReference } from '../../schema/references.ts';

/** An operation whose request, responses or callbacks contain a schema, directly or inside another. */
interface Usage {
  readonly operation: Operation;
  /** Whether the operation refers to the schema outside of other schemas. */
  readonly isDirect: boolean;
  readonly inRequest: boolean;
  readonly inResponse: boolean;
  readonly inCallback: boolean;
}

/** Operations that use a schema. */
export interface SchemaUse {
  /** Operations that use it directly come first; otherwise the order is the descriptor's. */
  readonly all: readonly Usage[];
  /** Operations to list: with {@link holders} only those that use it directly. */
  readonly operations: readonly Usage[];
  /** Names of the schemas that contain it, if most operations use it only through these; else null. */
  readonly holders: readonly string[] | null;
}

/** Maximum of operations that a page lists. */
export const MOST_USAGE = 24;

const UNUSED: SchemaUse = { all: [], operations: [], holders: null };

/** Uses of every named schema that an operation uses. Keys are schema names. Computed once for each API. */
export const schemaUsage = computedOnce((api: Api): ReadonlyMap<string, SchemaUse> => {
  const { components } = api.record;
  const references = new References(components);
  const operations = api.getServices().flatMap((service) => service.getAllOperations());
  const holders = references.holdersOf(Object.keys(components.schemas));
  return new Map(
    [...usagesIn(operations, references)].map(([name, usages]) => {
      const [direct, inside] = [usages.filter(({ isDirect }) => isDirect), usages.filter(({ isDirect }) => !isDirect)];
      const isInMost = inside.length > 0 && usages.length > Math.max(MOST_USAGE, operations.length / 2);
      const all = [...direct, ...inside];
      const use = isInMost
        ? { all, operations: direct, holders: holders.get(name) ?? [] }
        : { all, operations: all, holders: null };
      return [name, use] as const;
    }),
  );
});

function usagesIn(operations: readonly Operation[], references: References): ReadonlyMap<string, readonly Usage[]> {
  const usage = new Map<string, Usage[]>();
  for (const operation of operations) {
    const { parameters, requestBody, responses, callbacks } = operation.record;
    const sent = references.schemasOf([parameters, requestBody]);
    const received = references.schemasOf(responses);
    const called = references.schemasOf(callbacks);
    const all = [sent, received, called];
    for (const name of new Set(all.flatMap((schemas) => [...schemas.keys()]))) {
      const entry = {
        operation,
        isDirect: all.some((schemas) => schemas.get(name) === true),
        inRequest: sent.has(name),
        inResponse: received.has(name),
        inCallback: called.has(name),
      };
      const list = usage.get(name);
      if (list === undefined) usage.set(name, [entry]);
      else list.push(entry);
    }
  }
  return usage;
}

export function usageOf(api: Api, schema: string): SchemaUse {
  return madeAsFact(`${api.getVersion()}:usage.${schema}`, () => schemaUsage(api).get(schema) ?? UNUSED);
}

/** Facts that {@link usageOf} depends on. Keys are their names. */
export function usageFacts(api: Api): ReadonlyMap<string, string> {
  return new Map(
    [...schemaUsage(api)].map(([schema, { operations, holders }]) => [
      `${api.getVersion()}:usage.${schema}`,
      JSON.stringify([
        holders,
        operations.map(({ operation: { service, resource, record }, ...where }) => [
          service.getName(),
          resource,
          record.method,
          where,
        ]),
      ]),
    ]),
  );
}

const PREFIX = '#/components/';

/** References between components; each component is searched once. */
class References {
  readonly #direct = new Map<string, ReadonlySet<string>>();
  readonly #components: ComponentsRecord;

  constructor(components: ComponentsRecord) {
    this.#components = components;
  }

  /** Names of all schemas that a value refers to, directly (true) or through other schemas (false). */
  schemasOf(value: unknown): ReadonlyMap<string, boolean> {
    const direct = this.#reached(referencesIn(value), (reference) => !isSchema(reference));
    const all = this.#reached(direct, () => true);
    return new Map([...all].filter(isSchema).map((reference) => [nameIn(reference), direct.has(reference)] as const));
  }

  /** Schema → the others that refer to it. */
  holdersOf(schemas: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const held = schemas.flatMap((holder) => {
      const references = [...this.#of(componentReference('schemas', holder))].filter(isSchema);
      return references.map((reference) => ({ holder, name: nameIn(reference) }));
    });
    const others = held.filter(({ holder, name }) => name !== holder);
    const byName = Map.groupBy(others, ({ name }) => name);
    return new Map([...byName].map(([name, members]) => [name, members.map(({ holder }) => holder)]));
  }

  #reached(start: Iterable<string>, isFollowed: (reference: string) => boolean): ReadonlySet<string> {
    const reached = new Set(start);
    for (const reference of reached) {
      if (isFollowed(reference)) for (const next of this.#of(reference)) reached.add(next);
    }
    return reached;
  }

  #of(reference: string): ReadonlySet<string> {
    const present = this.#direct.get(reference);
    if (present !== undefined) return present;
    const sections = new Map<string, Readonly<Record<string, unknown>>>(Object.entries(this.#components));
    const section = sections.get(reference.split('/')[2] ?? '') ?? {};
    const name = nameIn(reference);
    const direct = new Set(referencesIn(Object.hasOwn(section, name) ? section[name] : null));
    this.#direct.set(reference, direct);
    return direct;
  }
}

function isSchema(reference: string): boolean {
  return reference.startsWith(`${PREFIX}schemas/`);
}

function nameIn(reference: string): string {
  return decodeURIComponent(reference.split('/')[3] ?? '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

/** Every reference to a component inside a value. */
function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string' && inner.startsWith(PREFIX)) yield inner;
    else yield* referencesIn(inner);
  }
}
