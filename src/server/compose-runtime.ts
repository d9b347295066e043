import { basePathOf, DOCUMENTATION_ROOT } from '../model/locations.ts';
import { composeAdministration } from './administration/administration.ts';
import { assetAnswer } from './answers/bytes-answers.ts';
import { belowBase, leaveSite } from './base-path.ts';
import { createForwardRoute } from './console/forward-route.ts';
import { createLogInRoute } from './console/log-in-route.ts';
import { createDiscovery, discoveryRoute } from './documentation/discovery.ts';
import { guardDocumentation, guideFiles } from './documentation/guarded-documentation.ts';
import { createDocumentationHandler } from './documentation/handler.ts';
import { laminasAddresses } from './documentation/laminas-addresses.ts';
import { createMcpRoute } from './mcp/mcp-route.ts';
import { noting } from './node/node-request.ts';
import type { ProcessResources } from './process-resources.ts';
import { composePublished } from './published/compose-published.ts';
import { answerElsewhere } from './published/published-routes.ts';
import { createRouteContext, type Served } from './route-context.ts';
import type { Route, Runtime } from './runtime.ts';

const BESIDE = `${DOCUMENTATION_ROOT}.`;

/** Runtime to close when another one replaces it. */
export interface ClosableRuntime extends Runtime {
  close(): void;
}

/** Composes the runtime of one configuration and one state of the documentation. */
export function composeRuntime(resources: ProcessResources, served: Served): ClosableRuntime {
  const context = createRouteContext(resources, served);
  const { clientOf, credentialsOf, verdictOf, site } = context;
  const { configuration, asset, store, formats } = served;
  const { turns, log } = resources;
  const handle = createDocumentationHandler({ store, formats, turns, log });
  const discover = createDiscovery({ store, formats, hasMcp: configuration.mcp });
  const handleDocumentation = guardDocumentation({ ...context, handle });
  const documentation: Route = ({ request, asked }) => handleDocumentation(asked, () => credentialsOf(request));
  const openFiles: Route = ({ asked }) => (verdictOf(asked.target).kind === 'open' ? assetAnswer(asked, asset) : null);
  const guarded = guideFiles({ ...context, handle });
  const administration = composeAdministration(context);
  const published = composePublished(context);
  const base = basePathOf(site().baseUrl);
  const as: typeof noting = (part, route) =>
    belowBase(base, served.hasPages === true, configuration.metrics ? noting(part, route) : route);
  return {
    routes: [
      // This precedes the documentation route, which would answer 404 at these paths.
      besideDocumentation([
        ...(configuration.mcp ? [as('mcp', createMcpRoute({ ...context, ...resources, handle, store }))] : []),
        as('documentation', createLogInRoute(context)),
        as('documentation', createForwardRoute(context)),
      ]),
      as('documentation', documentation),
      ...(configuration.laminasAddresses ? [as('documentation', laminasAddresses)] : []),
      ...(guarded === null ? [] : [as('files', guarded)]),
      as('files', openFiles),
      ...((configuration.discovery ?? !served.hasPages)
        ? [as('documentation', discoveryRoute({ ...context, discover }))]
        : []),
      ...(administration.isShared && served.isMounted !== true ? [as('administration', administration.pages)] : []),
      as('apis', published.route),
    ],
    basePath: base,
    administrationBasePath: administration.basePath,
    handleDocumentation,
    clientOf,
    turns,
    credentialsOf,
    answerElsewhere: (request) => leaveSite(answerElsewhere(request, site()), base),
    administrationAddress: administration.address,
    administrationRoutes: administration.routes.map((route) =>
      belowBase(administration.basePath, false, as('administration', route)),
    ),
    release: served.release,
    countRequest: configuration.metrics ? resources.metrics.countRequest : null,
    close: published.close,
  };
}

/** Joins the routes of paths such as `/platform/documentation.mcp`, because requests for documents pass them all. */
function besideDocumentation(routes: readonly Route[]): Route {
  return (exchange) => {
    if (!exchange.asked.target.startsWith(BESIDE)) return null;
    for (const route of routes) {
      const routed = route(exchange);
      if (routed !== null) return routed;
    }
    return null;
  };
}
