import type { IncomingMessage } from 'node:http';
import type { AdminSite } from '../admin/contract.ts';
import type { AuthenticatedIdentity, CredentialsRequest } from '../auth/contract.ts';
import type { Configuration } from '../config/configuration.ts';
import type { Api } from '../model/api.ts';
import { formatDiagnostic } from '../model/diagnostic.ts';
import { DOCUMENTATION_ROOT, GUIDE_FILES, versionedName } from '../model/locations.ts';
import type { Operation } from '../model/operation.ts';
import type { Site } from '../model/page/document.ts';
import { entryFor, isAbout } from '../options/access-records.ts';
import { DESCRIPTOR_FOLDER } from '../project/folders.ts';
import { createPublishedApis, type PublishedApisOptions } from '../services/published-apis.ts';
import type { DocumentationStore } from '../store/contract.ts';
import type { AccessControl } from './access/access-control.ts';
import { createGatekeeper } from './access/gatekeeper.ts';
import { createPathGuard } from './access/path-guard.ts';
import { ownOrigin } from './administration/admin-guard.ts';
import { createAdminRoute } from './administration/admin-route.ts';
import { adminSources } from './administration/admin-sources.ts';
import { administrationRoutes } from './administration/administration.ts';
import { answered, type Route } from './dispatch.ts';
import type { Discovery } from './documentation/discovery.ts';
import { discoveryRoute } from './documentation/discovery-route.ts';
import { guardDocumentation } from './documentation/guarded-documentation.ts';
import type { DocumentationHandler } from './documentation/handler.ts';
import { pageHeaders } from './documentation/headers.ts';
import { prefersPage, problemPageFor } from './documentation/problem-answer.ts';
import { createMcpRoute } from './mcp/mcp-route.ts';
import { answerMetrics } from './metrics.ts';
import { assetAnswer, type FindAsset } from './node/asset.ts';
import { createClientOf } from './node/client-address.ts';
import { credentialsRequestOf } from './node/node-request.ts';
import type { ProcessResources } from './process-resources.ts';
import { isForgedByOtherSite } from './published/cross-site.ts';
import { answerElsewhere } from './published/missing.ts';
import { createPublishedRoutes } from './published/published-routes.ts';
import type { RenderPage, Runtime } from './runtime.ts';

/** What is served now. */
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
  /** What routes are made of: {@link PublishedApisOptions}. */
  readonly routed: Pick<PublishedApisOptions, 'apis' | 'whole'>;
  readonly asset: FindAsset;
  readonly admin: ServedAdmin;
  /** Left out: problems of published APIs are documents for browsers too. */
  readonly renderPage?: RenderPage;
}

/** What the administration pages know of a site beside what is served. */
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
  /** `development`, or the name of the release. */
  readonly release: () => string;
}

/** `close`: for when another takes over. */
export interface ClosableRuntime extends Runtime {
  close(): void;
}

