import type { CredentialsRequest, LoggedIn } from '../../auth/contract.ts';
import { ALLOWED_METHODS } from '../../http/document-fields.ts';
import { fieldsOf, type HeaderList, hasField } from '../../http/header-list.ts';
import { DOCUMENTATION_ROOT, GUIDE_FILES } from '../../model/locations.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { type Gatekeeper, refusalAnswer } from '../access/gatekeeper.ts';
import { assetAnswer, methodsAnswer } from '../answers/bytes-answers.ts';
import type { DocumentationHandler, GuardedDocumentation, SiteAnswer, SiteRequest } from '../answers/contract.ts';
import type { RouteContext } from '../route-context.ts';
import type { Route } from '../runtime.ts';
import { isDocumentation } from './target.ts';

interface GuardedDocumentationOptions {
  readonly handle: DocumentationHandler;
  readonly site: () => Site;
  readonly gatekeeper: Gatekeeper;
  /**
   * Name of the adapter that protects the documentation, by `access` or by a protected path; null: the documentation is
   * public, and paths are not checked.
   */
  readonly adapter: string | null;
  /** Whether a target belongs to the documentation, in any spelling. */
  readonly covers?: (target: string) => boolean;
}

/**
 * Guards documentation that needs a log-in: 401 takes precedence over 404, 304 and all other answers, for every
 * documentation path in any spelling (DESIGN §3). OPTIONS gets the same answer at all of them.
 */
export function guardDocumentation({
  handle,
  site,
  gatekeeper,
  adapter,
  covers = isDocumentation,
}: GuardedDocumentationOptions): GuardedDocumentation {
  if (adapter === null) return handle;
  const adapters = [adapter];
  const privateAnswers = new WeakMap<SiteAnswer, SiteAnswer>();

  const privately = (answer: SiteAnswer): SiteAnswer => {
    const known = privateAnswers.get(answer);
    if (known !== undefined) return known;
    const made = { ...answer, headers: privateHeaders(answer.headers) };
    privateAnswers.set(answer, made);
    return made;
  };

  const forUser = (request: SiteRequest, answered: SiteAnswer | null, { headers }: LoggedIn): SiteAnswer => {
    if (answered === null) throw new Error(`${request.target} is documentation, and is not.`);
    const own = privately(answered);
    return headers.length === 0 ? own : { ...own, headers: [...own.headers, ...headers] };
  };

  const answer = async (request: SiteRequest, asked: CredentialsRequest): Promise<SiteAnswer> => {
    const admission = await gatekeeper.admit(adapters, asked);
    if (admission.kind !== 'authenticated') return refusalAnswer(request, site(), admission);
    return forUser(request, await handle(request, () => asked), admission);
  };

  return (request, credentials) => {
    if (!covers(request.target)) return null;
    if (request.method === 'OPTIONS') return PREFLIGHT;
    const asked = credentials();
    const known = gatekeeper.recall(adapters, asked);
    if (known === undefined) return answer(request, asked);
    // Answers without a promise, as for public documentation: most requests repeat the same credentials.
    const answered = handle(request, () => asked);
    return answered instanceof Promise
      ? answered.then((late) => forUser(request, late, known))
      : forUser(request, answered, known);
  };
}

/**
 * Guards files that guides show with the log-in of the guides. Theme files stay open, since pages for guests use them.
 * @returns null if the documentation needs no log-in
 */
export function guideFiles({
  served,
  site,
  gatekeeper,
  adapter,
  credentialsOf,
  handle,
}: RouteContext & { readonly handle: DocumentationHandler }): Route | null {
  if (adapter === null) return null;
  const guarded = guardDocumentation({
    // A missing file gets the same answer as a missing document.
    handle: (asked, caller) =>
      assetAnswer(asked, served.asset) ?? handle({ ...asked, target: DOCUMENTATION_ROOT + asked.target }, caller),
    site,
    gatekeeper,
    adapter,
    covers: isGuideFile,
  });
  return ({ request, asked }) => guarded(asked, () => credentialsOf(request));
}

export function isGuideFile(target: string): boolean {
  return target.startsWith(GUIDE_FILES);
}

/** Answer to OPTIONS: no challenge, and no difference between existing and missing documents. */
const PREFLIGHT = methodsAnswer(ALLOWED_METHODS);

/** Keeps an answer from shared caches and from scripts of other origins. */
function privateHeaders(headers: HeaderList): HeaderList {
  const kept: string[] = [];
  for (const [name, value] of fieldsOf(headers)) {
    switch (name.toLowerCase()) {
      case 'cache-control':
        kept.push(name, `private, ${value.replace('public, ', '')}`);
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
