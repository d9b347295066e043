import type { IncomingMessage } from 'node:http';
import type { AdminSite } from '../admin/contract.ts';
import type { AuthenticatedIdentity, CredentialsRequest } from '../auth/contract.ts';
import type { Configuration } from '../config/configuration.ts';
import type { Api } from '../model/api.ts';
import { formatDiagnostic } from '../model/diagnostic.ts';
import { DOCUMENTATION_ROOT, GUIDE_FILES, versionedName } from '../model/locations.ts';
import { entryFor, namedIn } from '../options/access-records.ts';
import type { Site } from '../presentation/page-data/site.ts';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import { bodyMemory, createPublishedApis, type PublishedApisOptions } from '../services/published-apis.ts';
import type { Shares } from '../services/read-body.ts';
import type { DocumentationStore } from '../store/contract.ts';
import { LoopBusyError } from '../threads/loop-turns.ts';
import { type AccessControl, protectedApis } from './access/access-control.ts';
import type { AuditLog } from './access/audit-log.ts';
import { createGatekeeper, type Gatekeeper } from './access/gatekeeper.ts';
import { createPathGuard, type PathVerdict } from './access/path-guard.ts';
import { ownOrigin } from './administration/admin-guard.ts';
import { createAdminRoute } from './administration/admin-route.ts';
import { administrationRoutes, adminSources } from './administration/administration.ts';
import { pageHeaders } from './answers/headers.ts';
import { prefersPage, problemPageFor } from './answers/problem-answer.ts';
import { type Discovery, discoveryRoute } from './documentation/discovery.ts';
import { guardDocumentation } from './documentation/guarded-documentation.ts';
import type { DocumentationHandler } from './documentation/handler.ts';
import { createMcpRoute } from './mcp/mcp-route.ts';
import { answerMetrics } from './metrics.ts';
import { assetAnswer, type FindAsset } from './node/asset.ts';
import { type ClientOf, createClientOf } from './node/client-address.ts';
import { credentialsRequestOf, noting } from './node/node-request.ts';
import type { ProcessResources } from './process-resources.ts';
import { answerElsewhere, createPublishedRoutes, isForgedByOtherSite } from './published/published-routes.ts';
import { answered, type RenderPage, type Route, type Runtime } from './runtime.ts';

/** Parts from which one runtime is composed. */
interface Served {
  readonly configuration: Configuration;
  readonly access: AccessControl;
  readonly handleDocumentation: DocumentationHandler;
  readonly discover: Discovery;
  readonly store: () => Pick<DocumentationStore, 'site' | 'entries' | 'outline'>;
  /** The site has pages beside the documentation, which may be at the paths where programs look for it. */
  readonly hasPages?: boolean;
  readonly site: () => Site;
  /** Every published version, as a whole: read when something asks for them. */
  readonly apis: () => readonly Api[];
  /** APIs from which routes are made: {@link PublishedApisOptions}. */
  readonly routed: Pick<PublishedApisOptions, 'apis' | 'whole'>;
  readonly asset: FindAsset;
  readonly admin: ServedAdmin;
  /** `development`, or the name of the release. */
  readonly release: () => string;
  /** Version of the product. */
  readonly version: string;
  /** Left out: problems of published APIs are documents for browsers too. */
  readonly renderPage?: RenderPage;
}

/** Facts about a site that only the administration pages need. */
export type AdministeredSite = Pick<
  AdminSite,
  | 'projectFolder'
  | 'readConfiguration'
  | 'reading'
  | 'active'
  | 'refusal'
  | 'apis'
  | 'references'
  | 'descriptorProblems'
  | 'viewModels'
  | 'checkSelectors'
  | 'reload'
>;

interface ServedAdmin {
  /** Open to this machine only, without a log-in. */
  readonly isDevelopment: boolean;
  readonly site: () => AdministeredSite;
}

/** `close`: for when another takes over. */
export interface ClosableRuntime extends Runtime {
  close(): void;
}

/** Context that all routes of one runtime share. */
interface RouteContext {
  readonly resources: ProcessResources;
  readonly served: Served;
  readonly audit: AuditLog;
  readonly gatekeeper: Gatekeeper;
  readonly clientOf: ClientOf;
  readonly verdictOf: (target: string) => PathVerdict;
  /** Adapter that guards the documentation; null: it is open. */
  readonly adapter: string | null;
  readonly credentialsOf: (request: IncomingMessage) => CredentialsRequest;
  /** For bodies of requests, whichever route reads them. */
  readonly memory: Shares;
}

