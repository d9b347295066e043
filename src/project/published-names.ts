import { join } from 'node:path';
import type { KnownApi, KnownService } from '../config/check-references.ts';
import { versionedName } from '../model/locations.ts';
import { readIndex } from '../store/opened-release.ts';
import { currentRelease, type NamedOperations, RELEASES_FOLDER, type ReleaseIndex } from '../store/release.ts';
import type { OperationNames } from '../store/release-access.ts';
import { RELEASE_FOLDER } from './folders.ts';

/**
 * Returns the names in the published release, and names of earlier releases that the configuration used; empty without
 * a release.
 */
export function publishedNames(projectFolder: string): readonly NamedOperations[] {
  const { outlines, removed } = publishedIndex(projectFolder);
  return [...outlines.map(({ api, version, operations }) => ({ api, version, operations })), ...removed];
}

/** Lists the published API versions that are missing in the given APIs: `Library-v1`. */
export function versionsLost(
  projectFolder: string,
  apis: readonly { readonly name: string; readonly version: number }[],
): readonly string[] {
  const there = new Set(apis.map(({ name, version }) => versionedName(name, version)));
  return publishedIndex(projectFolder)
    .outlines.map(({ api, version }) => versionedName(api, version))
    .filter((name) => !there.has(name));
}

function publishedIndex(projectFolder: string): Required<Pick<ReleaseIndex, 'outlines' | 'removed'>> {
  const folder = join(projectFolder, 'dist', RELEASE_FOLDER);
  try {
    const { outlines, removed = [] } = readIndex(join(folder, RELEASES_FOLDER, currentRelease(folder)));
    return { outlines, removed };
  } catch {
    return { outlines: [], removed: [] };
  }
}

/** Converts the operations of a release to the names that configuration can use. */
export function toKnownApi({ api, version, operations }: NamedOperations): KnownApi {
  const byService = Map.groupBy(operations, ({ service }) => service);
  // A server keeps these lists, and most services have the same methods.
  const shared = new Map<string, KnownService['operations']>();
  const methodsOf = (parts: readonly OperationNames[]): KnownService['operations'] => {
    const methods = parts.flatMap((part) => part.methods);
    const key = JSON.stringify(methods);
    const known = shared.get(key) ?? methods.map((method) => ({ method }));
    shared.set(key, known);
    return known;
  };
  const services = [...byService].map(([name, parts]): KnownService => {
    const { entity = [], rest = [] } = Object.groupBy(parts, ({ resource }) =>
      resource === 'entity' ? 'entity' : 'rest',
    );
    return {
      name,
      kind: parts.some(({ resource }) => resource === 'action') ? 'rpc' : 'rest',
      operations: methodsOf(rest),
      entityOperations: methodsOf(entity),
    };
  });
  return { name: api, version, services };
}

/**
 * Finds operations of `before` whose version or service is no longer described. Leaves out possible renames: a service
 * that a new API or version has, and all services of a version that has gained a service. A configuration entry for the
 * old name of a renamed service protects nothing, so it must remain an error.
 */
export function namesRemoved(
  before: readonly NamedOperations[],
  apis: readonly KnownApi[],
): readonly NamedOperations[] {
  const isNew = (api: KnownApi): boolean =>
    !before.some((named) => named.api === api.name && named.version === api.version);
  const added = new Set(apis.filter(isNew).flatMap(({ services }) => services.map(({ name }) => name)));
  return before.flatMap((named) => {
    const services = apis.find(({ name, version }) => name === named.api && version === named.version)?.services ?? [];
    const there = new Set(services.map(({ name }) => name));
    const known = before
      .filter(({ api, version }) => api === named.api && version === named.version)
      .flatMap((other) => other.operations);
    const hasGained = services.some(({ name, operations, entityOperations }) => {
      const isDescribed = operations.length + entityOperations.length > 0;
      return isDescribed && !known.some(({ service }) => service === name);
    });
    const operations = named.operations.filter(({ service }) => !there.has(service));
    const isRenamed = hasGained || operations.some(({ service }) => added.has(service));
    return operations.length === 0 || isRenamed ? [] : [{ ...named, operations }];
  });
}
