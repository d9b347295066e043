import { isRecord } from '../../schema/json-values.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Service as the rules of Laminas API Tools name it. */
export interface ControllerName {
  /** Name of the class: `Library\V1\Rest\Book\Controller`. */
  readonly className: string;
  readonly kind: 'rest' | 'rpc';
  readonly api: string;
  readonly version: number;
  readonly service: string;
  readonly operations: readonly string[];
  readonly entityOperations: readonly string[];
}

/** Access to the APIs of a Laminas project, in the words of this product. */
export interface CarriedAccess {
  /** Adapters by name, as `platform-mvc-auth.authentication.adapters` has them. */
  readonly adapters: Plain;
  readonly map: Readonly<Record<string, string>>;
  readonly authorization: Plain;
  /** Security schemes by the name of their adapter. */
  readonly schemes: Readonly<Record<string, object>>;
  /** Scheme that protects each version of an API, by its name such as `Library-v1`. */
  readonly schemeOf: ReadonlyMap<string, string>;
  /** Paths of password files relative to the Laminas project, by the name of their copy in `data/`. */
  readonly passwordFiles: ReadonlyMap<string, string>;
  readonly lost: readonly string[];
}

const HTTP_ADAPTER = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
const OPTIONS: ReadonlySet<string> = new Set(
  'accept_schemes realm htpasswd htdigest digest_domains nonce_timeout'.split(' '),
);
const PUBLIC = 'public';

/**
 * Translates adapters, map and rules.
 * @param settings value of `api-tools-mvc-auth`, or `zf-mvc-auth`
 * @param grants value of `grant_types` of the OAuth 2 server
 */
export function carriedAccess(settings: Plain, grants: Plain, controllers: readonly ControllerName[]): CarriedAccess {
  const lost: string[] = [];
  const authentication = part(settings, 'authentication');
  const adapters: Record<string, unknown> = {};
  const schemes: Record<string, object> = {};
  const passwordFiles = new Map<string, string>();
  for (const [name, adapter] of Object.entries(part(authentication, 'adapters'))) {
    const kind = isRecord(adapter) ? String(adapter['adapter']).split('\\').at(-1) : '';
    if (isRecord(adapter) && kind === 'HttpAdapter')
      adapters[name] = httpAdapter(name, part(adapter, 'options'), passwordFiles, lost);
    else if (isRecord(adapter) && kind === 'OAuth2Adapter')
      schemes[name] = oauthScheme(part(adapter, 'storage'), grants);
    else lost.push(`The adapter ${name} is of a class that has no counterpart.`);
  }
  for (const key of Object.keys(authentication).filter((one) => !/^(?:adapters|map)$/.test(one)))
    lost.push(`“${key}” of authentication has no counterpart.`);
  const { map, schemeOf } = carriedMap(part(authentication, 'map'), { adapters, schemes }, controllers, lost);
  const hasUsers = Object.keys(adapters).length > 0;
  const rules = part(settings, 'authorization');
  const authorization: Record<string, unknown> = {};
  for (const controller of controllers) {
    const target = `${controller.api}-v${controller.version}`;
    if (hasUsers && !schemeOf.has(target))
      authorization[`${target}/${controller.service}`] = rulesOf(controller, rules);
  }
  const known = new Set(controllers.map(({ className }) => className));
  for (const key of Object.keys(rules).filter(
    (one) => one !== 'deny_by_default' && !known.has(one.replaceAll('-', '\\')),
  ))
    lost.push(`The rules of ${key} are for no service that was read.`);
  return { adapters, map, authorization, schemes, schemeOf, passwordFiles, lost };
}

/** Whether an operation needs a log-in: an operation that no rule names is open, unless the project says otherwise. */
export function needsLogIn(controller: ControllerName, settings: Plain, method: string, isEntity: boolean): boolean {
  const rules = part(settings, 'authorization');
  const own = [controller.className, controller.className.replaceAll('\\', '-')].map((name) => part(rules, name));
  const resources = own.map((rule) => {
    if (controller.kind === 'rest') return part(rule, isEntity ? 'entity' : 'collection');
    const [action] = Object.values(part(rule, 'actions')).filter(isRecord);
    return action ?? {};
  });
  const named = resources.map((rule) => rule[method] ?? rule['default']).find((value) => value !== undefined);
  return Boolean(named ?? rules['deny_by_default'] ?? false);
}

