import { createHash } from 'node:crypto';
import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { connectedParts } from '../model/connected-parts.ts';
import { pagePath } from '../model/language.ts';
import type { Operation } from '../model/operation.ts';
import { type ApiDocument, type DocumentDifference, operationKey } from '../presentation/page-data/document.ts';
import { canonicalNumber, isNumber } from '../schema/exact-number.ts';
import { isRecord } from '../schema/json-values.ts';
import { COMPONENT_SECTIONS, componentReference } from '../schema/references.ts';

/**
 * Differences of a version of an API from the previous version, as plain JSON. Parts that only one of the two versions
 * has are left out, except operations added to a service.
 */
export interface StoredDifferences {
  /** Number of the previous version. */
  readonly version: number;
  readonly services: readonly (readonly [service: string, operations: DocumentDifference['operations']])[];
  readonly schemas: readonly string[];
}

/** {@link StoredDifferences} as maps and sets, for lookups by name. */
export interface VersionDifferences {
  readonly version: number;
  readonly services: ReadonlyMap<string, DocumentDifference['operations']>;
  readonly schemas: ReadonlySet<string>;
}

export function differencesBetween(previous: Api, api: Api): StoredDifferences {
  const before = fingerprintsOf(previous);
  const now = fingerprintsOf(api);
  const services = [...now.services].flatMap(([name, service]) => {
    const old = before.services.get(name);
    if (old === undefined) return [];
    const operations = [...service.operations].flatMap(([key, print]) => {
      const there = old.operations.get(key);
      return there === print ? [] : [[key, there === undefined ? 'added' : 'differs'] as const];
    });
    const isSame =
      old.own === service.own && operations.length === 0 && old.operations.size === service.operations.size;
    return isSame ? [] : [[name, Object.fromEntries(operations)] as const];
  });
  const schemas = [...now.schemas].flatMap(([name, print]) =>
    print === (before.schemas.get(name) ?? print) ? [] : [name],
  );
  return { version: previous.getVersion(), services, schemas };
}

export function toVersionDifferences({ version, services, schemas }: StoredDifferences): VersionDifferences {
  return { version, services: new Map(services), schemas: new Set(schemas) };
}

/** Differences of a document from the previous version; undefined if there are none or its level is not compared. */
export function differenceOf(
  document: ApiDocument,
  differences: VersionDifferences | undefined,
): DocumentDifference | undefined {
  if (differences === undefined) return undefined;
  const { version } = differences;
  const place = { api: document.api.getName(), version };
  if (document.level === 'service') {
    const service = document.service.getName();
    const operations = differences.services.get(service);
    return (
      operations && { version, path: pagePath({ level: 'service', ...place, name: service }, document.api), operations }
    );
  }
  if (document.level !== 'schema' || !differences.schemas.has(document.name)) return undefined;
  return {
    version,
    path: pagePath({ level: 'schema', ...place, name: document.name }, document.api),
    operations: {},
  };
}

/**
 * Hashes of parts of an API, equal if the parts of two versions accept the same requests and give the same responses.
 * Texts, examples and extensions do not count. A hash covers everything that its part refers to; parts in a reference
 * cycle are hashed together. Builds compute the hashes and store the differences in the release, because a running
 * server holds the model of only one version at a time.
 */
interface Fingerprints {
  /** Service name → hash of the service itself, and hashes of its operations by {@link operationKey}. */
  readonly services: ReadonlyMap<string, { readonly own: string; readonly operations: ReadonlyMap<string, string> }>;
  readonly schemas: ReadonlyMap<string, string>;
}

/** Members that affect neither requests nor responses. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'summary description title requestDescription responseDescription example examples $comment externalDocs tags ' +
    'operationId extensions'
  ).split(' '),
);

/** Members whose keys are names chosen by authors. */
const NAMED: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependentRequired', '$defs', 'definitions'],
  ...['responses', 'headers', 'content', 'callbacks', 'links', 'encoding', 'mapping', 'variables'],
]);

/** Members whose lists have the same meaning in any order. */
const UNORDERED: ReadonlySet<string> = new Set('required enum type allOf anyOf oneOf parameters security'.split(' '));

/** Fingerprints of an API, computed once. */
const fingerprintsOf = computedOnce((api: Api): Fingerprints => {
  const components = componentPrints(api);
  const printOf = (value: unknown): string => {
    const { text, references } = describe(value);
    return hash(text, ...references.map((reference) => components.get(reference) ?? ''));
  };
  const operationPrint = (operation: Operation): string =>
    printOf([operation.record, { security: operation.getSecurity() }]);
  return {
    services: new Map(
      api.getServices().map((service) => [
        service.getName(),
        {
          own: printOf([service.getKind(), service.getRoute(), service.record.fields]),
          operations: new Map(
            service.getAllOperations().map((operation) => [operationKey(operation), operationPrint(operation)]),
          ),
        },
      ]),
    ),
    schemas: new Map(
      api.getSchemaNames().map((name) => [name, components.get(componentReference('schemas', name)) ?? '']),
    ),
  };
});

/** Reference → hash of the component and everything that it refers to. */
function componentPrints(api: Api): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  const edges = new Map<string, readonly string[]>();
  for (const section of COMPONENT_SECTIONS) {
    for (const [name, value] of Object.entries(api.record.components[section])) {
      const { text, references } = describe(value);
      const reference = componentReference(section, name);
      own.set(reference, hash(text));
      edges.set(reference, references);
    }
  }
  const prints = new Map<string, string>();
  for (const part of connectedParts(edges)) {
    const members = part.toSorted();
    const leadsTo = members.flatMap((member) =>
      (edges.get(member) ?? []).map((target) => prints.get(target) ?? target),
    );
    const print = hash(...members.map((member) => own.get(member) ?? ''), ...new Set(leadsTo.toSorted()));
    for (const member of members) prints.set(member, print);
  }
  return prints;
}

/** Canonical text of a value, equal for values with the same meaning, and the references in the value. */
function describe(value: unknown): { readonly text: string; readonly references: readonly string[] } {
  const references = new Set<string>();
  const write = (part: unknown, keysAreNames: boolean, isUnordered: boolean): string => {
    if (Array.isArray(part)) {
      const entries = part.map((entry) => write(entry, false, false));
      return `[${(isUnordered ? entries.sort() : entries).join()}]`;
    }
    if (!isRecord(part)) return isNumber(part) ? canonicalNumber(part) : (JSON.stringify(part) ?? '');
    const members = Object.entries(part).filter(([key]) => keysAreNames || !(WORDS.has(key) || key.startsWith('x-')));
    const lines = members.map(([key, inner]) => {
      if (key === '$ref' && typeof inner === 'string') references.add(inner);
      return `${JSON.stringify(key)}:${write(inner, !keysAreNames && NAMED.has(key), UNORDERED.has(key))}`;
    });
    return `{${lines.sort().join()}}`;
  };
  return { text: write(value, false, false), references: [...references].sort() };
}

function hash(...texts: readonly string[]): string {
  const sum = createHash('sha256');
  for (const text of texts) sum.update(text).update('\n');
  return sum.digest('base64url');
}
