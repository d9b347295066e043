import type { Api } from '../model/api.ts';
import { type Lifecycle, lifecycleOf } from '../model/lifecycle.ts';
import type {
  CallbackObject,
  OperationObject,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
  ServerObject,
} from '../model/openapi-objects.ts';
import { callKey, type Operation } from '../model/operation.ts';
import { operationIds } from '../model/operation-ids.ts';
import { operationsOf, pathItemsOf } from '../model/path-items.ts';
import { withDefaults, withoutSlashes } from '../model/servers.ts';
import { compareBodies, compareParameters, compareResponses } from './compare-messages.ts';
import { compareSecurity } from './compare-security.ts';
import { compareTexts } from './compare-texts.ts';
import { type At, BOTH_WAYS, type Comparison, flipped, RECEIVED, SENT } from './comparison.ts';
import { byName, code, codeOrNull, codes, textValue, without } from './values.ts';

/** Request and responses of an operation or a callback. */
interface Call {
  readonly parameters: readonly Reference<ParameterObject>[];
  readonly requestBody: Reference<RequestBodyObject> | null;
  readonly responses: Readonly<Record<string, Reference<ResponseObject>>>;
  readonly paths: readonly string[];
}

/** Compares two descriptions of one operation. For a webhook, the API sends the request and clients respond. */
export function compareOperations(at: At, before: Operation, after: Operation): void {
  const [first, second] = [before.record, after.record];
  const [wasWebhook, isWebhook] = [before.service.getKind() === 'webhook', after.service.getKind() === 'webhook'];
  comparePaths(at, first.paths, second.paths);
  if (first.operationId !== second.operationId && !isMadeId(before, after))
    at.report('operation-id-changed', codeOrNull(first.operationId), codeOrNull(second.operationId));
  at.reportTurn(first.deprecated, second.deprecated, 'operation-deprecated', 'operation-no-longer-deprecated');
  compareSunsets(at, sunsetOf(before, at.comparison), sunsetOf(after, at.comparison));
  compareTexts(at, first, second);
  for (const key of ['requestDescription', 'responseDescription'] as const)
    compareTexts(at, { description: first[key] }, { description: second[key] });
  if (first.tags.join() !== second.tags.join())
    at.report('tags-changed', codes(first.tags, at.comparison.words), codes(second.tags, at.comparison.words));
  if (!wasWebhook && !isWebhook) compareSecurity(at, before.getSecurity(), after.getSecurity());
  if ((first.servers.length > 0 || second.servers.length > 0) && !isSameAddress(before, after))
    compareServers(at, before.getServers(), after.getServers());
  compareCalls(at, first, second, isWebhook);
  compareCallbacks(at, first.callbacks, second.callbacks);
}

/** True if at most one side declares an operationId, and it equals the id that our documents generate for the other. */
function isMadeId(before: Operation, after: Operation): boolean {
  const [first, second] = [before, after].map(
    ({ record, service }) => operationIds(service.api.record).get(record)?.[0],
  );
  return (before.record.operationId === null || after.record.operationId === null) && first === second;
}

function comparePaths(at: At, before: readonly string[], after: readonly string[]): void {
  const keys = (paths: readonly string[]) => paths.map(withoutNames);
  const [first, second] = [keys(before), keys(after)];
  // Without a common path, the operation has moved, and `operation-moved` was reported already.
  if (without(first, second).length === first.length) return;
  for (const path of after) if (!first.includes(withoutNames(path))) at.report('path-added', null, code(path));
  for (const path of before) if (!second.includes(withoutNames(path))) at.reportGone('path-removed', code(path));
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{[^{}/]*\}/g, '{}');
}

/**
 * Date from which an operation may be unavailable (RFC 8594); null if the descriptor declares none. If two different
 * versions are compared, the sunset of a whole version is ignored: it does not change an operation.
 */
export function sunsetOf({ record, service }: Operation, { before, after }: Comparison): Lifecycle['sunset'] {
  const isOneVersion = before.getVersion() === after.getVersion();
  return lifecycleOf(record, isOneVersion ? service.api.record : { extensions: {} }).sunset;
}

function compareSunsets(at: At, before: Lifecycle['sunset'], after: Lifecycle['sunset']): void {
  if (before?.time.getTime() === after?.time.getTime()) return;
  if (before === null) at.report('sunset-added', null, textValue(after?.day));
  else if (after === null) at.report('sunset-removed', textValue(before.day));
  else
    at.report(
      after.time < before.time ? 'sunset-earlier' : 'sunset-later',
      textValue(before.day),
      textValue(after.day),
    );
}

/** @param isReverse true if the API sends the request and clients respond */
function compareCalls(at: At, before: Call, after: Call, isReverse: boolean): void {
  const [sent, received] = isReverse ? [flipped(SENT), flipped(RECEIVED)] : [SENT, RECEIVED];
  const request = at.withFlow(sent);
  compareParameters(request, named(before), named(after));
  compareBodies(request, before.requestBody, after.requestBody);
  compareResponses(at.withFlow(received), before.responses, after.responses);
}

