import { trailingSlash } from 'astro:config/server';
import { templateMap } from 'virtual:platform-documentation/template-map';
import type { APIContext, MiddlewareHandler, MiddlewareNext } from 'astro';
import type { BytesAnswer, PageAnswer, SiteAnswer, SiteRequest } from '../server/answers/contract.ts';
import { leaveSite, withinSite } from '../server/base-path.ts';
import { ANCHOR_ROUTE, isPageRoute, pageRouteOf } from '../server/documentation/page-route.ts';
import { bytesOfPage, pageFailure, renderedAnswer } from '../server/documentation/rendered-page.ts';
import { log } from '../server/log.ts';
import { currentCaller } from '../server/node/node-request.ts';
import type { Runtime } from '../server/runtime.ts';

/**
 * Passes requests that reach Astro to the same pure handlers that the Node server calls first. In production, these are
 * only requests whose path Astro maps to a route of ours although the Node server did not. It runs before the
 * middleware of the site, and always sets `Astro.locals.identity`.
 *
 * Responses to HEAD keep their body, because Astro would replace an error without a body with its own page; Node does
 * not send the body.
 */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const { documentationPage, documentationAnswer } = context.locals;
  // In development, the server in front of Astro has already set the identity.
  context.locals.identity ??= currentCaller().identity;
  if (documentationPage !== undefined) return renderForOurselves(context, next);
  if (documentationAnswer !== undefined) return renderAnswer(context, next, documentationAnswer);
  if (context.isPrerendered) return next();
  const runtime = runtimeOf(context);
  if (runtime === undefined) return next();
  const asked = requestOf(context);
  const { request } = context;
  const documentation = await runtime.handleDocumentation(asked, () => ({
    method: asked.method,
    target: runtime.basePath + asked.target,
    // Repeated Authorization lines arrive joined into one line, which is rejected as well.
    authorization: [request.headers.get('authorization')].filter((line) => line !== null),
    client: clientOf(context),
  }));
  if (documentation !== null) return respond(context, next, documentation);
  // We answer every request that Astro matched to one of our routes, in every spelling of its path.
  const { routePattern } = context;
  return routePattern === ANCHOR_ROUTE || isPageRoute(routePattern) ? answerMissing(context, next) : next();
};

/** Answers requests for paths without a page. */
export async function answerMissing(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const runtime = runtimeOf(context);
  if (runtime === undefined) return next();
  const asked = requestOf(context);
  return respond(context, next, runtime.answerElsewhere(asked.method === 'HEAD' ? { ...asked, method: 'GET' } : asked));
}

function requestOf({ request }: APIContext): SiteRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    target: withinSite(url.pathname + url.search, ASTRO_BASE),
    accept: request.headers.get('accept') ?? undefined,
    acceptEncoding: request.headers.get('accept-encoding') ?? undefined,
    acceptLanguage: request.headers.get('accept-language') ?? undefined,
    ifMatch: request.headers.get('if-match') ?? undefined,
    ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
  };
}

function respond(context: APIContext, next: MiddlewareNext, given: SiteAnswer): Response | Promise<Response> {
  const answer = leaveSite(given, runtimeOf(context)?.basePath ?? '');
  return answer.kind === 'page' ? renderAnswer(context, next, answer) : toResponse(answer);
}

function toResponse({ status, headers, body }: BytesAnswer): Response {
  return new Response(body === null ? null : Uint8Array.from(body), { status, headers: headersOf(headers) });
}

/** Passes an error of a template to the caller that requested the page, instead of Astro's log. */
async function renderForOurselves(context: APIContext, next: MiddlewareNext): Promise<Response> {
  try {
    return await next();
  } catch (error) {
    context.locals.renderFailure = error;
    return new Response(null, { status: 500 });
  }
}

