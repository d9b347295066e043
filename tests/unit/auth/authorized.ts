import {
  type AuthorizationOptions,
  createAuthorization,
  type ProtectedOperation,
} from '../../../src/auth/authorization.ts';
import type { AuthenticatedIdentity, Identity } from '../../../src/auth/contract.ts';
import type { Allow, MethodRules, RuleRecord } from '../../../src/options/access-records.ts';

export const guest: Identity = { kind: 'guest', className: 'Platform\\MvcAuth\\Identity\\GuestIdentity' };

export function user(name: string, adapter = 'staff', realm = 'api'): AuthenticatedIdentity {
  return {
    kind: 'authenticated',
    className: 'Platform\\MvcAuth\\Identity\\AuthenticatedIdentity',
    name,
    adapter,
    scheme: 'Basic',
    realm,
  };
}

export const guests: Allow = { kind: 'guests' };
export const any: Allow = { kind: 'any' };
export const only = (...names: readonly string[]): Allow => ({ kind: 'names', names });
export const methods = (named: Readonly<Record<string, Allow>>, otherwise: Allow | null = null): MethodRules => ({
  default: otherwise,
  methods: named,
});

export function rule(given: Partial<RuleRecord>): RuleRecord {
  return { api: 'Library', version: null, service: 'Book', collection: null, entity: null, actions: null, ...given };
}

export const adapters = [
  { name: 'staff', realm: 'api', schemes: ['basic', 'digest'] },
  { name: 'partners', realm: 'partners', schemes: ['digest'] },
] as const;

export function authorization(given: Partial<AuthorizationOptions>) {
  return createAuthorization({ adapters, map: [], rules: [], denyByDefault: false, groupsOf: () => [], ...given });
}

export function operation(given: Partial<ProtectedOperation> = {}): ProtectedOperation {
  return { api: 'Library', version: 1, service: 'Book', resource: 'collection', method: 'GET', ...given };
}

/** `G` a guest, `S` an identity of the adapter staff, `P` one of partners. */
export function letIn(options: Partial<AuthorizationOptions>, asked: ProtectedOperation): string {
  const { decide } = authorization(options);
  const people = [
    ['G', guest],
    ['S', user('alice')],
    ['P', user('alice', 'partners')],
  ] as const;
  return people.flatMap(([letter, identity]) => (decide(asked, identity) === 'allowed' ? [letter] : [])).join('');
}
