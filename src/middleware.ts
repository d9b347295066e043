import type { MiddlewareHandler } from 'astro';
import { answerMissing } from './astro/documentation-middleware.ts';

/**
 * Routes for which the product's own site has no page. Astro adds all of these except `/[...path]` to every site;
 * astro/config.ts maps `/_image` to the module of `/[...path]`. Islands are for `server:defer`, which needs inline
 * scripts that the Content-Security-Policy refuses.
 */
const ROUTES_OF_NOTHING: readonly string[] = ['/[...path]', '/_image', '/404', '/_server-islands/[name]'];

/** The middleware of the product's own site. */
export const onRequest: MiddlewareHandler = (context, next) =>
  ROUTES_OF_NOTHING.includes(context.routePattern) ? answerMissing(context, next) : next();
