import type { AstroLoggerDestination } from 'astro';
import nodeLog from 'astro/logger/node';
import { PAGE_ROUTE, VIEW_SCRIPT_ROUTE } from '../server/documentation/page-route.ts';

/** The line in which Astro reports that it listens: templates are compiled after that. */
const READY = /^.* astro .*ready in.*\n?/m;

/**
 * Astro's log without its requests for our internal routes, since the path that was asked for is another, and without
 * its word that it is ready, which the documentation says of itself.
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
