import type { APIRoute } from 'astro';

export const prerender = false;

/** Anchors URL space that has no page, so that middleware runs for it and answers; this is never reached. */
export const ALL: APIRoute = () => new Response(null, { status: 500 });
