import type { Api } from '../../model/api.ts';
import type { OAuthFlowObject, SecuritySchemeObject } from '../../model/openapi-objects.ts';
import { joined, type Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { schemeWords } from '../scheme-words.ts';

/** A security scheme of the descriptor. */
export interface SchemeView {
  readonly name: string;
  readonly words: Phrase;
  /** Markdown. */
  readonly description: string | null;
  readonly flows: readonly FlowView[];
}

/** A way to a token of OAuth 2. */
interface FlowView {
  readonly name: string;
  /** `token from ` + its address. */
  readonly addresses: readonly Phrase[];
  readonly scopes: readonly (readonly [name: string, meaning: string])[];
}

export function schemeViews(api: Api): readonly SchemeView[] {
  const words = wordsOf(api);
  return Object.entries(api.record.components.securitySchemes).map(([name, reference]) =>
    schemeView(name, api.components.resolve(reference).value, words),
  );
}

function schemeView(name: string, scheme: SecuritySchemeObject, words: Words): SchemeView {
  const kind = joined([schemeWords(scheme, words), detailsOf(scheme)]);
  return {
    name,
    words: scheme.deprecated === true ? words.sentence('scheme.deprecated', { scheme: kind }) : kind,
    description: scheme.description ?? null,
    flows: Object.entries(scheme.flows ?? {}).map(([flow, { scopes, ...urls }]) => ({
      name: flow,
      addresses: addressesOf(urls, words),
      scopes: Object.entries(scopes ?? {}).map(([scope, meaning]) => [scope, String(meaning)]),
    })),
  };
}

/** Format of its token, or the address of its metadata. */
function detailsOf({ bearerFormat, oauth2MetadataUrl, openIdConnectUrl }: SecuritySchemeObject): Phrase {
  const address = oauth2MetadataUrl ?? openIdConnectUrl ?? '';
  if (address !== '') return [': ', { code: address }];
  return bearerFormat === undefined ? [] : [`, ${bearerFormat}`];
}

function addressesOf(
  { authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl }: Omit<OAuthFlowObject, 'scopes'>,
  words: Words,
): readonly Phrase[] {
  const addresses = [
    ['scheme.logInAt', authorizationUrl],
    ['scheme.deviceLogInAt', deviceAuthorizationUrl],
    ['scheme.tokenFrom', tokenUrl],
    ['scheme.refreshedAt', refreshUrl],
  ] as const;
  return addresses.flatMap(([key, url]) => (url === undefined ? [] : [words.sentence(key, { url })]));
}
