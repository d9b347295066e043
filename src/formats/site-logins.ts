import { type LoginScheme, loginKey } from '../model/access.ts';
import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import type { Operation } from '../model/operation.ts';
import { UniqueNames } from '../model/unique-name.ts';

/** A way to log in that this site asks for, as documents name it beside the schemes of the descriptor. */
export interface SiteLogin {
  /** Name of letters, digits, `_` and `-`; no scheme of the descriptor has it. */
  readonly name: string;
  /** Null: no user can log in. */
  readonly login: LoginScheme | null;
  /** One sentence or two, for people. */
  readonly description: string;
}

const LONGEST_REALM = 40;

/** The ways to log in that a caller of an operation can choose from; empty where the operation is open. */
export function siteLoginsOf(operation: Operation): readonly SiteLogin[] {
  const access = operation.getAccess();
  if (access.kind === 'open') return [];
  const logins = siteLogins(operation.service.api);
  return keysOf(access.schemes).flatMap((key) => logins.get(key) ?? []);
}

/**
 * Every way to log in to an API; empty where all of it is open. Names depend on the whole API, so that they are the
 * same in every document.
 */
export const siteLogins = computedOnce((api: Api): ReadonlyMap<string, SiteLogin> => {
  const logins = new Map<string, SiteLogin>();
  const taken = new UniqueNames('-', Object.keys(api.record.components.securitySchemes).map(plainName));
  for (const operation of api.getServices().flatMap((service) => service.getAllOperations())) {
    const access = operation.getAccess();
    if (access.kind === 'open') continue;
    for (const [index, key] of keysOf(access.schemes).entries()) {
      if (logins.has(key)) continue;
      const login = access.schemes[index] ?? null;
      const wanted =
        login === null
          ? 'site-closed'
          : `site-${login.scheme.toLowerCase()}-${plainName(login.realm).slice(0, LONGEST_REALM)}`;
      logins.set(key, { name: taken.claim(wanted), login, description: descriptionOf(login) });
    }
  }
  return logins;
});

function keysOf(schemes: readonly LoginScheme[]): readonly string[] {
  return schemes.length === 0 ? [''] : schemes.map(loginKey);
}

/** Replaces unusual characters, as each format does in its own way: names that differ here differ in all formats. */
function plainName(name: string): string {
  return name.replaceAll(/[^\w-]+/g, '_');
}

/** Describes a log-in in English: documents for programs exist once, not in each language of the site. */
function descriptionOf(login: LoginScheme | null): string {
  if (login === null) return 'This site requires a log-in, but none is configured: every request is refused.';
  return `HTTP ${login.scheme}, realm “${login.realm}”, checked by this site.${login.keepsPassword ? '' : ' Send over HTTPS only.'}`;
}
