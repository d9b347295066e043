import type { Configuration } from '../config/configuration.ts';
import { BoundedDiagnostics } from '../descriptors/bounded-diagnostics.ts';
import type { KeptReadings } from '../descriptors/folder-reading.ts';
import type { AccessRule } from '../model/access.ts';
import { Api } from '../model/api.ts';
import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { versionedName } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import { routesOf } from '../model/routed-record.ts';
import { entryFor, namedIn } from '../options/access-records.ts';
import { createRouter } from '../services/routes.ts';
import { BasePaths } from '../services/routing/base-paths.ts';
import { readClaims, unansweredOperations } from '../services/routing/claims.ts';
import { visibleRecord, visibleRecords } from '../store/visible-record.ts';
import { accessRuleOf, knownToBackends, withExamples } from './access-rule.ts';

/** Effects of paths that several APIs share. */
export interface SharedPaths {
  readonly problems: readonly Diagnostic[];
  /** Keys of the operations that no call reaches ({@link operationIdentityKey}). */
  readonly unanswered: readonly string[];
}

/** Results of earlier readings of a project with the same version of the product. */
export interface KeptProject extends KeptReadings {
  /**
   * Returns the shared paths that an earlier reading found for the same input, else finds them.
   * @param of all input on which the shared paths depend, as plain data
   */
  sharedPaths(of: unknown, find: () => SharedPaths): SharedPaths;
}

/** Determines who may call the operations of a project, and which operations no call reaches. */
export function readAccess(
  apis: readonly ApiRecord[],
  configuration: Configuration,
  kept?: KeptProject,
): SharedPaths & { readonly accessRule: AccessRule } {
  const enforced = accessRuleOf(configuration, apis);
  const { problems, unanswered } = readSharedPaths(apis, enforced, configuration, kept);
  return {
    accessRule: withExamples(enforced, configuration.services, new Set(unanswered)),
    unanswered,
    problems: [...problems, ...openHiddenOperations(apis, enforced, configuration)],
  };
}

/**
 * Finds paths that several APIs share. Removes none of them, since it is unknown which API is intended.
 * @param kept results of earlier readings, if any
 */
export function readSharedPaths(
  apis: readonly ApiRecord[],
  accessRule: AccessRule,
  configuration: Configuration,
  kept?: KeptProject,
): SharedPaths {
  const { metrics, authentication, authorization, services } = configuration;
  const answered = answeredRecords(apis, configuration);
  const find = (): SharedPaths => {
    const bounded = new BoundedDiagnostics();
    const models = answered.map((record) => new Api(record, { accessRule }));
    const options = { hasMetrics: metrics, basePaths: new BasePaths(services), isNamed: namedIn(configuration) };
    const { leaves, problems } = readClaims(models, options);
    for (const problem of problems) bounded.add(problem);
    return { problems: bounded.list(), unanswered: [...unansweredOperations(models, leaves, options)] };
  };
  if (kept === undefined) return find();
  const routes = answered.map((record) => [record.name, record.version, routesOf(record)]);
  const basePaths = services.map(({ api, version, basePath }) => [api, version, basePath]);
  return kept.sharedPaths([routes, metrics, authentication, authorization, basePaths], find);
}

/** Returns the records used for routing: complete if the backend knows hidden parts, else as readers see them. */
export function answeredRecords(
  apis: readonly ApiRecord[],
  { services, site }: Pick<Configuration, 'services' | 'site'>,
): readonly ApiRecord[] {
  return knownToBackends(services, apis, visibleRecords(apis, site.audience), (record) => record);
}

/** Warns about hidden operations that everyone may call, because another server answers them. */
function openHiddenOperations(
  apis: readonly ApiRecord[],
  accessRule: AccessRule,
  { services, site }: Pick<Configuration, 'services' | 'site'>,
): readonly Diagnostic[] {
  return apis.flatMap((record) => {
    const { name, version, source } = record;
    if (entryFor(services, name, version)?.answersFrom !== 'elsewhere') return [];
    const shown = visibleRecord(record, site.audience);
    if (shown === record) return [];
    const calls = openCalls(new Api(record, { accessRule }));
    const seen = new Set(shown === null ? [] : openCalls(new Api(shown, { accessRule })));
    const [first, ...more] = calls.filter((call) => !seen.has(call));
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    const message = `${first}${others} of ${versionedName(name, version)} is hidden from readers, but open to everyone.`;
    const remedy = 'Map the API to an adapter, or write a rule.';
    return [{ ...wholeFile(source.file), severity: 'warning', rule: 'hidden-operation-open', message, remedy }];
  });
}

function openCalls(api: Api): readonly string[] {
  return api
    .getServices()
    .filter((service) => service.getKind() !== 'webhook')
    .flatMap((service) => service.getAllOperations())
    .filter((operation) => api.accessRule(operation.getIdentity()).kind === 'open')
    .map((operation) => `${operation.getHttpMethod()} ${operation.getPath()}`);
}

/** Maximum number of pages that the message about an API names. */
const MOST_NAMED = 5;

/**
 * Reports pages of an Astro site that readers cannot see, because an API answers at their paths: one message per API.
 * @param paths paths of pages, with or without surrounding slashes
 * @param hasSlash true if all paths of the site end with a slash: pages below an API with `backend: site` are then
 * hidden too, because our server does not forward such paths
 */
export function hiddenPages(
  { apis, configuration }: { readonly apis: readonly ApiRecord[]; readonly configuration: Configuration },
  paths: readonly string[],
  hasSlash: boolean,
): readonly string[] {
  const { services } = configuration;
  const router = createRouter(
    answeredRecords(apis, configuration).map((record) => new Api(record)),
    { services },
  );
  const unique = new Set(paths.map((name) => `/${name.replaceAll(/^\/|\/$/g, '')}`).sort());
  const hidden = [...unique].flatMap((path) => {
    const found = router.match(path, { accept: undefined, contentType: undefined });
    if (found.kind !== 'match') return [];
    const api = found.match.api.getName();
    const used = entryFor(services, api, found.match.version);
    return used?.answersFrom === 'pages' && (!hasSlash || path === '/') ? [] : [{ api, path }];
  });
  return [...Map.groupBy(hidden, ({ api }) => api)].map(([api, found]) => {
    const pages = found.map(({ path }) => path);
    const more = pages.length > MOST_NAMED ? ` and ${pages.length - MOST_NAMED} more` : '';
    const ignored = hasSlash ? " and, in astro.config, trailingSlash: 'ignore'" : '';
    return (
      `${api} answers at paths of pages of this site, which readers do not see: ` +
      `${pages.slice(0, MOST_NAMED).join(', ')}${more}. ` +
      `Write platform-services: { ${api}: { backend: site } }${ignored}, or a path of its own into its first server.`
    );
  });
}
