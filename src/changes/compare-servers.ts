import type { ServerObject } from '../model/openapi-objects.ts';
import { withDefaults } from '../model/servers.ts';
import type { At } from './comparison.ts';
import { code, without } from './values.ts';

/** Addresses under which the same is served. */
export function compareServers(at: At, before: readonly ServerObject[], after: readonly ServerObject[]): void {
  const [first, second] = [before.map(withDefaults), after.map(withDefaults)];
  for (const url of without(second, first)) at.report('server-added', null, code(url));
  for (const url of without(first, second)) at.reportGone('server-removed', code(url));
}