/** One configuration over one state of the documentation. */
export function composeRuntime(resources: ProcessResources, served: Served): ClosableRuntime {
  const { metrics, log } = resources;
  const { configuration, access, site } = served;
  const audit = resources.auditLogOf(configuration.auditLog);
  const gatekeeper = createGatekeeper({ access, audit, metrics, clock: Date.now });
  const clientOf = createClientOf(configuration.trustedProxies);

  const { isDevelopment } = served.admin;
  const { adapter: adminAdapter, listen, baseUrl: adminOrigin } = configuration.admin;
  const isAdminShared = isDevelopment || listen.kind === 'same';
  const adminPages = createAdminRoute({
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
      sources: () => adminSources(served.apis(), configuration.authentication.map, served.admin.release()),
    }),
    openTo: isDevelopment ? { kind: 'this-machine' } : { kind: 'users', adapter: adminAdapter },
    originOf: (request) => (isAdminShared ? site().baseUrl : adminOrigin || ownOrigin(request, listen)),
    tokens: resources.tokens,
    gatekeeper,
    clientOf,
    audit: resources.adminAuditLogOf(configuration.auditLog),
  });

  const { routed, asset } = served;
  const withLogin = protectedApis(configuration, routed.apis, access);
  const needsLogin = (api: string, version: number): boolean => withLogin.has(versionedName(api, version));
  const published = createPublishedApis({
    ...routed,
    services: configuration.services,
    hasLogin: needsLogin,
    ...renderProblems(served, log),
    isForged: isForgedByOtherSite,
    log,
  });
  for (const problem of published.problems) log(formatDiagnostic(problem));
  const verdictOf = createPathGuard(configuration.authentication.paths);
  const isOpenPath = (target: string): boolean => verdictOf(target).kind === 'open';
  const publishedRoutes = createPublishedRoutes({
    published,
    asset,
    access,
    gatekeeper,
    clientOf,
    site,
    own: (request) =>
      configuration.metrics ? answerMetrics(request, site, () => metrics.write(gaugesOf(access))) : null,
    verdictOf,
    closedReason: (api, version) => closedReason(configuration, api, version),
    needsLogin,
    forbade(identity: AuthenticatedIdentity, client) {
      audit({
        time: new Date().toISOString(),
        adapter: identity.adapter,
        client,
        user: identity.name,
        outcome: 'forbidden',
      });
      metrics.countAuthentication(identity.adapter, 'forbidden');
    },
  });

  const { access: documentationAccess } = configuration;
  const adapter = documentationAccess.kind === 'adapter' ? documentationAccess.name : null;
  const handleDocumentation = guardDocumentation({
    handle: served.handleDocumentation,
    site,
    gatekeeper,
    adapter,
  });
  const credentialsOf = (request: IncomingMessage): CredentialsRequest =>
    credentialsRequestOf(request, clientOf(request).address);
  const documentation: Route = ({ request, asked }) =>
    answered(handleDocumentation(asked, () => credentialsOf(request)));
  const { handleDocumentation: handle, store } = served;
  // Before the documentation, which has nothing at its address.
  const mcp = configuration.mcp ? [createMcpRoute({ handle, store, gatekeeper, adapter, credentialsOf, log })] : [];
  const isDiscovered = configuration.discovery ?? !served.hasPages;
  const discovery = isDiscovered
    ? [discoveryRoute({ discover: served.discover, site, gatekeeper, adapter, verdictOf, credentialsOf })]
    : [];
  const guardFiles = guardDocumentation({
    // What is not there is answered as a document that is not.
    handle: (asked, caller) =>
      assetAnswer(asked, asset) ?? handle({ ...asked, target: DOCUMENTATION_ROOT + asked.target }, caller),
    site,
    gatekeeper,
    adapter,
    covers: isGuideFile,
  });
  // What guides show needs the log-in that they need; themes are on pages for guests, too.
  const guideFiles: Route = ({ request, asked }) => answered(guardFiles(asked, () => credentialsOf(request)));
  const openFiles: Route = ({ asked }) => (isOpenPath(asked.target) ? answered(assetAnswer(asked, asset)) : null);
  return {
    routes: [
      ...mcp,
      documentation,
      ...(adapter === null ? [] : [guideFiles]),
      openFiles,
      ...discovery,
      ...(isAdminShared ? [adminPages] : []),
      publishedRoutes,
    ],
    handleDocumentation,
    clientOf,
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
    }),
    countRequest: configuration.metrics ? (status) => metrics.countRequest(status) : null,
    close: () => published.close(),
  };
}

/** Versions of APIs for which credentials are read at all; to the others every caller is a guest. */
function protectedApis(
  { authentication }: Configuration,
  apis: readonly Api[],
  { authorization }: AccessControl,
): ReadonlySet<string> {
  const isMapped = (api: Api): boolean =>
    authentication.map.some((entry) => isAbout(entry, api.getName(), api.getVersion()));
  // Documentation tells nothing of HEAD, which may have a rule of its own.
  const isHeadClosed = ({ service, resource, record }: Operation): boolean => {
    if (record.method !== 'GET' || service.getKind() === 'webhook') return false;
    const { api } = service;
    return (
      authorization.access({
        api: api.getName(),
        version: api.getVersion(),
        service: service.getName(),
        resource,
        method: 'HEAD',
      }).kind === 'login'
    );
  };
  const needsLogin = (api: Api): boolean =>
    api
      .getServices()
      .some((service) =>
        service.getAllOperations().some((operation) => operation.asksForLogIn() || isHeadClosed(operation)),
      );
  return new Set(
    apis.filter((api) => isMapped(api) || needsLogin(api)).map((api) => versionedName(api.getName(), api.getVersion())),
  );
}

function closedReason({ services }: Configuration, api: string, version: number): string | undefined {
  const own = entryFor(services, api, version);
  return own?.problems[0];
}

/** The documentation's own problem page, for browsers that call a published API. */
function renderProblems(
  { renderPage, site }: Served,
  log: (message: string) => void,
): Pick<Parameters<typeof createPublishedApis>[0], 'renderProblem'> {
  if (renderPage === undefined) return {};
  return {
    async renderProblem(problem, { accept, 'accept-language': language }) {
      if (!prefersPage(accept)) return null;
      try {
        return { headers: pageHeaders(), body: await renderPage(problemPageFor(problem, language, site())) };
      } catch (error) {
        log(error instanceof Error ? (error.stack ?? error.message) : String(error));
        return null;
      }
    },
  };
}

function gaugesOf(access: AccessControl): ReadonlyMap<string, number> {
  const closed = [...access.health().values()].filter(({ kind }) => kind === 'closed').length;
  return new Map([['platform_adapters_closed', closed]]);
}

function isGuideFile(target: string): boolean {
  return target.startsWith(GUIDE_FILES);
}