async function renderAnswer(context: APIContext, next: MiddlewareNext, answer: PageAnswer): Promise<Response> {
  const { locals, routePattern } = context;
  const renderPage = async (page: PageAnswer['page']): Promise<Uint8Array<ArrayBuffer>> => {
    await runtimeOf(context)?.turns.take(clientOf(context));
    locals.documentationPage = page;
    try {
      const shown = await (isPageRoute(routePattern) ? next() : next(pageRouteOf(page) + SLASH));
      return await bytesOfPage(shown, page);
    } catch (error) {
      throw pageFailure(page, error, locals.templateMap ?? templateMap);
    }
  };
  let failure: unknown;
  const rendered = await renderedAnswer(answer, renderPage, (error) => {
    failure = error;
    log(error);
  });
  // In development, the author of the template sees the error.
  if (locals.answerFailure && failure instanceof Error) return toResponse(locals.answerFailure(textOf(failure)));
  const headers = headersOf(rendered.headers);
  const policy = developmentPolicy(headers.get('content-security-policy'));
  if (policy !== null && locals.templateMap !== undefined)
    headers.set('content-security-policy', policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"));
  else if (policy !== null) headers.set('content-security-policy', policy);
  const { port } = context.url;
  const namesNoHost = answer.page.kind === 'document' && answer.page.site.baseUrl === '';
  const body =
    import.meta.env.DEV && policy !== null
      ? inDevelopment(rendered.body, [
          [policy.includes('script-src') ? TOOLBAR : MODULES, () => ''],
          ...(namesNoHost ? [[SAMPLES, withPort(port)] as const] : []),
        ])
      : rendered.body;
  if (body !== rendered.body) headers.set('content-length', String(body?.byteLength ?? 0));
  return new Response(body === null ? null : Uint8Array.from(body), { status: rendered.status, headers });
}

/** Path that Astro requires of requests: that of a site with pages of its own. */
const ASTRO_BASE = import.meta.env.BASE_URL.replace(/\/$/, '');
/** Suffix of internal routes: a slash if the site's paths end with a slash. */
const SLASH = trailingSlash === 'always' ? '/' : '';

const MODULES = /<script type="module" src="[^"]*"><\/script>/g;
/** Astro's development toolbar, which needs an inline script that the security policy of a page blocks. */
const TOOLBAR =
  /<script type="module" src="[^"]*\/dev-toolbar\/[^"]*"><\/script><script>window\.__astro_dev_toolbar__ = [^<]*<\/script>/g;

/**
 * Matches samples, and the attribute with the origin that the page's script replaces in samples
 * (`views/scripts/page.ts`). Both contain {@link USUAL_ORIGIN} if no base URL is configured.
 */
const SAMPLES = /<figure class="pd-samples".*?<\/figure>|<pre class="pd-shell".*?<\/pre>|data-origin="[^"]*"/gs;

/** Origin in samples without a configured base URL; built pages cannot know their future origin. */
const USUAL_ORIGIN = /(http:\/\/127\.0\.0\.1):4321\b/g;

function withPort(port: string): (samples: string) => string {
  const origin = port === '' ? '$1' : `$1:${port}`;
  return (samples) => samples.replaceAll(USUAL_ORIGIN, origin);
}

/**
 * Removes the scripts of Vite and Astro that the security policy of the page would block with an error in the browser,
 * and inserts the port of this server into samples.
 */
function inDevelopment(
  body: Uint8Array | null,
  replacements: readonly (readonly [text: RegExp, by: (found: string) => string])[],
): Uint8Array | null {
  const html = body && Buffer.from(body).toString('utf8');
  return html === null ? null : Buffer.from(replacements.reduce((text, [from, to]) => text.replaceAll(from, to), html));
}

/** Relaxes the security policy in development, since Vite serves styles and scripts from their source folders. */
function developmentPolicy(policy: string | null): string | null {
  return import.meta.env.DEV ? (policy?.split(', ', 1)[0] ?? null) : policy;
}

/** Message of an error, with the first stack line that names a template. */
function textOf({ message, cause }: Error): string {
  const place = cause instanceof Error ? /^ {4}at .*\.astro:.*$/m.exec(cause.stack ?? '')?.[0] : undefined;
  return `The page cannot be rendered: ${message}${place === undefined ? '' : `\n${place.trim()}`}`;
}

function clientOf({ locals }: APIContext): string {
  return locals.client ?? currentCaller().client;
}

/** Runtime of the server that handles the request; undefined in a build. */
function runtimeOf({ locals }: APIContext): Runtime | undefined {
  return locals.runtime ?? currentCaller().runtime;
}

function headersOf(flat: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < flat.length; index += 2) headers.append(flat[index] ?? '', flat[index + 1] ?? '');
  return headers;
}
