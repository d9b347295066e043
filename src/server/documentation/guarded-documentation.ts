import type { CredentialsRequest } from '../../auth/contract.ts';
import { fieldsOf, type HeaderList, hasField } from '../../http/header-list.ts';
import type { Site } from '../../model/page/document.ts';
import type { Gatekeeper } from '../access/gatekeeper.ts';
import { refusalAnswer } from '../access/gatekeeper.ts';
import type { DocumentationAnswer, DocumentationHandler, DocumentationRequest } from './contract.ts';
import { ALLOWED_METHODS } from './headers.ts';
import { readTarget } from './target.ts';

/** Like {@link DocumentationHandler}; credentials are asked for only where they count. */
export type GuardedDocumentation = (
  request: DocumentationRequest,
  credentials: () => CredentialsRequest,
) => DocumentationAnswer | Promise<DocumentationAnswer> | null;

interface GuardedDocumentationOptions {
  readonly handle: DocumentationHandler;
  readonly site: () => Site;
  readonly gatekeeper: Gatekeeper;
  /**
   * Name of the adapter that documentation needs, by `access` or by a path over it; null: it is public, and nothing is
   * compared.
   */
  readonly adapter: string | null;
  /** Whether a path is the documentation's, however it is written. */
  readonly covers?: (target: string) => boolean;
}

/**
 * Documentation that needs a log-in: 401 comes before 404, 304 and everything else, for every path of its URL space,
 * however it is written (DESIGN §3). OPTIONS is answered alike for all of them.
 */
export function guardDocumentation({
  handle,
  site,
  gatekeeper,
  adapter,
  covers = (target) => readTarget(target) !== null,
}: GuardedDocumentationOptions): GuardedDocumentation {
  if (adapter === null) return handle;
  const adapters = [adapter];
  const privateAnswers = new WeakMap<DocumentationAnswer, DocumentationAnswer>();

  const privately = (answer: DocumentationAnswer): DocumentationAnswer => {
    const known = privateAnswers.get(answer);
    if (known !== undefined) return known;
    const made = { ...answer, headers: privateHeaders(answer.headers) };
    privateAnswers.set(answer, made);
    return made;
  };

  const answer = async (
    request: DocumentationRequest,
    credentials: () => CredentialsRequest,
  ): Promise<DocumentationAnswer> => {
    const admission = await gatekeeper.admit(adapters, credentials());
    if (admission.kind !== 'authenticated') return refusalAnswer(request, site(), admission);
    const answered = await handle(request, credentials);
    if (answered === null) throw new Error(`${request.target} is documentation, and is not.`);
    const own = privately(answered);
    return admission.headers.length === 0 ? own : { ...own, headers: [...own.headers, ...admission.headers] };
  };

  return (request, credentials) => {
    if (!covers(request.target)) return null;
    return request.method === 'OPTIONS' ? PREFLIGHT : answer(request, credentials);
  };
}

/** Never challenged, and the same for paths where there is nothing. */
const PREFLIGHT: DocumentationAnswer = {
  kind: 'bytes',
  status: 204,
  headers: ['Allow', ALLOWED_METHODS.join(', '), 'X-Content-Type-Options', 'nosniff'],
  body: null,
};

/** Not for shared caches, not for scripts of other origins. */
function privateHeaders(headers: HeaderList): HeaderList {
  const kept: string[] = [];
  for (const [name, value] of fieldsOf(headers)) {
    switch (name.toLowerCase()) {
      case 'cache-control':
        kept.push(name, `private, ${value}`);
        break;
      case 'vary':
        kept.push(name, `${value}, Authorization`);
        break;
      case 'access-control-allow-origin':
      case 'access-control-expose-headers':
        break;
      default:
        kept.push(name, value);
    }
  }
  return hasField(kept, 'vary') ? kept : [...kept, 'Vary', 'Authorization'];
}
