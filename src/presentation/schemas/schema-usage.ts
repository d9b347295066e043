import type { Api } from '../../model/api.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { madeAsFact } from '../../model/dependencies.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { collectReferences, componentsByReference } from '../../model/reachable-components.ts';
import { isRecord } from '../../schema/json-values.ts';
import { componentName, componentReference } from '../../schema/references.ts';
import type { CommonParts } from '../fields/field-place.ts';

/** Operation that refers to a schema in its request, responses or callbacks, directly or through other schemas. */
interface Usage {
  readonly operation: Operation;
  /** Whether the operation refers to the schema directly. */
  readonly isDirect: boolean;
  readonly inRequest: boolean;
  readonly inResponse: boolean;
  readonly inCallback: boolean;
}

/** Operations that use a schema. */
export interface SchemaUse {
  /** All operations in the order of the descriptor; those that refer to the schema directly come first. */
  readonly all: readonly Usage[];
  /** Operations to list: all, or with {@link holders} only those that refer to the schema directly. */
  readonly operations: readonly Usage[];
  /** Names of the schemas that contain this schema, listed if too many operations use it only indirectly; else null. */
  readonly holders: readonly string[] | null;
}

/** Maximum number of operations that a page lists. */
export const MOST_USAGE = 24;

const UNUSED: SchemaUse = { all: [], operations: [], holders: null };

/** Map of schema name → its uses, for all schemas that operations use. Computed once for each API. */
export function schemaUsage(api: Api): ReadonlyMap<string, SchemaUse> {
  return api.components.remembered('schema usage', api, usesIn);
}

function usesIn(api: Api): ReadonlyMap<string, SchemaUse> {
  const references = referencesIn(api);
  const operations = api.getOperations();
  const holders = references.holdersOf(api.getSchemaNames());
  return new Map<string, SchemaUse>(
    [...usagesIn(operations, references)].map(([name, usages]) => {
      const [direct, inside] = [usages.filter(({ isDirect }) => isDirect), usages.filter(({ isDirect }) => !isDirect)];
      const isInMost = inside.length > 0 && usages.length > Math.max(MOST_USAGE, operations.length / 2);
      const all = [...direct, ...inside];
      if (isInMost) return [name, { all, operations: direct, holders: holders.get(name) ?? [] }] as const;
      return [name, { all, operations: all, holders: null }] as const;
    }),
  );
}

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

/**
 * Schemas that are a part of most messages, and none by themselves, such as the metadata of every resource. A service
 * page has less of them, so that it has more of what is special to its messages. Of schemas that most webhooks have,
 * such as the repository of every event, pages of webhooks show only the names of fields.
 */
export function commonParts(api: Api, isOfWebhooks: boolean): CommonParts {
  const { inCalls, inWebhooks } = madeAsFact(commonFactOf(api), () => commonIn(api));
  return isOfWebhooks ? { names: inWebhooks, depth: 0 } : { names: inCalls, depth: 1 };
}

const commonIn = computedOnce((api: Api) => {
  const isCommon = ({ operations, holders }: SchemaUse): boolean =>
    operations.length === 0 && holders !== null && holders.length > MOST_USAGE;
  const isOfWebhook = ({ service }: Operation): boolean => service.getKind() === 'webhook';
  const webhooks = api.getOperations().filter(isOfWebhook).length;
  const most = Math.max(MOST_USAGE, webhooks / 2);
  const isInMost = ({ all }: SchemaUse): boolean => all.filter(({ operation }) => isOfWebhook(operation)).length > most;
  const holders = [...referencesIn(api).holdersOf(api.getSchemaNames()).values()];
  const isPossible = webhooks > MOST_USAGE || holders.some(({ length }) => length > MOST_USAGE);
  const uses = isPossible ? [...schemaUsage(api)] : [];
  const namesOf = (isWanted: (use: SchemaUse) => boolean): ReadonlySet<string> =>
    new Set(uses.flatMap(([name, use]) => (isWanted(use) ? [name] : [])));
  return { inCalls: namesOf(isCommon), inWebhooks: namesOf(isInMost) };
});

function commonFactOf(api: Api): string {
  return `${api.getVersion()}:common-parts`;
}

export function usageOf(api: Api, schema: string): SchemaUse {
  return madeAsFact(`${api.getVersion()}:usage.${schema}`, () => schemaUsage(api).get(schema) ?? UNUSED);
}