function rulesOf(controller: ControllerName, authorization: Plain): object {
  const of = (methods: readonly string[], isEntity: boolean): object =>
    Object.fromEntries(methods.map((method) => [method, needsLogIn(controller, { authorization }, method, isEntity)]));
  const { operations, entityOperations, kind } = controller;
  if (kind === 'rpc') return { actions: of(operations, false) };
  return {
    ...(operations.length > 0 && { collection: of(operations, false) }),
    ...(entityOperations.length > 0 && { entity: of(entityOperations, true) }),
  };
}

function httpAdapter(name: string, options: Plain, files: Map<string, string>, lost: string[]): object {
  const carried: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    if (!OPTIONS.has(key)) lost.push(`The option ${key} of the adapter ${name} has no counterpart.`);
    else if (key === 'accept_schemes') carried[key] = [value].flat();
    else if (key === 'nonce_timeout') carried[key] = Number(value);
    else if (key === 'htpasswd' || key === 'htdigest') {
      const path = String(value);
      const file =
        [path.split('/').at(-1) ?? key, `${name}.${key}`].find((one) => (files.get(one) ?? path) === path) ?? key;
      files.set(file, path);
      carried[key] = `data/${file}`;
    } else carried[key] = value;
  }
  return { adapter: HTTP_ADAPTER, options: carried };
}

/** Describes the log-in of an OAuth 2 server, whose address is that of its route. */
function oauthScheme(storage: Plain, grants: Plain): object {
  const route = typeof storage['route'] === 'string' ? storage['route'] : '/oauth';
  const isOn = (grant: string): boolean => grants[grant] === undefined || Boolean(grants[grant]);
  const token = { tokenUrl: route, scopes: {} };
  return {
    type: 'oauth2',
    description: 'A token of the OAuth 2 server of this API, in `Authorization: Bearer …`.',
    flows: {
      ...(isOn('client_credentials') && { clientCredentials: token }),
      ...(isOn('password') && { password: token }),
      ...(isOn('authorization_code') && { authorizationCode: { authorizationUrl: `${route}/authorize`, ...token } }),
    },
  };
}

function carriedMap(
  written: Plain,
  { adapters, schemes }: Pick<CarriedAccess, 'adapters' | 'schemes'>,
  controllers: readonly ControllerName[],
  lost: string[],
): Pick<CarriedAccess, 'map' | 'schemeOf'> {
  const map: Record<string, string> = {};
  const schemeOf = new Map<string, string>();
  const versions = new Map(controllers.map(({ api, version }) => [`${api}-v${version}`, { api, version }]));
  for (const [target, { api, version }] of versions) {
    const prefix = `${api.replaceAll('.', '\\')}\\V${version}\\`;
    // The first key that the name of the class begins with counts.
    const [key, value] = Object.entries(written).find(([one]) => prefix.startsWith(`${one}\\`)) ?? [];
    const name = [value, String(value).replace(/-(?:basic|digest)$/, '')].map(String);
    const adapter = name.find((one) => Object.hasOwn(adapters, one));
    const scheme = name.find((one) => Object.hasOwn(schemes, one));
    if (adapter !== undefined) map[target] = adapter;
    else if (scheme !== undefined) schemeOf.set(target, scheme);
    else if (key !== undefined)
      lost.push(`The map gives ${key} to ${String(value)}, which is no adapter that was read.`);
  }
  for (const [target] of versions) if (!Object.hasOwn(map, target) && Object.keys(map).length > 0) map[target] = PUBLIC;
  return { map, schemeOf };
}

function part(value: Plain, key: string): Plain {
  const found = value[key];
  return isRecord(found) ? found : {};
}
