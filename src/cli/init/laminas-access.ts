import { LOCAL_FILE } from '../../config/configuration-files.ts';
import { isUnread } from '../../descriptors/laminas/php-arrays.ts';
import { isRecord, recordOf } from '../../schema/json-values.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Service as the rules of Laminas API Tools name it. */
export interface ControllerName {
  /** Name of the class: `Library\V1\Rest\Book\Controller`. */
  readonly className: string;
  readonly kind: 'rest' | 'rpc';
  readonly api: string;
  readonly version: number;
  readonly service: string;
  /** Action that the route of an RPC service calls; undefined if it is not known. */
  readonly action?: string | undefined;
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
/** Adapter without a log-in; operations that need one are closed. */
const PUBLIC = 'public';
/** Names that the configuration of this product accepts for adapters. */
const ADAPTER_NAME = /^(?!public$)[\p{L}\p{N}_](?:[\p{L}\p{N}_. -]{0,62}[\p{L}\p{N}_.-])?$/u;

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
    if (!ADAPTER_NAME.test(name)) lost.push(`The adapter ${JSON.stringify(name)} has a name that is not allowed here.`);
    else if (isRecord(adapter) && kind === 'HttpAdapter')
      adapters[name] = httpAdapter(name, part(adapter, 'options'), passwordFiles, lost);
    else if (isRecord(adapter) && kind === 'OAuth2Adapter')
      schemes[name] = oauthScheme(part(adapter, 'storage'), grants);
    else lost.push(`The adapter ${name} is of a class that has no counterpart.`);
  }
  for (const key of Object.keys(authentication).filter((one) => !/^(?:adapters|map)$/.test(one)))
    lost.push(`“${key}” of authentication has no counterpart.`);
  const { map, schemeOf } = carriedMap(part(authentication, 'map'), { adapters, schemes }, controllers, lost);
  const rules = part(settings, 'authorization');
  const own = controllers.filter((controller) => !schemeOf.has(targetOf(controller)));
  const closed = own.filter((controller) =>
    methodsOf(controller).some((each) => needsLogIn(controller, settings, ...each)),
  );
  const hasRules = Object.keys(adapters).length > 0 || closed.length > 0;
  const authorization = Object.fromEntries(
    (hasRules ? own : []).map((controller) => [
      `${targetOf(controller)}/${controller.service}`,
      rulesOf(controller, settings),
    ]),
  );
  if (hasUnread(rules) || isUnread(settings))
    lost.push(
      `Some rules were not read. Their operations need a log-in: correct the lines that are true in ${LOCAL_FILE}.`,
    );
  if (hasUnread(authentication)) lost.push('Some settings of authentication were not read.');
  const isLockedOut = (target: string): boolean =>
    Object.hasOwn(map, target) ? map[target] === PUBLIC : Object.keys(adapters).length === 0;
  for (const target of new Set(closed.map(targetOf)))
    if (isLockedOut(target))
      lost.push(
        `${target} has no adapter that was read, so all operations that need a log-in are closed to everyone. Map an adapter to it in ${LOCAL_FILE}.`,
      );
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
  const parts = own.map((rule) =>
    part(rule, controller.kind === 'rpc' ? 'actions' : isEntity ? 'entity' : 'collection'),
  );
  const { action } = controller;
  const resources =
    controller.kind === 'rest'
      ? parts
      : parts
          .flatMap((actions) => Object.entries(actions))
          .flatMap(([name, rule]) => (action === undefined || sameAction(name, action) ? [rule] : []))
          .filter(isRecord);
  // What was not read may be a rule for the operation.
  if ([settings, rules, ...own, ...parts, ...resources].some(isUnread)) return true;
  const named = resources.map((rule) => rule[method] ?? rule['default']).filter((value) => value !== undefined);
  const isUnnamed = named.length === 0 || (controller.kind === 'rpc' && action === undefined);
  return named.some(Boolean) || (isUnnamed && Boolean(rules['deny_by_default'] ?? false));
}

/** True for names of one action: Laminas ignores the case of the first letter. */
function sameAction(one: string, other: string): boolean {
  return one.charAt(0).toLowerCase() + one.slice(1) === other.charAt(0).toLowerCase() + other.slice(1);
}

function targetOf({ api, version }: Pick<ControllerName, 'api' | 'version'>): string {
  return `${api}-v${version}`;
}

function methodsOf({ operations, entityOperations }: ControllerName): readonly (readonly [string, boolean])[] {
  return [...operations.map((one) => [one, false] as const), ...entityOperations.map((one) => [one, true] as const)];
}

/** True if a part of a value was not read. */
function hasUnread(value: unknown): boolean {
  return isUnread(value) || (isRecord(value) && Object.values(value).some(hasUnread));
}

function rulesOf(controller: ControllerName, settings: Plain): object {
  const of = (methods: readonly string[], isEntity: boolean): object =>
    Object.fromEntries(methods.map((method) => [method, needsLogIn(controller, settings, method, isEntity)]));
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
    if (isUnread(value)) lost.push(`The option ${key} of the adapter ${name} was not read. Write it in ${LOCAL_FILE}.`);
    else if (!OPTIONS.has(key)) lost.push(`The option ${key} of the adapter ${name} has no counterpart.`);
    else if (key === 'accept_schemes') carried[key] = [value].flat();
    else if (key === 'nonce_timeout') carried[key] = Number(value);
    else if (key === 'htpasswd' || key === 'htdigest') {
      const path = String(value);
      const [own = ''] = /[\w-][\w.-]*$/.exec(path) ?? [];
      const names = own === '' ? [] : [own, ...[...files.keys()].map((_, index) => `${index + 2}.${own}`)];
      const file = names.find((one) => (files.get(one) ?? path) === path) ?? `${files.size + 1}.${key}`;
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
  const entries = Object.entries(written).map(([key, value]) => [key.replace(/\\+$/, ''), value] as const);
  const used = new Set<unknown>();
  // The first key that the name of the class begins with counts.
  const entryOf = ({ className }: ControllerName) =>
    entries.find(([one]) => className.replace(/^\\/, '').startsWith(`${one}\\`));
  for (const [target, services] of Map.groupBy(controllers, targetOf)) {
    const found = services.map(entryOf);
    for (const entry of found) used.add(entry);
    const [[key, value] = [undefined, undefined], ...others] = [
      ...new Map(found.map((one) => [one?.[1], one])).values(),
    ];
    const name = [value, String(value).replace(/-(?:basic|digest)$/, '')].map(String);
    const adapter = name.find((one) => Object.hasOwn(adapters, one));
    const scheme = name.find((one) => Object.hasOwn(schemes, one));
    if (others.length > 0) {
      lost.push(`The map gives the services of ${target} to different adapters, or only some of them to one.`);
      map[target] = PUBLIC;
    } else if (adapter !== undefined) map[target] = adapter;
    else if (scheme !== undefined) schemeOf.set(target, scheme);
    else if (key !== undefined) {
      lost.push(
        `The map gives ${key} to ${isUnread(value) ? 'a name' : String(value)}, which is no adapter that was read.`,
      );
      map[target] = PUBLIC;
    }
  }
  for (const entry of entries)
    if (!used.has(entry) && !isUnread(written))
      lost.push(`The map names ${entry[0]}, which is no service that was read.`);
  const isMapped = Object.keys(map).length > 0 || isUnread(written);
  for (const target of controllers.map(targetOf)) if (isMapped && !Object.hasOwn(map, target)) map[target] = PUBLIC;
  return { map, schemeOf };
}

function part(value: Plain, key: string): Plain {
  const found = value[key];
  return recordOf(found);
}
