import { isToken } from '../../model/media-types.ts';
import type { Operation } from '../../model/operation.ts';
import { type Alternative, alternativesIn, type Demand } from '../../model/security.ts';
import { httpSchemeName } from '../scheme-words.ts';

/** Credential in a sample, with a placeholder for every secret. */
export type Credential =
  /** `scheme`: name in challenges, `Digest`. `curl`: curl's options; curl asks for the password. */
  | { readonly kind: 'user'; readonly scheme: string; readonly curl: string }
  | {
      readonly kind: 'header' | 'query' | 'cookie';
      readonly name: string;
      /** Scheme of an Authorization field: `Bearer`. */
      readonly scheme: string | null;
      readonly placeholder: 'TOKEN' | 'KEY' | 'CREDENTIALS';
    }
  | { readonly kind: 'certificate' };

/** Schemes with user and password that samples and pages support, with curl's options. */
const USER_SCHEMES = { Basic: '-u USER', Digest: '--digest -u USER' } as const;

export type UserScheme = keyof typeof USER_SCHEMES;

export function isUserScheme(scheme: string): scheme is UserScheme {
  return Object.hasOwn(USER_SCHEMES, scheme);
}

/** Scheme of a user among credentials; null: there is no user, or the scheme is the project's own. */
export function userScheme(credentials: readonly Credential[]): UserScheme | null {
  const scheme = credentials.find((one) => one.kind === 'user')?.scheme ?? '';
  return isUserScheme(scheme) ? scheme : null;
}

/** Keys of the messages that explain the placeholders. */
export const PLACEHOLDER_HINTS = {
  USER: 'logIns.user',
  TOKEN: 'logIns.token',
  KEY: 'logIns.key',
  CREDENTIALS: 'logIns.credentials',
  CERTIFICATE: 'logIns.certificate',
} as const;

type Placeholder = keyof typeof PLACEHOLDER_HINTS;

/**
 * Credentials for the called address: those that this site requires, else the descriptor's first alternative of known
 * schemes; empty when none are needed.
 * @param scheme of the descriptor: the alternative that uses it, even if optional
 */
export function credentialsOf(operation: Operation, scheme?: string): readonly Credential[] {
  if (operation.isAnsweredHere()) {
    const access = operation.getAccess();
    if (access.kind === 'open') return [];
    const known = access.schemes.find(({ curl }) => curl !== undefined);
    return known?.curl === undefined
      ? httpCredential('Basic')
      : [{ kind: 'user', scheme: known.scheme, curl: known.curl }];
  }
  const alternatives = alternativesIn(operation.getSecurity(), operation.service.api.components);
  return credentialsIn(chosenFrom(alternatives, scheme) ?? []);
}

/** Credentials for one alternative of the descriptor. */
export function credentialsIn(alternative: Alternative): readonly Credential[] {
  const credentials = alternative.flatMap(credentialOf);
  // A request has one Authorization field, and curl omits its own if a header sets it.
  const first = credentials.find(isAuthorization);
  return credentials.filter((credential) => credential === first || !isAuthorization(credential));
}

export function placeholdersIn(operation: Operation, scheme?: string): readonly Placeholder[] {
  return [...new Set(credentialsOf(operation, scheme).map(placeholderOf))];
}

/** Placeholder in a sample for a credential of the reader. */
export function placeholderOf(credential: Credential): Placeholder {
  switch (credential.kind) {
    case 'user':
      return 'USER';
    case 'certificate':
      return 'CERTIFICATE';
    default:
      return credential.placeholder;
  }
}

/**
 * Chooses the alternative of `scheme` with the fewest credentials, or else the first known one; undefined: none needed.
 */
function chosenFrom(alternatives: readonly Alternative[], scheme: string | undefined): Alternative | undefined {
  if (scheme === undefined)
    return alternatives.some((alternative) => alternative.length === 0)
      ? undefined
      : (alternatives.find((alternative) => alternative.every(({ scheme: known }) => known !== null)) ??
          alternatives[0]);
  return alternatives
    .filter((alternative) => alternative.some(({ name }) => name === scheme))
    .toSorted((a, b) => a.length - b.length)[0];
}

const AUTHORIZATION = { kind: 'header', name: 'Authorization' } as const;

function credentialOf({ scheme }: Demand): readonly Credential[] {
  if (scheme === null) return [];
  switch (scheme.type) {
    case 'http':
      return httpCredential(scheme.scheme ?? '');
    case 'apiKey':
      return keyCredential(scheme.name ?? '', scheme.in ?? 'header');
    case 'oauth2':
    case 'openIdConnect':
      return [{ ...AUTHORIZATION, scheme: 'Bearer', placeholder: 'TOKEN' }];
    case 'mutualTLS':
      return [{ kind: 'certificate' }];
    default:
      return scheme.type satisfies never;
  }
}

/** Credential for a scheme of HTTP authentication. @param scheme `basic`, in any case */
export function httpCredential(scheme: string): readonly Credential[] {
  const name = httpSchemeName(scheme);
  if (isUserScheme(name)) return [{ kind: 'user', scheme: name, curl: USER_SCHEMES[name] }];
  if (!isToken(name)) return [];
  return [{ ...AUTHORIZATION, scheme: name, placeholder: name === 'Bearer' ? 'TOKEN' : 'CREDENTIALS' }];
}

/** Skips an API key whose name its location cannot carry. */
function keyCredential(name: string, place: 'header' | 'query' | 'cookie'): readonly Credential[] {
  return name === '' || (place !== 'query' && !isToken(name))
    ? []
    : [{ kind: place, name, scheme: null, placeholder: 'KEY' }];
}

function isAuthorization(credential: Credential): boolean {
  return (
    credential.kind === 'user' || (credential.kind === 'header' && credential.name.toLowerCase() === 'authorization')
  );
}
