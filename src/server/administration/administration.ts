import { NOTHING_HERE } from '../../http/refusals.ts';
import type { Site } from '../../model/page/document.ts';
import { keepFromSharedCaches } from '../../services/shared-caches.ts';
import type { Gatekeeper } from '../access/gatekeeper.ts';
import { refusalAnswer } from '../access/gatekeeper.ts';
import { problemAnswer } from '../documentation/problem-answer.ts';
import type { ClientOf } from '../node/client-address.ts';
import { credentialsRequestOf, documentationRequestOf } from '../node/node-request.ts';
import type { Administration } from '../runtime.ts';
import type { AdminRoute } from './admin-route.ts';

interface AdministrationOptions {
  readonly answerAdmin: AdminRoute;
  readonly isOpenPath: (target: string) => boolean;
  readonly gatekeeper: Gatekeeper;
  /** Whose users administer. */
  readonly adapter: string;
  readonly site: () => Site;
  readonly clientOf: ClientOf;
}

/** What an address of the administration's own answers. Files that paths protect are for its users here. */
export function createAdministration({
  answerAdmin,
  isOpenPath,
  gatekeeper,
  adapter,
  site,
  clientOf,
}: AdministrationOptions): Administration {
  return async (request, response, { awaitsContinue }) => {
    const asked = documentationRequestOf(request);
    const page = await answerAdmin(request, response, awaitsContinue);
    if (page !== null) return { kind: 'answer', answer: page };
    if (!isOpenPath(asked.target)) {
      const admission = await gatekeeper.admit([adapter], credentialsRequestOf(request, clientOf(request).address));
      if (admission.kind !== 'authenticated')
        return { kind: 'answer', answer: refusalAnswer(asked, site(), admission) };
      keepFromSharedCaches(response, true);
    }
    return { kind: 'asset', otherwise: problemAnswer(asked, site(), { status: 404, detail: NOTHING_HERE }) };
  };
}
