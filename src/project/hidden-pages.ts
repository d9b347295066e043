import { Api } from '../model/api.ts';
import { entryFor } from '../options/access-records.ts';
import { createRouter } from '../services/routes.ts';
import type { ProjectReading } from './read-project.ts';
import { answeredRecords } from './shared-paths.ts';

/** Number of pages named for an API: a few suffice where it describes a site as a whole. */
const MOST_NAMED = 5;

/**
 * Pages of an Astro site that no reader sees, because a published API answers at their paths: a line an API.
 * @param paths of pages, with a slash around them or without
 * @param hasSlash whether the site has one at the end of every path, where our server leaves nothing to it below an API
 */
export function hiddenPages(
  { apis, configuration }: Pick<ProjectReading, 'apis' | 'configuration'>,
  paths: readonly string[],
  hasSlash: boolean,
): readonly string[] {
  const { services } = configuration;
  const router = createRouter(
    answeredRecords(apis, configuration).map((record) => new Api(record)),
    { services },
  );
  const unique = new Set(paths.map((name) => `/${name.replaceAll(/^\/|\/$/g, '')}`).sort());
  const hidden = [...unique].flatMap((path) => {
    const found = router.match(path, { accept: undefined, contentType: undefined });
    if (found.kind !== 'match') return [];
    const api = found.match.api.getName();
    const used = entryFor(services, api, found.match.version);
    return used?.answersFrom === 'pages' && (!hasSlash || path === '/') ? [] : [{ api, path }];
  });
  return [...Map.groupBy(hidden, ({ api }) => api)].map(([api, found]) => {
    const pages = found.map(({ path }) => path);
    const more = pages.length > MOST_NAMED ? ` and ${pages.length - MOST_NAMED} more` : '';
    const ignored = hasSlash ? " and, in astro.config, trailingSlash: 'ignore'" : '';
    return (
      `${api} answers at paths of pages of this site, which readers do not see: ` +
      `${pages.slice(0, MOST_NAMED).join(', ')}${more}. ` +
      `Write platform-services: { ${api}: { backend: site } }${ignored}, or a path of its own into its first server.`
    );
  });
}
