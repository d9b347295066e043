import type { KnownApi } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import type { SiteFormats } from '../formats/site-formats.ts';
import { versionedName } from '../model/locations.ts';
import { isAbout } from '../options/access-records.ts';

const ADDED_FORMAT = 'If the format is new, run "npm run build" and restart the server.';
const REMOVED_FORMAT = 'If the format was removed, run "npm run build" and restart the server.';

/** What is wrong with a selector, for a server that has the formats that it was started with. */
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

/** A version that was added after others were mapped one by one is open, which may not be meant. */
export function versionsLeftOut({ authentication }: Configuration, apis: readonly KnownApi[]): readonly string[] {
  const mapped = new Set(authentication.map.map(({ api }) => api));
  const covers = ({ name, version }: KnownApi): boolean =>
    authentication.map.some((entry) => isAbout(entry, name, version));
  return apis
    .filter((api) => mapped.has(api.name) && !covers(api))
    .map(({ name, version }) => {
      const versioned = versionedName(name, version);
      return (
        `${versioned} has no adapter, though other versions of ${name} have one. ` +
        `Map ${versioned} too, or ${name} for all, in platform-mvc-auth.authentication.map.`
      );
    });
}
