import type { Api } from '../model/api.ts';
import type { ServerObject } from '../model/openapi-objects.ts';
import { withDefaults, withoutSlashes } from '../model/servers.ts';
import type { At } from './comparison.ts';
import { code, without } from './values.ts';

/** Addresses under which the same is served. Those that differ by the base path alone are reported as that. */
export function compareServers(at: At, before: readonly ServerObject[], after: readonly ServerObject[]): void {
  const { before: old, after: now } = at.comparison;
  const [first, second] = [before.map(withDefaults), after.map(withDefaults)];
  const [added, gone] = [without(second, first), without(first, second)];
  const isMoved = old.record.basePath !== now.record.basePath;
  const startOf = (url: string, { record: { basePath } }: Api): string => {
    const whole = withoutSlashes(url);
    return isMoved && whole.endsWith(basePath) ? `${whole.slice(0, whole.length - basePath.length)} ` : url;
  };
  const [starts, ends] = [gone.map((url) => startOf(url, old)), added.map((url) => startOf(url, now))];
  for (const url of added) if (!starts.includes(startOf(url, now))) at.report('server-added', null, code(url));
  for (const url of gone) if (!ends.includes(startOf(url, old))) at.reportGone('server-removed', code(url));
}
