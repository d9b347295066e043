import type { AstroLoggerDestination } from 'astro';
import nodeLog from 'astro/logger/node';
import { PAGE_ROUTE, VIEW_SCRIPT_ROUTE } from '../server/documentation/page-route.ts';

/** Line in which Astro reports that it is ready; it does so too early, before templates are compiled. */
const READY = /^.* astro .*ready in.*\n?/m;

/**
 * Creates Astro's log without requests for internal routes, which come from no client, and without Astro's message that
 * it is ready, since the documentation logs its own.
 */
export default function createLog(): AstroLoggerDestination {
  const destination = nodeLog();
  return {
    ...destination,
    write(event) {
      const isRequest = event.label === null && event.level === 'info';
      const isInternal = [PAGE_ROUTE, VIEW_SCRIPT_ROUTE].some((route) => event.message.includes(`${route} `));
      if (!isRequest || !isInternal) destination.write({ ...event, message: event.message.replace(READY, '') });
    },
  };
}