function named({ parameters, paths }: Call) {
  // Optional segments are at the end, so the longest path contains all names.
  const longest = paths.reduce((longest, path) => (path.length > longest.length ? path : longest), '');
  const pathNames = [...longest.matchAll(/\{([^{}/]*)\}/g)].map(([, name = '']) => name);
  return { parameters, pathNames };
}

type Callbacks = Readonly<Record<string, Reference<CallbackObject>>>;

function compareCallbacks(at: At, before: Callbacks, after: Callbacks): void {
  for (const [name, first, second] of byName(before, after)) {
    if (first === undefined && second !== undefined)
      for (const call of callsOf(at.comparison.after.components.resolve(second).value))
        inCall(at, name, call).report('callback-added');
    else if (second === undefined && first !== undefined)
      for (const call of callsOf(at.comparison.before.components.resolve(first).value))
        inCall(at, name, call).reportGone('callback-removed');
    else if (first !== undefined && second !== undefined)
      at.pair('callbacks', first, second, (inner, a, b) => compareCallback(inner, name, a, b));
  }
}

/**
 * Compares the operations of a callback, matched by method and URL expression. The expression is not a URI template,
 * so it is not used for path parameters.
 */
function compareCallback(at: At, name: string, before: CallbackObject, after: CallbackObject) {
  const byCall = (callback: CallbackObject) =>
    Object.fromEntries(callsOf(callback).map((call) => [`${call[1]} ${call[0]}`, call] as const));
  for (const [, old, now] of byName(byCall(before), byCall(after))) {
    const call = now ?? old;
    if (call === undefined) continue;
    const place = inCall(at, name, call);
    if (old === undefined) place.report('callback-added');
    else if (now === undefined) place.reportGone('callback-removed');
    else {
      compareTexts(place, old[2], now[2]);
      compareCalls(place.withFlow(BOTH_WAYS), callOf(old), callOf(now), true);
    }
  }
}

/** Call of a callback; `number` is its position among the calls with the same method, from 1. */
type CallbackCall = readonly [expression: string, method: string, operation: OperationObject, number: number];

function inCall(at: At, name: string, [, method, , number]: CallbackCall): At {
  return at.inside({ kind: 'callback', name, method, ...(number > 1 && { number }) });
}

function callsOf(callback: CallbackObject): readonly CallbackCall[] {
  const counts = new Map<string, number>();
  return pathItemsOf(callback).flatMap(([expression, item]) =>
    operationsOf(item).map(([method, operation]) => {
      // A parameter of the operation overrides one of the path item with the same name, so it comes last.
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const number = (counts.get(method) ?? 0) + 1;
      counts.set(method, number);
      return [expression, method, { ...operation, parameters }, number] as const;
    }),
  );
}

function callOf([, , { parameters = [], requestBody, responses = {} }]: CallbackCall): Call {
  return { parameters, requestBody: requestBody ?? null, responses, paths: [] };
}

/** Methods of an operation, each with a whole address, sorted: `GET https://example.com/v1/book/{}`. */
export function addressesOf(operation: Operation): readonly string[] {
  const { record, service } = operation;
  if (service.getKind() === 'webhook') return [`webhook ${service.getName()} ${record.method}`];
  const servers = operation.getServers().map((server) => withoutSlashes(withDefaults(server)));
  const bases = servers.length === 0 ? [service.api.record.basePath] : servers;
  return bases.flatMap((base) => record.paths.map((path) => callKey(record.method, base + path))).sort();
}

/** True if an operation has the same addresses on both sides. */
export function isSameAddress(before: Operation, after: Operation): boolean {
  return addressesOf(before).join('\n') === addressesOf(after).join('\n');
}

/** Compares server URLs. If only the base path differs, `base-path-changed` reports it instead. */
export function compareServers(at: At, before: readonly ServerObject[], after: readonly ServerObject[]): void {
  const { before: old, after: now } = at.comparison;
  const [first, second] = [before.map(withDefaults), after.map(withDefaults)];
  const [added, gone] = [without(second, first), without(first, second)];
  const isMoved = old.record.basePath !== now.record.basePath;
  const startOf = (url: string, { record: { basePath } }: Api): string => {
    const whole = withoutSlashes(url);
    return isMoved && whole.endsWith(basePath) ? `${whole.slice(0, whole.length - basePath.length)} ` : url;
  };
  const [starts, ends] = [gone.map((url) => startOf(url, old)), added.map((url) => startOf(url, now))];
  for (const url of added) if (!starts.includes(startOf(url, now))) at.report('server-added', null, code(url));
  for (const url of gone) if (!ends.includes(startOf(url, old))) at.reportGone('server-removed', code(url));
}
