import type { Api } from '../../model/api.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { madeAsFact } from '../../model/dependencies.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';

/** An operation whose request, answers or callbacks hold a schema, directly or inside another. */
interface Usage {
  readonly operation: Operation;
  readonly inRequest: boolean;
  readonly inResponse: boolean;
  readonly inCallback: boolean;
}

/** Named schema → the operations that use it, in the descriptor's order. Computed once for each API. */
export const schemaUsage = computedOnce((api: Api): ReadonlyMap<string, readonly Usage[]> => {
  const references = new References(api.record.components);
  const usage = new Map<string, Usage[]>();
  for (const operation of api.getServices().flatMap((service) => service.getAllOperations())) {
    const { parameters, requestBody, responses, callbacks } = operation.record;
    const sent = references.schemasOf([parameters, requestBody]);
    const received = references.schemasOf(responses);
    const called = references.schemasOf(callbacks);
    for (const name of new Set([...sent, ...received, ...called])) {
      const entry = {
        operation,
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
});

/** The operations that use one schema. */
export function usageOf(api: Api, schema: string): readonly Usage[] {
  return madeAsFact(`${api.getVersion()}:usage.${schema}`, () => schemaUsage(api).get(schema) ?? []);
}

/** What {@link usageOf} depends on, by the names of its facts. */
export function usageFacts(api: Api): ReadonlyMap<string, string> {
  return new Map(
    [...schemaUsage(api)].map(([schema, usage]) => [
      `${api.getVersion()}:usage.${schema}`,
      JSON.stringify(
        usage.map(({ operation: { service, resource, record }, ...where }) => [
          service.getName(),
          resource,
          record.method,
          where,
        ]),
      ),
    ]),
  );
}

const PREFIX = '#/components/';

/** What refers to what; each component is searched once. */
class References {
  readonly #direct = new Map<string, ReadonlySet<string>>();
  readonly #components: ComponentsRecord;

  constructor(components: ComponentsRecord) {
    this.#components = components;
  }

  /** Names of all schemas that can be reached. */
  schemasOf(value: unknown): ReadonlySet<string> {
    const reached = new Set(found(value));
    for (const reference of reached) for (const next of this.#of(reference)) reached.add(next);
    return new Set(
      [...reached].flatMap((reference) => (reference.startsWith(`${PREFIX}schemas/`) ? [nameIn(reference)] : [])),
    );
  }

  #of(reference: string): ReadonlySet<string> {
    const present = this.#direct.get(reference);
    if (present !== undefined) return present;
    const sections = new Map<string, Readonly<Record<string, unknown>>>(Object.entries(this.#components));
    const section = sections.get(reference.split('/')[2] ?? '') ?? {};
    const name = nameIn(reference);
    const direct = new Set(found(Object.hasOwn(section, name) ? section[name] : null));
    this.#direct.set(reference, direct);
    return direct;
  }
}

function nameIn(reference: string): string {
  return decodeURIComponent(reference.split('/')[3] ?? '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

/** Every reference to a component inside a value. */
function* found(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string' && inner.startsWith(PREFIX)) yield inner;
    else yield* found(inner);
  }
}
