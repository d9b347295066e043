import type { APIRoute } from 'astro';

export const prerender = false;

/** Route for paths without a page: it lets middleware run, which answers; this function is never called. */
export const ALL: APIRoute = () => new Response(null, { status: 500 });
