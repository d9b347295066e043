import type { APIRoute } from 'astro';

export const prerender = false;

/** Route for paths without a page. It only makes Astro run the middleware, which answers; it is never called itself. */
export const ALL: APIRoute = () => new Response(null, { status: 500 });
