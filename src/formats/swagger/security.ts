import type { Components } from '../../model/components.ts';
import { extensionsOf } from '../../model/extensions.ts';
import type {
  OAuthFlowObject,
  Reference,
  SecurityRequirementObject,
  SecuritySchemeObject,
} from '../../model/openapi-objects.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { distinct } from '../../schema/json-values.ts';
import { type JsonMap, UNSAID, uri } from '../openapi-core/writing.ts';

const FLOWS: Readonly<
  Record<string, { readonly flow: string; readonly urls: readonly ('authorizationUrl' | 'tokenUrl')[] }>
> = {
  implicit: { flow: 'implicit', urls: ['authorizationUrl'] },
  password: { flow: 'password', urls: ['tokenUrl'] },
  clientCredentials: { flow: 'application', urls: ['tokenUrl'] },
  authorizationCode: { flow: 'accessCode', urls: ['authorizationUrl', 'tokenUrl'] },
};

export interface SwaggerSecurity {
  readonly definitions: JsonMap;
  /** Schemes that Swagger 2.0 cannot define. */
  readonly others: JsonMap;
  /**
   * Converts requirements to names of definitions; undefined if none can be expressed, since an empty list would mean
   * "no log-in".
   */
  requirements(given: readonly SecurityRequirementObject[]): readonly JsonMap[] | undefined;
}

type Schemes = Readonly<Record<string, Reference<SecuritySchemeObject>>>;

/**
 * Converts security schemes to Swagger 2.0. A scheme with several flows becomes one definition for each flow; these are
 * alternatives in requirements.
 * @param enforced log-ins of this site; a requirement with one is kept, without schemes that 2.0 cannot express
 */
export function swaggerSecurity(own: Schemes, enforced: Schemes, components: Components): SwaggerSecurity {
  const given = { ...own, ...enforced };
  const definitions = new Map<string, JsonMap>();
  const others = new Map<string, unknown>();
  const alternatives = new Map<string, readonly string[]>();
  const taken = new UniqueNames('_', Object.keys(given));
  for (const [name, reference] of Object.entries(given)) {
    const scheme = components.resolve(reference).value;
    const made = definitionsOf(scheme);
    if (made.length === 0) others.set(name, scheme);
    const names = made.map(([suffix, definition]) => {
      const defined = made.length === 1 ? name : taken.claim(`${name}_${suffix}`);
      definitions.set(defined, definition);
      return defined;
    });
    if (names.length > 0) alternatives.set(name, names);
  }
  const requirement = (entries: readonly [string, readonly string[]][]): readonly JsonMap[] => {
    const [first, ...rest] = entries;
    if (first === undefined) return [{}];
    const names = alternatives.get(first[0]) ?? [];
    const tails = requirement(rest);
    return names.flatMap((name) =>
      tails.map((tail) => ({ [name]: definitions.get(name)?.['type'] === 'oauth2' ? first[1] : [], ...tail })),
    );
  };
  return {
    definitions: Object.fromEntries(definitions),
    others: Object.fromEntries(others),
    requirements(list) {
      const said = distinct(
        list.flatMap((item) => {
          const entries = Object.entries(item);
          const isEnforced = entries.some(([name]) => Object.hasOwn(enforced, name));
          return requirement(isEnforced ? entries.filter(([name]) => alternatives.has(name)) : entries);
        }),
      );
      return said.length === 0 && list.length > 0 ? undefined : said;
    },
  };
}

function definitionsOf(scheme: SecuritySchemeObject): readonly [suffix: string, JsonMap][] {
  const { description } = scheme;
  const extensions = extensionsOf(scheme);
  const header = (facts: JsonMap): readonly [string, JsonMap][] => [
    ['', { type: 'apiKey', in: 'header', name: 'Authorization', description, ...facts, ...extensions }],
  ];
  switch (scheme.type) {
    case 'http':
      if (scheme.scheme?.toLowerCase() === 'basic') return [['', { type: 'basic', description, ...extensions }]];
      return header({ 'x-scheme': scheme.scheme, 'x-bearerFormat': scheme.bearerFormat });
    case 'apiKey':
      if (scheme.in === 'cookie') return header({ name: 'Cookie', 'x-in': 'cookie', 'x-name': scheme.name });
      if (scheme.in === undefined || scheme.name === undefined) return [];
      return [['', { type: 'apiKey', in: scheme.in, name: scheme.name, description, ...extensions }]];
    case 'openIdConnect':
      return header({ 'x-openIdConnectUrl': scheme.openIdConnectUrl });
    case 'oauth2':
      return Object.entries(scheme.flows ?? {}).flatMap(([name, flow]) => {
        const made = flowDefinition(name, flow);
        return made === null ? [] : [[name, { ...made, description, ...extensions }] satisfies [string, JsonMap]];
      });
    case 'mutualTLS':
      return [];
    default:
      return scheme.type satisfies never;
  }
}

/** Returns null for a flow that Swagger 2.0 lacks or that has an invalid URL. */
function flowDefinition(name: string, flow: OAuthFlowObject): JsonMap | null {
  const known = Object.hasOwn(FLOWS, name) ? FLOWS[name] : undefined;
  if (known === undefined) return null;
  const urls = known.urls.map((key) => [key, flow[key] === undefined ? UNSAID : uri(flow[key])] as const);
  if (urls.some(([, url]) => url === UNSAID)) return null;
  return {
    type: 'oauth2',
    flow: known.flow,
    ...Object.fromEntries(urls),
    scopes: flow.scopes,
    'x-refreshUrl': flow.refreshUrl,
  };
}
