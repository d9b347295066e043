import type { AstroLoggerDestination } from 'astro';
import nodeLog from 'astro/logger/node';
import { PAGE_ROUTE, VIEW_SCRIPT_ROUTE } from './server/documentation/page-route.ts';

/** Astro's log without its requests for our internal routes: the path that was asked for is another. */
export default function createLog(): AstroLoggerDestination {
  const destination = nodeLog();
  return {
    ...destination,
    write(event) {
      const isRequest = event.label === null && event.level === 'info';
      const isInternal = [PAGE_ROUTE, VIEW_SCRIPT_ROUTE].some((route) => event.message.includes(`${route} `));
      if (!isRequest || !isInternal) destination.write(event);
    },
  };
}
