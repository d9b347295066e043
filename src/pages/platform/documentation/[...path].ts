import type { APIRoute } from 'astro';

export const prerender = false;

/** Anchors the URL space, so that middleware runs for it; middleware answers every request before this is reached. */
export const ALL: APIRoute = () => new Response(null, { status: 500 });
