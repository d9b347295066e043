import { trailingSlash } from 'astro:config/server';
import { templateMap } from 'virtual:platform-documentation/template-map';
import type { APIContext, MiddlewareHandler, MiddlewareNext } from 'astro';
import { OWN_FOLDER_POLICY } from '../http/document-fields.ts';
import type { BytesAnswer, PageAnswer, SiteAnswer, SiteRequest } from '../server/answers/contract.ts';
import { ANCHOR_ROUTE, isPageRoute, pageRouteOf } from '../server/documentation/page-route.ts';
import { bytesOfPage, pageFailure, renderedAnswer } from '../server/documentation/rendered-page.ts';
import { log } from '../server/log.ts';
import { currentCaller } from '../server/node/node-request.ts';
import type { Runtime } from '../server/runtime.ts';

/**
 * Passes requests that reach Astro to the same pure handlers that the Node server asks first. In production these are
 * only requests whose path Astro interprets differently. Runs before the middleware of the site, and always sets
 * `Astro.locals.identity`.
 *
 * Answers to HEAD keep their body, which Node does not send: Astro would replace an error without a body with a page of
 * its own.
 */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const { documentationPage, documentationAnswer } = context.locals;
  // The server in front of Astro has set it in development.
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
    target: asked.target,
    // Repeated Authorization lines arrive joined into one, which is refused as well.
    authorization: [request.headers.get('authorization')].filter((line) => line !== null),
    client: clientOf(context),
  }));
  if (documentation !== null) return respond(context, next, documentation);
  // These routes belong to us alone, however the path is written.
  const { routePattern } = context;
  return routePattern === ANCHOR_ROUTE || isPageRoute(routePattern) ? answerMissing(context, next) : next();
};

/** Answers paths that nothing else answers. */
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
    target: url.pathname + url.search,
    accept: request.headers.get('accept') ?? undefined,
    acceptEncoding: request.headers.get('accept-encoding') ?? undefined,
    acceptLanguage: request.headers.get('accept-language') ?? undefined,
    ifMatch: request.headers.get('if-match') ?? undefined,
    ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
  };
}

function respond(context: APIContext, next: MiddlewareNext, answer: SiteAnswer): Response | Promise<Response> {
  return answer.kind === 'page' ? renderAnswer(context, next, answer) : toResponse(answer);
}

function toResponse({ status, headers, body }: BytesAnswer): Response {
  return new Response(body === null ? null : Uint8Array.from(body), { status, headers: headersOf(headers) });
}

/** Passes an error of a template to the caller that asked for the page, not to Astro's log. */
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
  // Shows the error to the author of the template.
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

/** End of internal routes: a slash where the site has one at the end of every path. */
const SLASH = trailingSlash === 'always' ? '/' : '';

const MODULES = /<script type="module" src="[^"]*"><\/script>/g;
/** Astro's development toolbar, which needs an inline script that the policy of a page refuses. */
const TOOLBAR =
  /<script type="module" src="[^"]*\/dev-toolbar\/[^"]*"><\/script><script>window\.__astro_dev_toolbar__ = [^<]*<\/script>/g;

/**
 * Samples with an origin, and the attribute with the same origin; in a page, its script replaces both
 * (`views/scripts/page.ts`).
 */
const SAMPLES = /<figure class="pd-samples".*?<\/figure>|<pre class="pd-shell".*?<\/pre>|data-origin="[^"]*"/gs;

/** Origin in samples where no base URL is configured; built pages cannot know where they will be served. */
const USUAL_ORIGIN = /(http:\/\/127\.0\.0\.1):4321\b/g;

function withPort(port: string): (samples: string) => string {
  const origin = port === '' ? '$1' : `$1:${port}`;
  return (samples) => samples.replaceAll(USUAL_ORIGIN, origin);
}

/**
 * Removes scripts of Vite and Astro that the policy of the page would refuse, which browsers report as errors, and
 * writes the port of this server into samples.
 */
function inDevelopment(
  body: Uint8Array | null,
  replacements: readonly (readonly [text: RegExp, by: (found: string) => string])[],
): Uint8Array | null {
  const html = body && Buffer.from(body).toString('utf8');
  return html === null ? null : Buffer.from(replacements.reduce((text, [from, to]) => text.replaceAll(from, to), html));
}

/** Relaxes the policy in development: Vite serves styles and scripts from their sources, not from a build folder. */
function developmentPolicy(policy: string | null): string | null {
  return import.meta.env.DEV ? (policy?.replace(`, ${OWN_FOLDER_POLICY}`, '') ?? null) : policy;
}

/** Text of an error, with the first line of a template in its stack. */
function textOf({ message, cause }: Error): string {
  const place = cause instanceof Error ? /^ {4}at .*\.astro:.*$/m.exec(cause.stack ?? '')?.[0] : undefined;
  return `The page cannot be rendered: ${message}${place === undefined ? '' : `\n${place.trim()}`}`;
}

function clientOf({ locals }: APIContext): string {
  return locals.client ?? currentCaller().client;
}

/** Runtime that serves the request; undefined in a build. */
function runtimeOf({ locals }: APIContext): Runtime | undefined {
  return locals.runtime ?? currentCaller().runtime;
}

function headersOf(flat: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < flat.length; index += 2) headers.append(flat[index] ?? '', flat[index + 1] ?? '');
  return headers;
}
