import type { Configuration } from '../config/configuration.ts';
import { BoundedDiagnostics } from '../descriptors/bounded-diagnostics.ts';
import type { KeptReadings } from '../descriptors/kept-readings.ts';
import type { AccessRule } from '../model/access.ts';
import { Api } from '../model/api.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ApiRecord } from '../model/records.ts';
import { routesOf } from '../model/routed-record.ts';
import { namedIn } from '../options/access-records.ts';
import { BasePaths } from '../services/routing/base-paths.ts';
import { readClaims } from '../services/routing/claims.ts';
import { unansweredOperations } from '../services/routing/unanswered.ts';

/** What comes of paths that APIs have in common. */
export interface SharedPaths {
  readonly problems: readonly Diagnostic[];
  /** Operations that no call reaches, by {@link operationIdentityKey}. */
  readonly unanswered: readonly string[];
}

/** What was read of a project before, with the same program. */
export interface KeptProject extends KeptReadings {
  /**
   * Shared paths as they were found before, else as they are found now.
   * @param of all that decides them, as plain data
   */
  sharedPaths(of: unknown, find: () => SharedPaths): SharedPaths;
}

/**
 * Paths that APIs have in common. None is left out for it: which one was meant is unknown.
 * @param kept left out: nothing is known
 */
export function readSharedPaths(
  apis: readonly ApiRecord[],
  accessRule: AccessRule,
  configuration: Configuration,
  kept?: KeptProject,
): SharedPaths {
  const { metrics, authentication, authorization, services } = configuration;
  const find = (): SharedPaths => {
    const bounded = new BoundedDiagnostics();
    const models = apis.map((record) => new Api(record, { accessRule }));
    const own = { hasMetrics: metrics, basePaths: new BasePaths(services), isNamed: namedIn(configuration) };
    const { leaves, problems } = readClaims(models, own);
    for (const problem of problems) bounded.add(problem);
    return { problems: bounded.list(), unanswered: [...unansweredOperations(models, leaves, own)] };
  };
  if (kept === undefined) return find();
  const routes = apis.map((record) => [record.name, record.version, routesOf(record)]);
  const basePaths = services.map(({ api, version, basePath }) => [api, version, basePath]);
  return kept.sharedPaths([routes, metrics, authentication, authorization, basePaths], find);
}
