import type { SiteFormats } from '../formats/site-formats.ts';

const ADDED_FORMAT = 'If the format is new, run "npm run build" and restart the server.';
const REMOVED_FORMAT = 'If the format was removed, run "npm run build" and restart the server.';

/** Describes a problem of a selector, for a server that keeps the formats that it was started with. */
export function selectorLine({ keys, message, remedy }: SiteFormats['problems'][number]): string {
  const place = `platform-content-negotiation.selectors${keys.map((key) => `.${key}`).join('')}`;
  return `${place}: ${message} ${remedy} ${keys.length === 0 ? REMOVED_FORMAT : ADDED_FORMAT}`;
}

/** Logs the lines that were not among those of the call before: what is known is not repeated at each reload. */
export function onlyNew(log: (line: string) => void): (lines: readonly string[]) => void {
  let logged: ReadonlySet<string> = new Set();
  return (lines) => {
    for (const line of lines) if (!logged.has(line)) log(line);
    logged = new Set(lines);
  };
}
