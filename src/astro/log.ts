import type { AstroLoggerDestination } from 'astro';
import nodeLog from 'astro/logger/node';
import { PAGE_ROUTE, VIEW_SCRIPT_ROUTE } from '../server/documentation/page-route.ts';

/** Line in which Astro reports that it is ready, which is too early: templates are compiled after it. */
const READY = /^.* astro .*ready in.*\n?/m;

/**
 * Astro's log without requests for our internal routes, which no client asked for, and without Astro's message that it
 * is ready, since the documentation logs its own.
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
