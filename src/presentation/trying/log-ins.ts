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

const URLS = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'] as const;

/** Adds the provider's addresses in the descriptor to a configured log-in. @returns undefined if it has none */
export function siteLogIn(
  configured: Pick<SiteLogIn, 'scheme' | 'origins' | 'clientId' | 'isViaServer'>,
  components: Components,
): SiteLogIn | undefined {
  const { securitySchemes } = components.record;
  const { scheme: name, origins } = configured;
  const reference = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
  const scheme = reference && components.resolve(reference).value;
  if (scheme?.type !== 'oauth2' && scheme?.type !== 'openIdConnect') return undefined;
  const metadataUrl = scheme.type === 'oauth2' ? scheme.oauth2MetadataUrl : scheme.openIdConnectUrl;
  const flows = Object.entries(scheme.flows ?? {}).map(([flow, written]) => [flow, flowAt(written, origins)] as const);
  const hasMetadata = isAt(metadataUrl, origins);
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
  const urls = URLS.flatMap((key) => (isAt(written[key], origins) ? [[key, written[key]] as const] : []));
  const scopes = Object.entries(written.scopes).map(([scope, meaning]) => [scope, String(meaning)] as const);
  return { ...Object.fromEntries(urls), scopes: Object.fromEntries(scopes) };
}

/** Whether a URL is an address at one of the origins. */
export function isAt(url: unknown, origins: readonly string[]): url is string {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed !== null && parsed.username + parsed.password + parsed.hash === '' && origins.includes(parsed.origin);
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
