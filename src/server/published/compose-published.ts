import type { AuthenticatedIdentity } from '../../auth/contract.ts';
import { formatDiagnostic } from '../../model/diagnostic.ts';
import { basePathOf, versionedName } from '../../model/locations.ts';
import { entryFor, namedIn } from '../../options/access-records.ts';
import { createPublishedApis, type PublishedApisOptions } from '../../services/published-apis.ts';
import { LoopBusyError } from '../../threads/loop-turns.ts';
import { type AccessControl, protectedApis } from '../access/access-control.ts';
import { pageHeaders } from '../answers/headers.ts';
import { prefersPage, problemPageFor } from '../answers/problem-answer.ts';
import { answerMetrics } from '../metrics.ts';
import type { RouteContext } from '../route-context.ts';
import type { RenderPage, Route } from '../runtime.ts';
import { createPublishedRoutes, isForgedByOtherSite } from './published-routes.ts';

/**
 * Composes the route for published APIs and, after them, for the site's own paths.
 * @returns `close`, to be called when another runtime replaces this one
 */
export function composePublished({
  resources,
  served,
  site,
  gatekeeper,
  clientOf,
  audit,
  verdictOf,
  memory,
}: RouteContext): {
  readonly route: Route;
  close(): void;
} {
  const { metrics, log } = resources;
  const { configuration, access, routed, asset } = served;
  const withLogin = protectedApis(configuration, routed.apis, access);
  const needsLogin = (api: string, version: number): boolean => withLogin.has(versionedName(api, version));
  const isNamed = namedIn(configuration);
  const published = createPublishedApis({
    ...routed,
    services: configuration.services,
    basePath: basePathOf(site().baseUrl),
    isNamed,
    hasLogin: needsLogin,
    realms: configuration.authentication.adapters.map(({ realm }) => realm),
    ...renderProblems(served.renderPage, site, resources, clientOf),
    isForged: isForgedByOtherSite,
    turns: resources.turns,
    memory,
    log,
  });
  for (const problem of published.problems) log(formatDiagnostic(problem));
  const route = createPublishedRoutes({
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
    isMounted: served.isMounted === true,
    isNamed,
    closedReason: (api, version) => entryFor(configuration.services, api, version)?.problems[0],
    needsLogin,
    forbade({ adapter, name: user }: AuthenticatedIdentity, client, request) {
      audit({ time: new Date().toISOString(), request, adapter, client, user, outcome: 'forbidden' });
      metrics.countAuthentication(adapter, 'forbidden');
    },
  });
  return { route, close: () => published.close() };
}

/** Renders the documentation's problem page for browsers that call a published API. */
function renderProblems(
  renderPage: RenderPage | undefined,
  site: RouteContext['site'],
  { turns, log }: RouteContext['resources'],
  clientOf: RouteContext['clientOf'],
): Pick<PublishedApisOptions, 'renderProblem'> {
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
