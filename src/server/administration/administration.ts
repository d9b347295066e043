import { NOTHING_HERE } from '../../http/problem.ts';
import type { Site } from '../../model/page/document.ts';
import { keepFromSharedCaches } from '../../services/shared-caches.ts';
import { type Gatekeeper, refusalAnswer } from '../access/gatekeeper.ts';
import { answered, type Route } from '../dispatch.ts';
import { problemAnswer } from '../documentation/problem-answer.ts';
import { assetAnswer, type FindAsset } from '../node/asset.ts';
import type { ClientOf } from '../node/client-address.ts';
import { credentialsRequestOf } from '../node/node-request.ts';
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
