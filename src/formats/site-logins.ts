import { type LoginScheme, loginKey } from '../model/access.ts';
import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import type { Operation } from '../model/operation.ts';
import { UniqueNames } from '../model/unique-name.ts';

/** Log-in method that this site requires, with its name among the security schemes of a document. */
export interface SiteLogin {
  /** Name that no scheme of the descriptor has. It consists of letters, digits, `_` and `-`. */
  readonly name: string;
  /** Null: no user can log in. */
  readonly login: LoginScheme | null;
  /** One or two sentences for readers. */
  readonly description: string;
}

const LONGEST_REALM = 40;

/** Log-in methods that a caller of an operation can choose from; empty if the operation is open. */
export function siteLoginsOf(operation: Operation): readonly SiteLogin[] {
  const access = operation.getAccess();
  if (access.kind === 'open') return [];
  const logins = siteLogins(operation.service.api);
  return keysOf(access.schemes).flatMap((key) => logins.get(key) ?? []);
}

/**
 * All log-in methods of an API by key; empty if all operations are open. The names are made for the whole API and
 * therefore are the same in every document.
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

/** Replaces characters that some format would replace too, so that distinct names remain distinct in every format. */
function plainName(name: string): string {
  return name.replaceAll(/[^\w-]+/g, '_');
}

/** Describes a log-in method in English, since machine-readable documents exist in one language only. */
function descriptionOf(login: LoginScheme | null): string {
  if (login === null) return 'This site requires a log-in, but none is configured: every request is refused.';
  return `HTTP ${login.scheme}, realm “${login.realm}”, checked by this site.${login.keepsPassword ? '' : ' Send over HTTPS only.'}`;
}