/** One configuration over one state of the documentation. */
export function composeRuntime(resources: ProcessResources, served: Served): ClosableRuntime {
  const { metrics } = resources;
  const { configuration, access, asset, site } = served;
  const { listen, adapter: adminAdapter } = configuration.admin;
  const audit = resources.auditLogOf(configuration.auditLog);
  const clientOf = createClientOf(configuration.trustedProxies);
  const context: RouteContext = {
    resources,
    served,
    audit,
    gatekeeper: createGatekeeper({ access, audit, metrics, clock: Date.now }),
    clientOf,
    verdictOf: createPathGuard(configuration.authentication.paths),
    adapter: configuration.access.kind === 'adapter' ? configuration.access.name : null,
    credentialsOf: (request) => credentialsRequestOf(request, clientOf(request).address),
    memory: bodyMemory(configuration.services),
  };
  const { gatekeeper, credentialsOf } = context;
  const isAdminShared = served.admin.isDevelopment || listen.kind === 'same';
  const { published, publishedRoutes } = publishedApiRoutes(context);
  const adminPages = adminRoute(context, isAdminShared);
  const handleDocumentation = guardDocumentation({ ...context, handle: served.handleDocumentation, site });
  const documentation: Route = ({ request, asked }) =>
    answered(handleDocumentation(asked, () => credentialsOf(request)));
  const as: typeof noting = configuration.metrics ? noting : (_, route) => route;
  const isOpenPath = (target: string): boolean => context.verdictOf(target).kind === 'open';
  const openFiles: Route = ({ asked }) => (isOpenPath(asked.target) ? answered(assetAnswer(asked, asset)) : null);
  return {
    routes: [
      // Before the documentation, which has nothing at its address.
      ...mcpRoutes(context).map((route) => as('mcp', route)),
      as('documentation', documentation),
      ...guideFileRoutes(context).map((route) => as('files', route)),
      as('files', openFiles),
      ...discoveryRoutes(context).map((route) => as('documentation', route)),
      ...(isAdminShared ? [as('administration', adminPages)] : []),
      as('apis', publishedRoutes),
    ],
    handleDocumentation,
    clientOf,
    turns: resources.turns,
    credentialsOf,
    answerElsewhere: (request) => answerElsewhere(request, site()),
    administrationAddress: adminAdapter === null || isAdminShared ? null : listen,
    administrationRoutes: administrationRoutes({
      adminPages,
      asset: (path) => (isGuideFile(path) ? undefined : asset(path)),
      isOpenPath,
      gatekeeper,
      adapter: adminAdapter ?? '',
      site,
      clientOf,
    }).map((route) => as('administration', route)),
    release: served.release,
    countRequest: configuration.metrics ? metrics.countRequest : null,
    close: () => published.close(),
  };
}

/** @param isShared the pages share the address of the documentation */
function adminRoute({ resources, served, gatekeeper, clientOf, memory }: RouteContext, isShared: boolean): Route {
  const { configuration, access, site } = served;
  const { isDevelopment } = served.admin;
  const { adapter, listen, baseUrl } = configuration.admin;
  return createAdminRoute({
    site: () => ({
      ...served.admin.site(),
      site: site(),
      health: access.health(),
      schemes: resources.schemes,
      verifyPassword: resources.verifyPassword,
      attemptsOf: resources.testAttemptsOf(configuration),
      get documentation() {
        return served.apis();
      },
      descriptorFolder: DESCRIPTOR_FOLDER,
      readsDescriptorsAtOnce: isDevelopment,
      sources: () => adminSources(served.apis(), configuration.authentication.map, served.release()),
    }),
    openTo: isDevelopment ? { kind: 'this-machine' } : { kind: 'users', adapter },
    originOf: (request) => (isShared ? site().baseUrl : baseUrl || ownOrigin(request, listen)),
    tokens: resources.tokens,
    gatekeeper,
    clientOf,
    audit: resources.adminAuditLogOf(configuration.auditLog),
    memory,
  });
}

