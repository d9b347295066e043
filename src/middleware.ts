import type { APIContext, MiddlewareHandler, MiddlewareNext } from 'astro';
import { currentCaller } from './server/caller-context.ts';
import { productionRuntime } from './server/compose.ts';
import type { DocumentationRequest, PageAnswer } from './server/documentation/contract.ts';
import { OWN_FOLDER_POLICY } from './server/documentation/headers.ts';
import { log } from './server/log.ts';
import { pageFailure } from './server/page-failure.ts';
import { isPageRoute, pageRouteOf } from './server/page-route.ts';
import { bytesOfPage, renderedAnswer } from './server/rendered-page.ts';
import type { Runtime } from './server/runtime.ts';

const TEXT_HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** `pages/[...path].ts`: what no other route of the site matches. */
const ANCHOR_ROUTE = '/[...path]';
/**
 * Astro adds them to every site: they are missing like the anchor's paths. astro.config.mjs leads the first to the anchor, too; islands are
 * for `server:defer`, which needs inline scripts that the Content-Security-Policy refuses.
 */
const ASTRO_ROUTES: readonly string[] = ['/_image', '/404', '/_server-islands/[name]'];

/**
 * Answers to HEAD have their body, which Node leaves out: Astro would put a page of its own in the place of a problem without one.
 *
 * Brings requests that reach Astro to the same pure handlers that the Node server asks first: all of them while developing, in
 * production only those whose path Astro reads differently than it was sent.
 */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const { documentationPage, documentationAnswer } = context.locals;
  // In development the server in front of Astro has set it.
  context.locals.identity ??= currentCaller().identity;
  if (documentationPage !== undefined) return renderForOurselves(context, next);
  if (documentationAnswer !== undefined) return renderAnswer(context, next, documentationAnswer);
  if (context.isPrerendered) return next();
  const { request } = context;
  const url = new URL(request.url);
  const runtime = await currentRuntime();
  if (runtime === undefined) return next();
  const asked: DocumentationRequest = {
    method: request.method,
    target: url.pathname + url.search,
    accept: request.headers.get('accept') ?? undefined,
    acceptEncoding: request.headers.get('accept-encoding') ?? undefined,
    ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
  };
  const documentation = await runtime.handleDocumentation(asked, () => ({
    method: asked.method,
    target: asked.target,
    // Lines that were sent twice come joined, and are refused like that.
    authorization: [request.headers.get('authorization')].filter((line) => line !== null),
    client: context.locals.client ?? currentCaller().client,
  }));
  // The routes of pages are ours alone, however its path is written.
  const { routePattern } = context;
  const isElsewhere = routePattern === ANCHOR_ROUTE || ASTRO_ROUTES.includes(routePattern) || isPageRoute(routePattern);
  if (documentation === null && !isElsewhere) return next();
  const answer = documentation ?? runtime.answerElsewhere(asked.method === 'HEAD' ? { ...asked, method: 'GET' } : asked);
  if (answer.kind === 'bytes')
    return new Response(answer.body === null ? null : Uint8Array.from(answer.body), { status: answer.status, headers: headersOf(answer.headers) });
  return renderAnswer(context, next, answer);
};

/** What a template throws goes to the caller that asked for the page, not to Astro's log. */
async function renderForOurselves(context: APIContext, next: MiddlewareNext): Promise<Response> {
  try {
    return await next();
  } catch (error) {
    context.locals.renderFailure = error;
    return new Response(null, { status: 500 });
  }
}

async function renderAnswer(context: APIContext, next: MiddlewareNext, answer: PageAnswer): Promise<Response> {
  const { locals, url } = context;
  const renderPage = async (page: PageAnswer['page']): Promise<Uint8Array> => {
    locals.documentationPage = page;
    try {
      return await bytesOfPage(await (isPageRoute(url.pathname) ? next() : next(pageRouteOf(page))), page);
    } catch (error) {
      throw pageFailure(page, error, locals.templateMap);
    }
  };
  let failure: unknown;
  const rendered = await renderedAnswer(answer, renderPage, (error) => {
    failure = error;
    log(error);
  });
  // The author of the template looks here for the error.
  if (import.meta.env.DEV && failure instanceof Error) return new Response(textOf(failure), { status: 500, headers: TEXT_HEADERS });
  const headers = headersOf(rendered.headers);
  const policy = developmentPolicy(headers.get('content-security-policy'));
  if (policy !== null && locals.templateMap !== undefined)
    headers.set('content-security-policy', policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"));
  else if (policy !== null) headers.set('content-security-policy', policy);
  const hasNoScripts = import.meta.env.DEV && policy !== null && !policy.includes('script-src');
  const body = hasNoScripts ? withoutScripts(rendered.body) : rendered.body;
  if (body !== rendered.body) headers.set('content-length', String(body?.byteLength ?? 0));
  return new Response(body === null ? null : Uint8Array.from(body), { status: rendered.status, headers });
}

/** Without the scripts of Vite, which the policy of administration pages would refuse and browsers report. */
function withoutScripts(body: Uint8Array | null): Uint8Array | null {
  return (
    body &&
    Buffer.from(
      Buffer.from(body)
        .toString('utf8')
        .replaceAll(/<script type="module" src="[^"]*"><\/script>/g, ''),
    )
  );
}

/** Vite serves styles and scripts from where their sources are, not from the folder of a build. */
function developmentPolicy(policy: string | null): string | null {
  return import.meta.env.DEV ? (policy?.replace(`, ${OWN_FOLDER_POLICY}`, '') ?? null) : policy;
}

/** With the first place in a template that the stack tells of. */
function textOf({ message, cause }: Error): string {
  const place = cause instanceof Error ? /^ {4}at .*\.astro:.*$/m.exec(cause.stack ?? '')?.[0] : undefined;
  return `The page cannot be rendered: ${message}\n${place === undefined ? '' : `${place}\n`}`;
}

async function currentRuntime(): Promise<Runtime | undefined> {
  if (!import.meta.env.DEV) return productionRuntime();
  const { developmentRuntime } = await import('./server/compose-development.ts');
  return developmentRuntime();
}

function headersOf(flat: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < flat.length; index += 2) headers.append(flat[index] ?? '', flat[index + 1] ?? '');
  return headers;
}
