import type { Components } from '../../model/components.ts';
import type { OAuthFlowObject } from '../../model/openapi-objects.ts';
import type { Alternative } from '../../model/security.ts';
import type { SiteLogIn, SiteTrying, TriedApi } from '../page-data/site.ts';

/** Log-in that a page offers for a server, with the scopes that the operation needs. */
export interface TrialLogIn {
  /** Name of the security scheme, see {@link SiteLogIn}. */
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/** Parameters that the page alone decides about, and those that a provider takes in place of them (RFC 9101). */
const OWN_PARAMETERS = [
  'response.?(?:type|mode)|client.?id|redirect.?uri|scope|state|nonce|code.?challenge(?:.?method)?',
  'request(?:.?uri)?|claims|registration|authorization.?details|include.?granted.?scopes|dpop.?jkt',
];
const OWN_PARAMETER = new RegExp(`^\\W*(?:${OWN_PARAMETERS.join('|')})(?!\\w)`, 'i');

const URLS = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'] as const;

/**
 * Adds the provider's addresses in the descriptor to a configured log-in. If the log-in has metadata or an issuer, only
 * the address of the metadata is added, since they have all others. @returns undefined if there is no address
 */
export function siteLogIn(
  {
    issuer,
    ...configured
  }: Pick<SiteLogIn, 'scheme' | 'origins' | 'clientId' | 'isViaServer'> & {
    readonly issuer?: string;
  },
  components: Components,
): SiteLogIn | undefined {
  const { securitySchemes } = components.record;
  const { scheme: name, origins } = configured;
  const reference = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
  const scheme = reference && components.resolve(reference).value;
  if (scheme?.type !== 'oauth2' && scheme?.type !== 'openIdConnect') return undefined;
  const named = scheme.type === 'oauth2' ? scheme.oauth2MetadataUrl : scheme.openIdConnectUrl;
  const isNamed = issuer === undefined || isMetadataOf(issuer, named);
  const metadataUrl = isNamed ? named : `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const hasMetadata = isAt(metadataUrl, origins);
  const used = issuer === undefined && !hasMetadata ? origins : [];
  const flows = Object.entries(scheme.flows ?? {}).map(([flow, written]) => [flow, flowAt(written, used)] as const);
  const hasAddress = flows.some(([, flow]) => URLS.some((key) => flow[key] !== undefined));
  if (!hasMetadata && !hasAddress) return undefined;
  return {
    ...configured,
    isOpenId: scheme.type === 'openIdConnect',
    ...(hasMetadata && { metadataUrl }),
    flows: Object.fromEntries(flows),
  };
}

function flowAt(written: OAuthFlowObject, origins: readonly string[]): OAuthFlowObject {
  const urls = URLS.flatMap((key) => (isAt(written[key], origins) ? [[key, withoutOwn(written[key])] as const] : []));
  const scopes = Object.entries(written.scopes).map(([scope, meaning]) => [scope, String(meaning)] as const);
  return { ...Object.fromEntries(urls), scopes: Object.fromEntries(scopes) };
}

function withoutOwn(address: string): string {
  const url = new URL(address);
  const names = [...url.searchParams.keys()].filter((name) => OWN_PARAMETER.test(name));
  for (const name of names) url.searchParams.delete(name);
  return names.length === 0 ? address : url.href;
}

/** Whether a URL is an address at one of the origins. */
export function isAt(url: unknown, origins: readonly string[]): url is string {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed !== null && parsed.username + parsed.password + parsed.hash === '' && origins.includes(parsed.origin);
}

/**
 * Whether metadata of an issuer are at this address; issuers have no user, query or fragment.
 * @see OpenID Connect Discovery 1.0 §4.3, RFC 8414 §2 and §3.3
 */
export function isMetadataOf(issuer: unknown, address: unknown): boolean {
  const url = typeof issuer === 'string' ? URL.parse(issuer) : null;
  if (url === null || url.href !== url.origin + url.pathname) return false;
  const path = url.pathname.replace(/\/$/, '');
  const [known, openId, oauth] = ['/.well-known/', 'openid-configuration', 'oauth-authorization-server'];
  const places = [path + known + openId, known + openId + path, known + oauth + path];
  const read = typeof address === 'string' ? URL.parse(address)?.href : undefined;
  return places.some((place) => url.origin + place === read);
}

/** Log-in of an alternative whose token the page can get; null if there is none. */
export function trialLogIn(alternative: Alternative, { logIns = [] }: TriedApi): TrialLogIn | null {
  const found = alternative.find(({ name }) => logIns.some(({ scheme }) => scheme === name));
  return found === undefined ? null : { scheme: found.name, scopes: found.scopes };
}

/** Finds the settings of a version of an API; undefined if its operations cannot be called from pages. */
export function triedApi(
  trying: SiteTrying | undefined,
  place: { readonly api: string; readonly version: number },
): TriedApi | undefined {
  return trying?.apis.find(({ name, version }) => name === place.api && version === place.version);
}

/** Origins that scripts of an API's pages may call. */
export function calledOrigins({ origins, isViaServer, logIns = [] }: TriedApi): readonly string[] {
  const ofProviders = logIns.flatMap((one) => (one.isViaServer ? [] : one.origins));
  return [...new Set([...(isViaServer === true ? [] : origins), ...ofProviders])];
}
