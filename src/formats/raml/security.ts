import type { Components } from '../../model/components.ts';
import type { OAuthFlowObject, SecurityRequirementObject, SecuritySchemeObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { siteLoginsOf } from '../site-logins.ts';
import { type Annotations, compact, legalName, type RamlNode, without } from './annotations.ts';

const GRANTS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  clientCredentials: 'client_credentials',
  authorizationCode: 'authorization_code',
  // RFC 8628 §3.4; RAML takes any absolute URI.
  deviceAuthorization: 'urn:ietf:params:oauth:grant-type:device_code',
};

const OWN_TYPES: ReadonlySet<string> = new Set(['Basic Authentication', 'Digest Authentication']);

/** Security schemes of a document: those of the descriptor and the log-ins of this site. */
export class Security {
  readonly #annotations: Annotations;
  readonly #schemes: ReadonlyMap<string, SecuritySchemeObject>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #site = new Map<string, RamlNode>();
  readonly #scopes = new Map<string, Set<string>>();

  constructor(components: Components, annotations: Annotations) {
    this.#annotations = annotations;
    this.#schemes = new Map(
      Object.entries(components.record.securitySchemes).map(([name, reference]) => [
        name,
        components.resolve(reference).value,
      ]),
    );
    const names = new UniqueNames('_');
    this.#names = new Map([...this.#schemes.keys()].map((name) => [name, names.claim(legalName(name))]));
  }

  /** Security of an operation: the log-ins that this site enforces, else the requirements of the descriptor. */
  securedBy(operation: Operation): RamlNode {
    const demanded = operation.getSecurity();
    const logins = siteLoginsOf(operation);
    if (logins.length > 0) {
      const names = logins.map(({ name, login, description }) => {
        const type = login === null ? 'x-closed' : httpType(login.scheme);
        this.#site.set(name, { type, description, ...this.#annotations.say({ 'x-realm': login?.realm }) });
        return name;
      });
      return { securedBy: names, ...this.#annotations.say({ 'x-security': demanded }) };
    }
    const alternatives = demanded.map((requirement) => this.#alternative(requirement));
    const securedBy = alternatives.flatMap(({ written }) => (written === undefined ? [] : [written]));
    const isWhole = alternatives.every((alternative) => alternative.isWhole);
    return { ...compact({ securedBy }), ...this.#annotations.say({ 'x-security': isWhole ? null : demanded }) };
  }

  /** Writes the first scheme of a requirement: RAML cannot require two at once. `isWhole` is false if any is lost. */
  #alternative(requirement: SecurityRequirementObject): { readonly written?: unknown; readonly isWhole: boolean } {
    const [first, ...others] = Object.entries(requirement);
    if (first === undefined) return { written: null, isWhole: true };
    const [name, scopes] = first;
    const written = this.#names.get(name);
    if (written === undefined) return { isWhole: false };
    if (scopes.length === 0) return { written, isWhole: others.length === 0 };
    if (!this.#takesScopes(name)) return { written, isWhole: false };
    this.#scopes.set(name, new Set([...(this.#scopes.get(name) ?? []), ...scopes]));
    return { written: { [written]: { scopes: [...scopes] } }, isWhole: others.length === 0 };
  }

  /** Whether a scheme can be declared as `OAuth 2.0`, the only RAML type with scopes; it requires a grant. */
  #takesScopes(name: string): boolean {
    const scheme = this.#schemes.get(name);
    return scheme?.type === 'oauth2' && grantsOf(scheme).length > 0;
  }

  /** Declares all schemes. Call this after the last {@link securedBy}, so that all scopes in use are declared. */
  declarations(): RamlNode {
    const declared = [...this.#schemes].map(
      ([name, scheme]) => [this.#names.get(name) ?? legalName(name), this.#declaration(name, scheme)] as const,
    );
    return Object.fromEntries([...declared, ...this.#site]);
  }

  #declaration(name: string, scheme: SecuritySchemeObject): RamlNode {
    const said = this.#annotations.say({ 'x-security-scheme': without(scheme, ['description']) });
    const common = {
      ...compact({ description: scheme.description }),
      ...(name === legalName(name) ? {} : { displayName: name }),
    };
    const passed = (place: 'headers' | 'queryParameters', key: string): RamlNode => ({
      describedBy: { [place]: { [key]: { type: 'string' } } },
    });
    switch (scheme.type) {
      case 'http': {
        const type = httpType(scheme.scheme ?? '');
        return { type, ...common, ...(OWN_TYPES.has(type) ? {} : passed('headers', 'Authorization')), ...said };
      }
      case 'apiKey': {
        if (scheme.in === 'cookie') return { type: 'x-cookie', ...common, ...passed('headers', 'Cookie'), ...said };
        const place = scheme.in === 'query' ? 'queryParameters' : 'headers';
        return { type: 'Pass Through', ...common, ...passed(place, scheme.name ?? 'Authorization'), ...said };
      }
      case 'oauth2':
        if (!this.#takesScopes(name)) return { type: 'x-oauth2', ...common, ...said };
        return { type: 'OAuth 2.0', ...common, settings: this.#settings(name, scheme), ...said };
      default:
        return { type: `x-${scheme.type}`, ...common, ...said };
    }
  }

  /**
   * Settings of an OAuth 2.0 scheme. Missing URLs are written empty: `raml-1-parser` always requires the token URL, and
   * for two grants the authorization URL.
   */
  #settings(name: string, scheme: SecuritySchemeObject): RamlNode {
    const flows: readonly (readonly [string, OAuthFlowObject])[] = Object.entries(scheme.flows ?? {});
    const first = (key: 'authorizationUrl' | 'tokenUrl'): string | undefined =>
      flows.find(([, flow]) => flow[key] !== undefined)?.[1][key];
    const grants = grantsOf(scheme);
    const needsLogin = grants.includes('authorization_code') || grants.includes('implicit');
    const authorizationUri = first('authorizationUrl');
    const scopes = new Set([
      ...flows.flatMap(([, flow]) => Object.keys(flow.scopes ?? {})),
      ...(this.#scopes.get(name) ?? []),
    ]);
    return {
      ...(needsLogin || authorizationUri !== undefined ? { authorizationUri: authorizationUri ?? '' } : {}),
      accessTokenUri: first('tokenUrl') ?? '',
      authorizationGrants: grants,
      ...compact({ scopes: [...scopes] }),
    };
  }
}

/** RAML type of an HTTP scheme: RAML defines types for Basic and Digest; any other becomes `x-…`. */
function httpType(scheme: string): string {
  const name = scheme.toLowerCase();
  const own = `${name.charAt(0).toUpperCase()}${name.slice(1)} Authentication`;
  return OWN_TYPES.has(own) ? own : `x-${legalName(name || 'http')}`;
}

function grantsOf({ flows }: SecuritySchemeObject): readonly string[] {
  return Object.keys(flows ?? {}).flatMap((flow) => (Object.hasOwn(GRANTS, flow) ? [GRANTS[flow] ?? flow] : []));
}
