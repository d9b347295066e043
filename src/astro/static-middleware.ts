import { templateMap } from 'virtual:platform-documentation/template-map';
import type { MiddlewareHandler } from 'astro';
import { GUEST } from '../auth/contract.ts';
import { prerenderedPage } from '../server/documentation/page-route.ts';
import { pageFailure } from '../server/documentation/rendered-page.ts';

/**
 * Middleware of static sites, which gives our templates the page that published-beside.ts is rendering. All readers of
 * a static site are guests.
 */
export const onRequest: MiddlewareHandler = async (context, next) => {
  context.locals.identity = GUEST;
  const rendered = prerenderedPage(context.request);
  if (rendered === undefined) return next();
  context.locals.documentationPage = rendered.page;
  try {
    return await next();
  } catch (error) {
    rendered.failure = pageFailure(rendered.page, error, templateMap);
    return new Response(null, { status: 500 });
  }
};