/** Map of name → fact that {@link usageOf} and {@link commonParts} depend on. */
export function usageFacts(api: Api): ReadonlyMap<string, string> {
  const usages = [...schemaUsage(api)].map(([schema, { operations, holders }]) => {
    const users = operations.map(({ operation: { service, resource, record }, ...where }) => {
      return [service.getName(), resource, record.method, where];
    });
    return [`${api.getVersion()}:usage.${schema}`, JSON.stringify([holders, users])] as const;
  });
  const common = Object.values(commonIn(api)).map((names) => [...names].sort());
  return new Map([...usages, [commonFactOf(api), JSON.stringify(common)]]);
}

/** Mark of a node that stands for the subtypes of a schema, not for the schema itself. */
const SUBTYPES = ' subtypes';

function referencesIn(api: Api): References {
  return api.components.remembered('component references', api, ({ record }) => new References(record.components));
}

/**
 * References between components; each component is searched once. A reference to a schema uses its subtypes; a subtype,
 * which includes its parent by `allOf`, does not use the others.
 */
class References {
  readonly #direct = new Map<string, ReadonlySet<string>>();
  readonly #components: ReadonlyMap<string, unknown>;

  constructor(components: ComponentsRecord) {
    this.#components = componentsByReference(components);
  }

  /** Map of schema name → whether a value refers to the schema directly (true) or through other schemas (false). */
  schemasOf(value: unknown): ReadonlyMap<string, boolean> {
    const direct = this.#reached(this.#usedIn(value), (reference) => !isSchema(reference));
    const all = this.#reached(direct, () => true);
    const schemas = [...all].filter(isSchema);
    return new Map(schemas.map((reference) => [componentName(reference), direct.has(reference)] as const));
  }

  /** Map of schema name → names of the other schemas that refer to it directly. */
  holdersOf(schemas: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const held = schemas.flatMap((holder) => {
      const names = [...this.#of(componentReference('schemas', holder))].filter(isSchema).map(componentName);
      return names.flatMap((name) => (name === holder ? [] : [{ holder, name }]));
    });
    const byName = Map.groupBy(held, ({ name }) => name);
    return new Map([...byName].map(([name, members]) => [name, members.map(({ holder }) => holder)]));
  }

  #reached(start: Iterable<string>, isFollowed: (reference: string) => boolean): ReadonlySet<string> {
    const reached = new Set(start);
    for (const reference of reached)
      if (isFollowed(reference)) for (const next of this.#of(reference)) reached.add(next);
    return reached;
  }

  /** Components to which a value refers, each followed by the node of its subtypes. */
  #usedIn(value: unknown): readonly string[] {
    return collectReferences(value).flatMap((reference) => {
      const component = this.#components.get(reference);
      if (component === undefined) return [];
      const hasSubtypes = isRecord(component) && component['discriminator'] !== undefined;
      return hasSubtypes ? [reference, `${reference}${SUBTYPES}`] : [reference];
    });
  }

  #of(node: string): ReadonlySet<string> {
    const present = this.#direct.get(node);
    if (present !== undefined) return present;
    const reference = node.replace(SUBTYPES, '');
    const { mapped, included, rest } = parted(this.#components.get(reference));
    const known = collectReferences(included).filter((one) => this.#components.has(one));
    const direct = new Set(node === reference ? [...known, ...this.#usedIn(rest)] : this.#usedIn(mapped));
    this.#direct.set(node, direct);
    return direct;
  }
}

/** Parts of a component: the mapping to its subtypes, references to the schemas that it includes, and all others. */
function parted(component: unknown): Readonly<Record<'mapped' | 'included' | 'rest', unknown>> {
  if (!isRecord(component) || (component['discriminator'] === undefined && component['allOf'] === undefined))
    return { mapped: null, included: null, rest: component };
  const { discriminator, allOf, ...rest } = component;
  const parts: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  const isReference = (part: unknown): boolean => isRecord(part) && typeof part['$ref'] === 'string';
  const others = parts.filter((part) => !isReference(part));
  return { mapped: discriminator, included: parts.filter(isReference), rest: [rest, others] };
}

function isSchema(reference: string): boolean {
  return reference.startsWith('#/components/schemas/') && !reference.endsWith(SUBTYPES);
}
