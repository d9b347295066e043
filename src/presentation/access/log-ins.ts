import type { Api } from '../../model/api.ts';
import type { OAuthFlowObject, SecuritySchemeObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { demandOf } from '../../model/security.ts';
import { joined, type Phrase, phraseText } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { sentBody } from '../bodies.ts';
import { PLACEHOLDER_HINTS, placeholdersIn } from '../samples/credentials.ts';
import { curlOf } from '../samples/operation-request.ts';
import { schemeWords } from '../scheme-words.ts';
import { accessWords, apiAccessWords } from './access-line.ts';

/** A log-in method before it is compared with the others. */
type Way = Omit<LogInView, 'isOneOfSeveral'>;

/** Section “How to log in”: every log-in method of an API, with a call that uses it. */
export interface LogInsView {
  /** Text that replaces an empty list of log-in methods; null when {@link ways} has entries. */
  readonly none: string | null;
  /** Whether {@link ways} is empty because the descriptor declares no security. */
  readonly isUnsaid: boolean;
  /** One-line form of {@link none}, with the unchecked schemes that {@link others} lists. */
  readonly noneAtFirst: Phrase;
  readonly ways: readonly LogInView[];
  /** Schemes of the descriptor that no call uses; {@link othersTitle} gives the reason. */
  readonly others: readonly SchemeView[];
  readonly othersTitle: string;
}

interface LogInView {
  readonly words: Phrase;
  /** Security scheme of the descriptor; null for a log-in that this site enforces itself. */
  readonly scheme: SchemeView | null;
  /** Whether another log-in method has the same {@link words}, so that the page adds the scheme's name. */
  readonly isOneOfSeveral: boolean;
  /** Number of operations with this log-in: `6 of 11 operations`. */
  readonly extent: string;
  /** Sample call with this log-in; null when no user can log in, or no operation is called over HTTP. */
  readonly curl: string | null;
  /** Explanation of the placeholders in {@link curl}: `curl asks for the password of USER.` */
  readonly hint: string | null;
}

export function loginsOf(api: Api, baseUrl: string): LogInsView {
  const operations = api
    .getServices()
    .flatMap((service) => (service.getKind() === 'webhook' ? [] : service.getAllOperations()));
  const elsewhere = operations.filter((operation) => !operation.isAnsweredHere());
  const words = wordsOf(api);
  const schemes = schemeViews(api);
  const found = [
    ...siteWays(operations, baseUrl, words),
    ...schemes.flatMap((scheme) => descriptorWay(scheme, elsewhere, operations.length, baseUrl, words) ?? []),
  ];
  const alike = Map.groupBy(found, (way) => phraseText(way.words));
  const ways = found.map((way) => ({ ...way, isOneOfSeveral: (alike.get(phraseText(way.words))?.length ?? 0) > 1 }));
  const key = ways.length > 0 ? null : noWay(elsewhere);
  const none = key === null ? null : words.say(key);
  const demand = demandOf(api);
  return {
    none,
    isUnsaid: key === 'access.unnamed',
    noneAtFirst: demand?.kind === 'unchecked' ? apiAccessWords({ kind: 'open' }, demand, words) : [none ?? ''],
    ways,
    others: schemes.filter((scheme) => !ways.some((way) => way.scheme === scheme)),
    othersTitle: words.say(
      elsewhere.length < operations.length || operations.length === 0 ? 'logIns.unchecked' : 'logIns.unused',
    ),
  };
}

function noWay(elsewhere: readonly Operation[]): 'logIns.none' | 'logIns.noneElsewhere' | 'access.unnamed' {
  if (elsewhere.length === 0) return 'logIns.none';
  return elsewhere.some((operation) => operation.namesSecurity()) ? 'logIns.noneElsewhere' : 'access.unnamed';
}

/** Log-in methods that this site enforces. */
function siteWays(operations: readonly Operation[], baseUrl: string, words: Words): readonly Way[] {
  const closed = operations.filter((operation) => operation.asksForLogIn());
  return [...Map.groupBy(closed, (operation) => accessWords(operation.getAccess(), words))].map(([way, members]) => {
    const access = members[0]?.getAccess();
    const canLogIn = access?.kind === 'login' && access.schemes.length > 0;
    return {
      words: [way],
      scheme: null,
      extent: extentOf(members.length, operations.length, words),
      ...sampleOf(canLogIn ? members : [], baseUrl, words),
    };
  });
}

/** Log-in method for a scheme that another host requires; null when no operation at another host names the scheme. */
function descriptorWay(
  scheme: SchemeView,
  elsewhere: readonly Operation[],
  total: number,
  baseUrl: string,
  words: Words,
): Way | null {
  const { name } = scheme;
  const members = elsewhere.filter((operation) =>
    operation.getSecurity().some((requirement) => Object.hasOwn(requirement, name)),
  );
  if (members.length === 0) return null;
  const extent = extentOf(members.length, total, words);
  return { words: scheme.words, scheme, extent, ...sampleOf(members, baseUrl, words, name) };
}

function extentOf(count: number, total: number, words: Words): string {
  return count === total ? words.say('count.allOperations') : words.say('count.operationsOf', { count, total });
}

/** Sample call of the simplest operation: preferably a GET, without a body or required parameters. */
function sampleOf(
  operations: readonly Operation[],
  baseUrl: string,
  words: Words,
  scheme?: string,
): Pick<LogInView, 'curl' | 'hint'> {
  const byEffort = Map.groupBy(operations, effortOf);
  const simplest = byEffort.get(Math.min(...byEffort.keys()))?.[0];
  const curl = simplest === undefined ? null : curlOf(simplest, baseUrl, scheme);
  if (simplest === undefined || curl === null) return { curl: null, hint: null };
  const hints = placeholdersIn(simplest, scheme).map((placeholder) => words.say(PLACEHOLDER_HINTS[placeholder]));
  return { curl, hint: hints.length === 0 ? null : hints.join(' ') };
}

function effortOf(operation: Operation): number {
  const isRead = operation.getHttpMethod() === 'GET';
  const hasBody = sentBody(operation) !== null;
  const needsParameters = operation.getParameters().some(({ required }) => required === true);
  return (isRead ? 0 : 4) + (hasBody ? 2 : 0) + (needsParameters ? 1 : 0);
}

export interface SchemeView {
  readonly name: string;
  readonly words: Phrase;
  /** Markdown. */
  readonly description: string | null;
  readonly flows: readonly FlowView[];
}

/** An OAuth 2 flow that issues tokens. */
interface FlowView {
  readonly name: string;
  /** Endpoints of the flow: `token from ` + a URL. */
  readonly addresses: readonly Phrase[];
  readonly scopes: readonly (readonly [name: string, meaning: string])[];
}

export function schemeViews(api: Api): readonly SchemeView[] {
  const words = wordsOf(api);
  return Object.entries(api.record.components.securitySchemes).map(([name, reference]) => {
    const scheme = api.components.resolve(reference).value;
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
  });
}

/** Token format of a scheme, or the URL of its metadata. */
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
