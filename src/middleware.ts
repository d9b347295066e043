import type { MiddlewareHandler } from 'astro';
import { answerMissing } from './documentation-middleware.ts';

/**
 * What no page of a site answers: the product's own site has none. Astro adds the others to every site. astro-config.ts
 * leads the first of them to the same module, too; islands are for `server:defer`, which needs inline scripts that the
 * Content-Security-Policy refuses.
 */
const ROUTES_OF_NOTHING: readonly string[] = ['/[...path]', '/_image', '/404', '/_server-islands/[name]'];

/** The middleware of the product's own site. */
export const onRequest: MiddlewareHandler = (context, next) =>
  ROUTES_OF_NOTHING.includes(context.routePattern) ? answerMissing(context, next) : next();
