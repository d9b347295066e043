import type { Api } from '../model/api.ts';
import type { Lifecycle } from '../model/lifecycle.ts';
import { callKey, type Operation } from '../model/operation.ts';
import type { ApiRecord } from '../model/records.ts';
import { operationTitle } from '../presentation/titles.ts';
import { Work } from '../schema/work.ts';
import type { Change, OperationName } from './change.ts';
import { addressesOf, compareOperations, compareServers, isSameAddress, sunsetOf } from './compare-operations.ts';
import { comparePages, compareText, compareTexts } from './compare-texts.ts';
import { type At, Comparison } from './comparison.ts';
import { toChanges } from './found-changes.ts';
import type { RuleName } from './rules.ts';
import { code, textValue, without } from './values.ts';

export interface ComparisonOptions {
  /**
   * Current date, such as `2026-11-23`, to tell past from future sunset dates. If omitted, every sunset date counts as
   * past, so that the result does not depend on the current date.
   */
  readonly today?: string;
  /** True if the second description replaces the first. Then a changed name or version is reported, too. */
  readonly isReplacement?: boolean;
  /** Limit on the work of a comparison. */
  readonly work?: Work;
}

/** Default limit on the work, equal to a few seconds; the largest descriptions need far less. */
const MOST_UNITS = 200_000_000;

/**
 * Compares two descriptions of an API and reports each difference once: a change in a shared part is one change that
 * lists all affected operations. Texts are in the language of the second description. Changes are in the order of the
 * second description; removed parts come last.
 */
export function compareApis(
  before: Api,
  after: Api,
  { today, isReplacement = false, work = new Work(MOST_UNITS) }: ComparisonOptions = {},
): readonly Change[] {
  const comparison = new Comparison(before, after, work);
  const api = comparison.at({ kind: 'api' });
  if (isReplacement) compareIdentity(api);
  const { pairs, added, removed } = matchOperations(before, after);
  const calls = pairs.filter(([, operation]) => !isWebhook(operation));
  if (calls.length === 0 || !calls.every(([old, now]) => isSameAddress(old, now)))
    compareAddresses(api, calls.length === 0 || !calls.every(([old, now]) => isSamePlace(old, now)));
  compareInformation(api);
  compareServices(comparison);
  for (const [old, now] of pairs) {
    const at = comparison.at({ kind: 'operation', before: operationNameOf(old), after: operationNameOf(now) });
    if (hasMoved(old, now)) at.report('operation-moved', callOf(old), callOf(now));
    compareOperations(at, old, now);
  }
  for (const operation of added) {
    const at = comparison.at({ kind: 'operation', before: null, after: operationNameOf(operation) });
    at.report(isWebhook(operation) ? 'webhook-added' : 'operation-added');
  }
  for (const operation of removed) {
    const at = comparison.at({ kind: 'operation', before: operationNameOf(operation), after: null });
    const sunset = sunsetOf(operation, comparison);
    at.reportGone(removalOf(operation, sunset, today), textValue(sunset?.day));
  }
  comparison.complete();
  if (comparison.isIncomplete) api.report('comparison-incomplete');
  return toChanges(comparison.units);
}

function operationNameOf(operation: Operation): OperationName {
  const { record, service, resource } = operation;
  return {
    service: service.getName(),
    resource,
    method: record.method,
    path: isWebhook(operation) ? '' : (record.paths[0] ?? ''),
    title: operationTitle(operation),
  };
}

function isWebhook({ service }: Operation): boolean {
  return service.getKind() === 'webhook';
}

/** Formats an operation as `GET /book`, and a webhook as its method and name. */
function callOf(operation: Operation) {
  const { record, service } = operation;
  return code(`${record.method} ${isWebhook(operation) ? service.getName() : (record.paths[0] ?? '')}`);
}

function hasMoved(before: Operation, after: Operation): boolean {
  if (isWebhook(before) || isWebhook(after)) return isWebhook(before) !== isWebhook(after);
  const known = new Set([...callsOf(before), ...placesOf(before)]);
  return ![...callsOf(after), ...placesOf(after)].some((call) => known.has(call));
}

/**
 * Rule for a removed operation. Deprecation allows removal at any time; a sunset date allows it from that date on.
 */
function removalOf(operation: Operation, sunset: Lifecycle['sunset'], today: string | undefined): RuleName {
  if (isWebhook(operation)) return 'webhook-removed';
  if (sunset !== null && today !== undefined && sunset.day > today) return 'operation-removed-before-sunset';
  return sunset !== null || operation.record.deprecated ? 'deprecated-operation-removed' : 'operation-removed';
}

/** Matches the version in a file name, for descriptors that do not declare a version. */
const NUMBER_IN_NAME = /(?:^|[-_./])v(\d+)(?:[-_.][^/]*)?$/i;

