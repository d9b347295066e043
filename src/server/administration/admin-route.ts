import type { IncomingMessage } from 'node:http';
import type { AdminSite } from '../../admin/contract.ts';
import { answerAdmin } from '../../admin/handler.ts';
import type { Tokens } from '../../admin/tokens.ts';
import { OWN_FOLDER_POLICY } from '../../http/document-fields.ts';
import { withoutFields } from '../../http/header-list.ts';
import { NOTHING_HERE } from '../../http/problem.ts';
import { ADMIN_ROOT } from '../../presentation/page-data/admin-page.ts';
import type { Shares } from '../../services/read-body.ts';
import type { AuditLog } from '../access/audit-log.ts';
import { type Gatekeeper, refusalAnswer } from '../access/gatekeeper.ts';
import type { SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { contentHeaders } from '../answers/headers.ts';
import { type ProblemFacts, problemAnswer } from '../answers/problem-answer.ts';
import type { ClientOf } from '../node/client-address.ts';
import { credentialsRequestOf, notesOf } from '../node/node-request.ts';
import { type RefusedBody, readTextBody } from '../node/text-body.ts';
import type { Exchange, Route } from '../runtime.ts';
import { isForThisSite, isForWindow, isFromThisSite, isLocal } from './admin-guard.ts';

interface AdminRouteOptions {
  readonly site: () => Omit<AdminSite, 'audit' | 'auditTest' | 'client' | 'identity'>;
  /** Clients with access: this machine in development, otherwise the users of an adapter; null: none. */
  readonly openTo: { readonly kind: 'this-machine' } | { readonly kind: 'users'; readonly adapter: string | null };
  /** Origin at which browsers reach these pages; `''` if none is configured. */
  readonly originOf: (request: IncomingMessage) => string;
  readonly tokens: Tokens;
  readonly gatekeeper: Gatekeeper;
  readonly clientOf: ClientOf;
  readonly audit: AuditLog;
  /** Memory budget for request bodies. */
  readonly memory: Shares;
}

const METHODS = ['GET', 'HEAD', 'POST'] as const;
const FORM = 'application/x-www-form-urlencoded';
/** Maximum size of a form; a form with all texts of a large service is far smaller. */
const MOST_FORM_BYTES = 1024 * 1024;
/** Allows no scripts: the development server's script would reload a page at each save, even while a user types. */
export const ADMIN_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'; " +
  `frame-ancestors 'none', ${OWN_FOLDER_POLICY}`;
/** Header fields that keep pages out of caches, where the browser's next user could see them, and out of frames. */
const OWN_HEADERS = [
  ...['Cache-Control', 'no-store', 'Content-Security-Policy', ADMIN_POLICY, 'X-Frame-Options', 'DENY'],
  ...['Referrer-Policy', 'same-origin', 'Cross-Origin-Opener-Policy', 'same-origin'],
];
const REPLACED = /^(?:cache-control|content-security-policy|referrer-policy|access-control-.*)$/i;
/** Path with one trailing slash, which is redirected to the path without it. */
const WITH_SLASH = /^(\/platform\/admin(?:\/[\w-]+)*)\/(\?[\x21-\x7e]*)?$/;
const FOREIGN_FORM = 'Forms are accepted from pages of this site only. Behind a proxy, base_url must be their address.';
const FOREIGN_HOST =
  'This host name is not that of the administration. Set base_url to the one browsers use; a proxy must pass on Host.';
/** Ends the connection, because the rest of a refused body is not read. */
const LAST_ANSWER = { headers: ['Connection', 'close'] } as const;

/**
 * Guards and answers the administration pages. A client without access is refused before anything else is checked; if
 * no client has access, the route returns null, as if the pages did not exist.
 */
export function createAdminRoute(options: AdminRouteOptions): Route {
  const { openTo, gatekeeper, clientOf } = options;
  const answerUser = async (exchange: Exchange, adapter: string): Promise<SiteAnswer> => {
    const { request, asked } = exchange;
    const { address, isBehindTrustedProxy } = clientOf(request);
    if (!isBehindTrustedProxy && !isForThisSite(request, options.originOf(request)))
      return guarded(
        problemAnswer(withGet(asked), options.site().site, { status: 403, detail: FOREIGN_HOST, ...LAST_ANSWER }),
      );
    const admission = await gatekeeper.admit([adapter], credentialsRequestOf(request, address));
    if (admission.kind !== 'authenticated') return guarded(refusalAnswer(asked, options.site().site, admission));
    const answer = await respond(exchange, options, admission.identity);
    return { ...answer, headers: [...answer.headers, ...admission.headers] };
  };
  return (exchange) => {
    const { request, asked } = exchange;
    if (!isAdminTarget(asked.target)) return null;
    if (openTo.kind === 'this-machine') return isLocal(request) ? respond(exchange, options, null) : null;
    return openTo.adapter === null ? null : answerUser(exchange, openTo.adapter);
  };
}

/** Whether a target is the path of an administration page in canonical spelling. */
function isAdminTarget(target: string): boolean {
  const [path = ''] = target.split('?', 1);
  return path === ADMIN_ROOT || path.startsWith(`${ADMIN_ROOT}/`);
}

async function respond(
  { request, response, asked, awaitsContinue }: Exchange,
  options: AdminRouteOptions,
  identity: { readonly name: string; readonly adapter: string } | null,
): Promise<SiteAnswer> {
  const site = options.site();
  const problem = (status: number, detail: string, more: Partial<ProblemFacts> = {}): SiteAnswer =>
    guarded(problemAnswer(withGet(asked), site.site, { status, detail, ...more }));
  if (!isForWindow(request))
    return problem(
      403,
      'These pages can be opened in a browser window only, not by scripts or in frames.',
      LAST_ANSWER,
    );
  if (!METHODS.some((method) => method === asked.method))
    return problem(405, `${METHODS.join(', ')} are allowed here.`, { allow: METHODS });
  const isPost = asked.method === 'POST';
  const withoutSlash = isPost ? null : WITH_SLASH.exec(asked.target);
  if (withoutSlash !== null) {
    const [, path = '', query = ''] = withoutSlash;
    return guarded({ kind: 'bytes', status: 308, headers: redirectionTo(path + query), body: null });
  }
  if (isPost && !isFromThisSite(request, options.originOf(request))) return problem(403, FOREIGN_FORM, LAST_ANSWER);
  const client = options.clientOf(request).address;
  const proceed = (): void => void (awaitsContinue && response.writeContinue());
  const body = isPost ? await readForm(request, { memory: options.memory, client, proceed }) : null;
  if (body?.kind === 'refused')
    return problem(body.status, body.detail, { headers: [...LAST_ANSWER.headers, ...(body.headers ?? [])] });
  const url = new URL(asked.target, 'http://localhost');
  const entry = () => ({
    time: new Date().toISOString(),
    request: notesOf(request).id,
    adapter: identity?.adapter ?? '',
    user: identity?.name ?? null,
    client,
  });
  const audit: AdminSite['audit'] = (change) => options.audit({ ...entry(), outcome: 'changed', change });
  const auditTest: AdminSite['auditTest'] = (test) => options.audit({ ...entry(), outcome: 'tested', test });
  const answer = await answerAdmin({ ...site, client, identity, audit, auditTest }, options.tokens, {
    path: url.pathname.slice(ADMIN_ROOT.length),
    query: new Map(url.searchParams),
    input: body?.input ?? null,
    person: JSON.stringify([identity?.adapter, identity?.name]),
  });
  switch (answer.kind) {
    case 'page':
      return guarded({ kind: 'page', status: answer.status, headers: contentHeaders('text/html'), page: answer.page });
    case 'redirection':
      return guarded({
        kind: 'bytes',
        status: 303,
        headers: redirectionTo(answer.path),
        body: null,
      });
    case 'missing':
      return problem(404, NOTHING_HERE);
    case 'not-allowed':
      return problem(405, 'This page accepts no forms.', { allow: ['GET', 'HEAD'] });
    default:
      return answer satisfies never;
  }
}

function redirectionTo(path: string): readonly string[] {
  return ['Location', path, 'Content-Length', '0', 'X-Content-Type-Options', 'nosniff'];
}

/** Returns the request as GET, unless it is HEAD, so that the problem answer has a body. */
function withGet(asked: SiteRequest): SiteRequest {
  return asked.method === 'HEAD' ? asked : { ...asked, method: 'GET' };
}

/** Sets the security policy and the caching fields of these pages on an answer. */
export function guarded<T extends SiteAnswer>(answer: T): T {
  const headers = [...withoutFields(answer.headers, (name) => REPLACED.test(name)), ...OWN_HEADERS];
  if (answer.kind !== 'page' || answer.page.kind !== 'problem') return { ...answer, headers };
  return { ...answer, headers, page: { ...answer.page, isAdministrative: true } };
}

type FormBody = { readonly kind: 'form'; readonly input: ReadonlyMap<string, string> } | RefusedBody;

export async function readForm(
  request: IncomingMessage,
  options: Pick<Parameters<typeof readTextBody>[1], 'memory' | 'client' | 'proceed'>,
): Promise<FormBody> {
  const body = await readTextBody(request, { name: 'form', mediaType: FORM, mostBytes: MOST_FORM_BYTES, ...options });
  return body.kind === 'refused' ? body : { kind: 'form', input: new Map(new URLSearchParams(body.text)) };
}
