import { mappedText } from '../../admin/authentication/adapters.ts';
import { NOTHING_HERE } from '../../http/problem.ts';
import type { Api } from '../../model/api.ts';
import { countOf, formatDiagnostic } from '../../model/diagnostic.ts';
import { basePathOf, documentPath, versionedName } from '../../model/locations.ts';
import { entryFor, type MapRecord } from '../../options/access-records.ts';
import type { AdminCard } from '../../presentation/page-data/admin-page.ts';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import { keepFromSharedCaches } from '../../services/shared-caches.ts';
import { refusalAnswer } from '../access/gatekeeper.ts';
import { assetAnswer } from '../answers/bytes-answers.ts';
import { problemAnswer } from '../answers/problem-answer.ts';
import { isGuideFile } from '../documentation/guarded-documentation.ts';
import type { RouteContext } from '../route-context.ts';
import type { Route, Runtime } from '../runtime.ts';
import { ownOrigin } from './admin-guard.ts';
import { createAdminRoute, guarded } from './admin-route.ts';

/** Routes of the administration, and its own address. */
interface Administration {
  /** Whether the pages share the address of the documentation. */
  readonly isShared: boolean;
  readonly pages: Route;
  /** Value for {@link Runtime.administrationBasePath}. */
  readonly basePath: string;
  /** Value for {@link Runtime.administrationAddress}. */
  readonly address: Runtime['administrationAddress'];
  /** Routes at the administration's own address. */
  readonly routes: readonly Route[];
}

/**
 * Composes the administration. Its own address serves only its pages and the files that they need; files on protected
 * paths only to its users. Everything else gets 404, so that nothing else shares the origin of the pages.
 */
export function composeAdministration(context: RouteContext): Administration {
  const { served, gatekeeper, verdictOf, credentialsOf } = context;
  const { asset, configuration } = served;
  const { listen, adapter, baseUrl } = configuration.admin;
  const isShared = served.admin.isDevelopment || listen.kind === 'same';
  const site = isShared ? context.site : () => ({ ...context.site(), baseUrl });
  const pages = pagesRoute({ ...context, site }, isShared, context.site().baseUrl);
  const files: Route = async ({ request, response, asked }) => {
    if (verdictOf(asked.target).kind !== 'open') {
      const admission = await gatekeeper.admit(adapter === null ? [] : [adapter], credentialsOf(request));
      if (admission.kind !== 'authenticated') return refusalAnswer(asked, site(), admission);
      keepFromSharedCaches(response, true);
    }
    return isGuideFile(asked.target) ? null : assetAnswer(asked, asset);
  };
  const missing: Route = ({ asked }) => guarded(problemAnswer(asked, site(), { status: 404, detail: NOTHING_HERE }));
  const address = adapter === null || isShared ? null : listen;
  return { isShared, pages, basePath: basePathOf(baseUrl), address, routes: [pages, files, missing] };
}

function pagesRoute(
  { resources, served, site, gatekeeper, clientOf, memory }: RouteContext,
  isShared: boolean,
  documentationHost: string,
): Route {
  const { configuration, access } = served;
  const { isDevelopment } = served.admin;
  const { adapter, listen } = configuration.admin;
  const list = documentPath({ level: 'list' });
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
      documentationUrl: isShared ? list : documentationHost === '' ? null : documentationHost + list,
      descriptorFolder: DESCRIPTOR_FOLDER,
      readsDescriptorsAtOnce: isDevelopment,
      sources: () => adminSources(served.apis(), configuration.authentication.map),
    }),
    openTo: isDevelopment ? { kind: 'this-machine' } : { kind: 'users', adapter },
    originOf: (request) => site().baseUrl || (isShared ? '' : ownOrigin(request, listen)),
    tokens: resources.tokens,
    gatekeeper,
    clientOf,
    audit: resources.adminAuditLogOf(configuration.auditLog),
    memory,
  });
}

const MOST_WARNINGS = 10;

/** Lists the source and the adapter of each version of each API; those with warnings come first. */
export function adminSources(apis: readonly Api[], map: readonly MapRecord[]): readonly AdminCard[] {
  const isWarned = ({ record }: Api): boolean => record.source.warningCount > 0;
  const ordered = [...apis.filter(isWarned), ...apis.filter((api) => !isWarned(api))];
  return ordered.map((api) => {
    const [name, version] = [api.getName(), api.getVersion()];
    const { file, format, warningCount, warnings = [] } = api.record.source;
    const operations = api.getServices().flatMap((service) => service.getAllOperations());
    const open = operations.filter((operation) => !operation.asksForLogIn()).length;
    const listed = warnings.slice(0, MOST_WARNINGS).map(formatDiagnostic);
    return {
      title: versionedName(name, version),
      state: null,
      facts: [
        { term: 'Descriptor', text: `${file} (${format})` },
        { term: 'Adapter', text: mappedText(entryFor(map, name, version)) },
        { term: 'Operations', text: `${operations.length}, ${openText(open, operations.length)} open to everyone` },
        ...(warningCount === 0 ? [] : [{ term: countOf(warningCount, 'warning'), text: listed.join('\n') }]),
      ],
      links: [],
    };
  });
}

function openText(open: number, all: number): string {
  if (open === all) return 'all';
  return open === 0 ? 'none' : `${open} of them`;
}
