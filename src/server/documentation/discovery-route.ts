import type { IncomingMessage } from 'node:http';
import type { CredentialsRequest } from '../../auth/contract.ts';
import { discoveryFile } from '../../discovery/registry.ts';
import type { Site } from '../../model/page/document.ts';
import type { Gatekeeper } from '../access/gatekeeper.ts';
import type { PathVerdict } from '../access/path-guard.ts';
import { answered, type Route } from '../dispatch.ts';
import type { Discovery } from './discovery.ts';
import { guardDocumentation } from './guarded-documentation.ts';

interface DiscoveryRouteOptions {
  readonly discover: Discovery;
  readonly site: () => Site;
  readonly gatekeeper: Gatekeeper;
  /** Adapter that all of the documentation needs; null: it is public. */
  readonly adapter: string | null;
  /** Verdict of the configuration on the path of one of these files. */
  readonly verdictOf: (target: string) => PathVerdict;
  readonly credentialsOf: (request: IncomingMessage) => CredentialsRequest;
}

/**
 * Guards these files like the documentation, whose content they repeat: a client that may not read it does not get them
 * either (DESIGN §3).
 */
export function discoveryRoute(options: DiscoveryRouteOptions): Route {
  const { discover, site, gatekeeper, adapter, verdictOf, credentialsOf } = options;
  const covers = (target: string): boolean => discoveryFile(target.split('?', 1)[0] ?? '') !== undefined;
  return ({ request, asked }) => {
    if (!covers(asked.target)) return null;
    const verdict = verdictOf(asked.target);
    if (verdict.kind === 'ambiguous') return null;
    const needed = adapter ?? (verdict.kind === 'protected' ? verdict.adapter : null);
    const guarded = guardDocumentation({ handle: discover, site, gatekeeper, adapter: needed, covers });
    return answered(guarded(asked, () => credentialsOf(request)));
  };
}
