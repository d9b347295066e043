import type { Api } from '../model/api.ts';
import { pagePath } from '../model/language.ts';
import type { ApiDocument, DocumentDifference } from '../presentation/page-data/document.ts';
import { fingerprintsOf } from './fingerprints.ts';

/**
 * How a version of an API differs from the one before it, as plain JSON. What only one of them has is not here but for
 * operations.
 */
export interface StoredDifferences {
  /** The version before. */
  readonly version: number;
  readonly services: readonly (readonly [service: string, operations: DocumentDifference['operations']])[];
  readonly schemas: readonly string[];
}

/** {@link StoredDifferences} to look names up in. */
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

/** How a document differs; undefined where it does not, and where its kind is not compared. */
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