/** Compares the name and version of the API, which URLs and the configuration contain. */
function compareIdentity(at: At): void {
  const [before, after] = [at.comparison.before.record, at.comparison.after.record];
  const [hadName, hasName] = [before, after].map((record) => hasKey(record, 'x-platform-api'));
  if ((hadName || hasName) && before.name !== after.name) at.report('api-renamed', code(before.name), code(after.name));
  const ofPlace = hasKey(after, 'x-platform-version') ? undefined : NUMBER_IN_NAME.exec(before.source.file)?.[1];
  const version = Number(ofPlace ?? after.version);
  if (version !== before.version) at.report('version-changed', code(String(before.version)), code(String(version)));
}

/** True if a descriptor declares the key; otherwise its file and folder names determine the value. */
function hasKey({ source, info, extensions }: ApiRecord, key: `x-${string}`): boolean {
  return source.format === 'native' || info[key] !== undefined || extensions[key] !== undefined;
}

/** Compares base path and servers, which matter only if they change the address of an operation. */
function compareAddresses(at: At, hasMoved: boolean): void {
  const [before, after] = [at.comparison.before.record, at.comparison.after.record];
  if (hasMoved && before.basePath !== after.basePath)
    at.report('base-path-changed', code(before.basePath || '/'), code(after.basePath || '/'));
  compareServers(at, before.servers, after.servers);
}

function compareInformation(at: At): void {
  const [before, after] = [at.comparison.before.record, at.comparison.after.record];
  compareTexts(at, before.info, after.info);
  const { info: first } = before;
  const { info: second } = after;
  compareText(at, 'information-changed', first.termsOfService, second.termsOfService);
  for (const key of ['contact', 'license'] as const)
    if (!at.isSame(first[key], second[key]))
      at.report('information-changed', textValue(first[key]?.name), textValue(second[key]?.name));
  if (!at.isSame(before.externalDocs, after.externalDocs))
    at.report('information-changed', textValue(before.externalDocs?.url), textValue(after.externalDocs?.url));
  comparePages(at);
}

/** Compares only the texts of services. Their operations are compared elsewhere, whichever service they belong to. */
function compareServices(comparison: Comparison): void {
  for (const service of comparison.after.getServices()) {
    const name = service.getName();
    const old = comparison.before.getService(name);
    if (old === undefined) continue;
    const at = comparison.at({ kind: 'service', before: name, after: name });
    compareTexts(at, old.record, service.record);
  }
}

/** Matched and added operations in the order of the second description, removed ones in the order of the first. */
interface Matches {
  readonly pairs: readonly (readonly [before: Operation, after: Operation])[];
  readonly added: readonly Operation[];
  readonly removed: readonly Operation[];
}

/**
 * Matches operations by method and address, then by method and path: first with the path of the server URL, a part of
 * which may have moved to the paths, then without it. Names of services and parameters are ignored. The remaining
 * operations are matched by operationId: their paths have changed.
 */
function matchOperations(before: Api, after: Api): Matches {
  const left = new Set(operationsOf(before));
  const found = new Map<Operation, Operation>();
  const match = (keysOf: (operation: Operation) => readonly string[]): void => {
    const byKey = new Map<string, Operation>();
    for (const operation of left) for (const key of keysOf(operation)) if (!byKey.has(key)) byKey.set(key, operation);
    for (const operation of operationsOf(after)) {
      if (found.has(operation)) continue;
      const old = keysOf(operation)
        .flatMap((key) => byKey.get(key) ?? [])
        .find((candidate) => left.delete(candidate));
      if (old !== undefined) found.set(operation, old);
    }
  };
  match((operation) => [addressesOf(operation).join('\n')]);
  match(placesOf);
  match((operation) => [callsOf(operation).sort().join('\n')]);
  match(callsOf);
  match(({ record: { operationId } }) => (operationId === null ? [] : [operationId]));
  const all = operationsOf(after);
  return {
    pairs: all.flatMap((operation) => {
      const old = found.get(operation);
      return old === undefined ? [] : [[old, operation] as const];
    }),
    added: all.filter((operation) => !found.has(operation)),
    removed: [...left],
  };
}

function operationsOf(api: Api): readonly Operation[] {
  return api.getServices().flatMap((service) => service.getAllOperations());
}

/** Keys of an operation: its method with each of its paths; for a webhook, its method and name. */
function callsOf({ record, service }: Operation): string[] {
  return service.getKind() === 'webhook'
    ? [`webhook ${service.getName()} ${record.method}`]
    : record.paths.map((path) => callKey(record.method, path));
}

/** Keys of an operation: its method with each of its addresses, without scheme and host. */
function placesOf(operation: Operation): readonly string[] {
  return addressesOf(operation).map((address) => address.replace(/^(\S+ )(?:[^/?#]*:)?\/\/[^/?#]*/, '$1'));
}

/** True if all addresses of one side, without scheme and host, are also addresses of the other side. */
function isSamePlace(before: Operation, after: Operation): boolean {
  const [first, second] = [placesOf(before), placesOf(after)];
  return without(first, second).length === 0 || without(second, first).length === 0;
}
