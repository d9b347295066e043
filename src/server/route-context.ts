import type { IncomingMessage } from 'node:http';
import type { AdminSite } from '../admin/contract.ts';
import type { CredentialsRequest } from '../auth/contract.ts';
import type { Configuration } from '../config/configuration.ts';
import type { Format } from '../formats/contract.ts';
import type { Api } from '../model/api.ts';
import type { Site } from '../presentation/page-data/site.ts';
import { bodyMemory, type PublishedApisOptions } from '../services/published-apis.ts';
import type { Shares } from '../services/read-body.ts';
import type { DocumentationStore } from '../store/contract.ts';
import type { AccessControl } from './access/access-control.ts';
import type { AuditLog } from './access/audit-log.ts';
import { createGatekeeper, type Gatekeeper } from './access/gatekeeper.ts';
import { createPathGuard, type PathVerdict } from './access/path-guard.ts';
import type { FindAsset } from './answers/bytes-answers.ts';
import { type ClientOf, createClientOf } from './node/client-address.ts';
import { credentialsRequestOf } from './node/node-request.ts';
import type { ProcessResources } from './process-resources.ts';
import type { RenderPage } from './runtime.ts';

/** Inputs from which one runtime is composed. */
export interface Served {
  readonly configuration: Configuration;
  readonly access: AccessControl;
  /** Returns the published documentation; called for every request. */
  readonly store: () => DocumentationStore;
  /** Formats in the order of preference on ties. */
  readonly formats: readonly Format[];
  /** Whether the site has pages besides the documentation; they may use paths such as `/sitemap.xml`. */
  readonly hasPages?: boolean;
  /** Whether another program answers what is passed on; its users are no administrators. */
  readonly isMounted?: boolean;
  /** Returns every published API version completely, read on demand. */
  readonly apis: () => readonly Api[];
  /** APIs from which routes are created, see {@link PublishedApisOptions}. */
  readonly routed: Pick<PublishedApisOptions, 'apis' | 'whole'>;
  readonly asset: FindAsset;
  readonly admin: {
    /** Whether the administration is open without a log-in, but to this machine only. */
    readonly isDevelopment: boolean;
    readonly site: () => AdministeredSite;
  };
  /** Name of the release, or `development`. */
  readonly release: () => string;
  /** Version of the product. */
  readonly version: string;
  /** Renders problem pages of published APIs. Default: browsers get JSON problems, as programs do. */
  readonly renderPage?: RenderPage;
}

/** Site data that only the administration pages need. */
export type AdministeredSite = Pick<
  AdminSite,
  | 'projectFolder'
  | 'lastBuild'
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

/** Parts that all routes of one runtime share. */
export interface RouteContext {
  readonly resources: ProcessResources;
  readonly served: Served;
  readonly site: () => Site;
  readonly audit: AuditLog;
  readonly gatekeeper: Gatekeeper;
  readonly clientOf: ClientOf;
  readonly verdictOf: (target: string) => PathVerdict;
  /** Adapter that guards the documentation; null: the documentation is public. */
  readonly adapter: string | null;
  readonly credentialsOf: (request: IncomingMessage) => CredentialsRequest;
  /** Memory budget for request bodies, shared by all routes. */
  readonly memory: Shares;
}

export function createRouteContext(resources: ProcessResources, served: Served): RouteContext {
  const { configuration, access } = served;
  const audit = resources.auditLogOf(configuration.auditLog);
  const clientOf = createClientOf(configuration.trustedProxies);
  return {
    resources,
    served,
    site: () => served.store().site,
    audit,
    gatekeeper: createGatekeeper({ access, audit, metrics: resources.metrics, clock: Date.now }),
    clientOf,
    verdictOf: createPathGuard(configuration.authentication.paths),
    adapter: configuration.access.kind === 'adapter' ? configuration.access.name : null,
    credentialsOf: (request) => credentialsRequestOf(request, clientOf(request).address),
    memory: bodyMemory(configuration.services),
  };
}
