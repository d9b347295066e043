import { mappedText } from '../../admin/authentication/adapters.ts';
import { NOTHING_HERE } from '../../http/problem.ts';
import type { Api } from '../../model/api.ts';
import { formatDiagnostic } from '../../model/diagnostic.ts';
import { versionedName } from '../../model/locations.ts';
import { entryFor, type MapRecord } from '../../options/access-records.ts';
import type { AdminCard } from '../../presentation/page-data/admin-page.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { keepFromSharedCaches } from '../../services/shared-caches.ts';
import { type Gatekeeper, refusalAnswer } from '../access/gatekeeper.ts';
import { problemAnswer } from '../answers/problem-answer.ts';
import { assetAnswer, type FindAsset } from '../node/asset.ts';
import type { ClientOf } from '../node/client-address.ts';
import { credentialsRequestOf } from '../node/node-request.ts';
import { answered, type Route } from '../runtime.ts';
import { guarded } from './admin-route.ts';

interface AdministrationOptions {
  readonly adminPages: Route;
  readonly asset: FindAsset;
  readonly isOpenPath: (target: string) => boolean;
  readonly gatekeeper: Gatekeeper;
  /** Adapter whose users administer. */
  readonly adapter: string;
  readonly site: () => Site;
  readonly clientOf: ClientOf;
}

/**
 * Routes of the administration's own address: the pages and the files that they need; files on protected paths are for
 * its users. All else is missing, as nothing else may share their origin.
 */
export function administrationRoutes({
  adminPages,
  asset,
  isOpenPath,
  gatekeeper,
  adapter,
  site,
  clientOf,
}: AdministrationOptions): readonly Route[] {
  const files: Route = async ({ request, response, asked }) => {
    if (!isOpenPath(asked.target)) {
      const admission = await gatekeeper.admit([adapter], credentialsRequestOf(request, clientOf(request).address));
      if (admission.kind !== 'authenticated') return answered(refusalAnswer(asked, site(), admission));
      keepFromSharedCaches(response, true);
    }
    return answered(assetAnswer(asked, asset));
  };
  const missing: Route = ({ asked }) =>
    answered(guarded(problemAnswer(asked, site(), { status: 404, detail: NOTHING_HERE })));
  return [adminPages, files, missing];
}

const MOST_WARNINGS = 10;

/**
 * Lists the source and the adapter of each version of each API.
 * @param release `development`, or the name of the release
 */
export function adminSources(apis: readonly Api[], map: readonly MapRecord[], release: string): readonly AdminCard[] {
  return apis.map((api) => {
    const [name, version] = [api.getName(), api.getVersion()];
    const { file, format, warningCount, warnings = [] } = api.record.source;
    const operations = api.getServices().flatMap((service) => service.getAllOperations());
    const open = operations.filter((operation) => !operation.asksForLogIn()).length;
    return {
      title: versionedName(name, version),
      state: null,
      facts: [
        {
          term: 'Built from',
          text: `${file} (${format}), ${release === 'development' ? 'read as it is now' : `release ${release}`}`,
        },
        { term: 'Adapter', text: mappedText(entryFor(map, name, version)) },
        { term: 'Operations', text: `${operations.length}, ${open} of them open to everyone` },
        { term: 'Warnings', text: String(warningCount) },
        ...warnings.slice(0, MOST_WARNINGS).map((warning) => ({ term: 'Warning', text: formatDiagnostic(warning) })),
      ],
      links: [],
    };
  });
}