function publishedApiRoutes({ resources, served, gatekeeper, clientOf, audit, verdictOf, memory }: RouteContext): {
  readonly published: ReturnType<typeof createPublishedApis>;
  readonly publishedRoutes: Route;
} {
  const { metrics, log } = resources;
  const { configuration, access, routed, asset, site } = served;
  const withLogin = protectedApis(configuration, routed.apis, access);
  const needsLogin = (api: string, version: number): boolean => withLogin.has(versionedName(api, version));
  const isNamed = namedIn(configuration);
  const published = createPublishedApis({
    ...routed,
    services: configuration.services,
    isNamed,
    hasLogin: needsLogin,
    ...renderProblems(served, resources, clientOf),
    isForged: isForgedByOtherSite,
    turns: resources.turns,
    memory,
    log,
  });
  for (const problem of published.problems) log(formatDiagnostic(problem));
  const publishedRoutes = createPublishedRoutes({
    published,
    asset,
    access,
    gatekeeper,
    clientOf,
    site,
    own(request) {
      if (!configuration.metrics) return null;
      const about = (): Record<string, string> => ({ version: served.version, release: served.release() });
      return answerMetrics(request, site, () => metrics.write(about(), gaugesOf(access)));
    },
    verdictOf,
    isNamed,
    closedReason: (api, version) => closedReason(configuration, api, version),
    needsLogin,
    forbade({ adapter, name: user }: AuthenticatedIdentity, client, request) {
      audit({ time: new Date().toISOString(), request, adapter, client, user, outcome: 'forbidden' });
      metrics.countAuthentication(adapter, 'forbidden');
    },
  });
  return { published, publishedRoutes };
}

function mcpRoutes({ resources, served, ...context }: RouteContext): readonly Route[] {
  const { handleDocumentation: handle, store, configuration } = served;
  return configuration.mcp ? [createMcpRoute({ ...context, ...resources, handle, store })] : [];
}

function discoveryRoutes({ served, ...context }: RouteContext): readonly Route[] {
  const { configuration, discover, hasPages, site } = served;
  return (configuration.discovery ?? !hasPages) ? [discoveryRoute({ ...context, discover, site })] : [];
}

/**
 * Files that guides show need the same log-in as the guides; theme files stay open, since pages for guests use them.
 */
function guideFileRoutes({ served, gatekeeper, adapter, credentialsOf }: RouteContext): readonly Route[] {
  if (adapter === null) return [];
  const { handleDocumentation, asset, site } = served;
  const guarded = guardDocumentation({
    // A missing file gets the same answer as a missing document.
    handle: (asked, caller) =>
      assetAnswer(asked, asset) ?? handleDocumentation({ ...asked, target: DOCUMENTATION_ROOT + asked.target }, caller),
    site,
    gatekeeper,
    adapter,
    covers: isGuideFile,
  });
  return [({ request, asked }) => answered(guarded(asked, () => credentialsOf(request)))];
}

function closedReason({ services }: Configuration, api: string, version: number): string | undefined {
  const own = entryFor(services, api, version);
  return own?.problems[0];
}

/** The documentation's own problem page, for browsers that call a published API. */
function renderProblems(
  { renderPage, site }: Served,
  { turns, log }: ProcessResources,
  clientOf: ClientOf,
): Pick<Parameters<typeof createPublishedApis>[0], 'renderProblem'> {
  if (renderPage === undefined) return {};
  return {
    async renderProblem(problem, request) {
      const { accept, 'accept-language': language } = request.headers;
      if (!prefersPage(accept)) return null;
      try {
        await turns.take(clientOf(request).address, request.socket);
        return { headers: pageHeaders(), body: await renderPage(problemPageFor(problem, language, site())) };
      } catch (error) {
        if (!(error instanceof LoopBusyError))
          log(error instanceof Error ? (error.stack ?? error.message) : String(error));
        return null;
      }
    },
  };
}

function gaugesOf(access: AccessControl): ReadonlyMap<string, number> {
  const closed = [...access.health().values()].filter(({ kind }) => kind === 'closed').length;
  const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
  return new Map([
    ['process_resident_memory_bytes', process.memoryUsage.rss()],
    ['platform_open_sockets', sockets],
    ['platform_adapters_closed', closed],
  ]);
}

function isGuideFile(target: string): boolean {
  return target.startsWith(GUIDE_FILES);
}
