import { isToken } from '../../model/media-types.ts';
import type { Operation } from '../../model/operation.ts';
import { type Alternative, alternativesIn, type Demand } from '../../model/security.ts';
import { httpSchemeName } from '../scheme-words.ts';

/** Credential in a sample, with a placeholder for each secret. */
export type Credential =
  /** `scheme`: authentication scheme, `Digest`. `curl`: options of curl, which asks for the password. */
  | { readonly kind: 'user'; readonly scheme: string; readonly curl: string }
  | {
      readonly kind: 'header' | 'query' | 'cookie';
      readonly name: string;
      /** Scheme in the Authorization header field: `Bearer`; null for other fields. */
      readonly scheme: string | null;
      readonly placeholder: 'TOKEN' | 'KEY' | 'CREDENTIALS';
    }
  | { readonly kind: 'certificate' };

/** Map of authentication scheme with user name and password → options of curl. */
const USER_SCHEMES = { Basic: '-u USER', Digest: '--digest -u USER' } as const;

export type UserScheme = keyof typeof USER_SCHEMES;

export function isUserScheme(scheme: string): scheme is UserScheme {
  return Object.hasOwn(USER_SCHEMES, scheme);
}

/** Scheme of the credential with a user name; null without one, and for a custom scheme of the project. */
export function userScheme(credentials: readonly Credential[]): UserScheme | null {
  const scheme = credentials.find((one) => one.kind === 'user')?.scheme ?? '';
  return isUserScheme(scheme) ? scheme : null;
}

/** Map of placeholder → key of the message that explains it. */
export const PLACEHOLDER_HINTS = {
  USER: 'logIns.user',
  TOKEN: 'logIns.token',
  KEY: 'logIns.key',
  CREDENTIALS: 'logIns.credentials',
  CERTIFICATE: 'logIns.certificate',
} as const;

type Placeholder = keyof typeof PLACEHOLDER_HINTS;

/**
 * Credentials of a sample: those that this site requires if it answers the operation, else those of the descriptor's
 * first alternative with known schemes; empty if no credentials are required.
 * @param scheme security scheme of the descriptor: selects an alternative with this scheme, even if it is optional
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

/** Converts one alternative of the descriptor's security requirements to credentials. */
export function credentialsIn(alternative: Alternative): readonly Credential[] {
  const credentials = alternative.flatMap(credentialOf);
  // A request can have only one Authorization field, and curl omits its own if a header sets the field.
  const first = credentials.find(isAuthorization);
  return credentials.filter((credential) => credential === first || !isAuthorization(credential));
}

export function placeholdersIn(operation: Operation, scheme?: string): readonly Placeholder[] {
  return [...new Set(credentialsOf(operation, scheme).map(placeholderOf))];
}

/** Placeholder that a sample shows for a credential. */
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

/** Chooses the shortest alternative with `scheme`, else the first of known schemes; undefined if none is required. */
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

/** Credential for an HTTP authentication scheme. @param scheme `basic`, case-insensitive */
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
