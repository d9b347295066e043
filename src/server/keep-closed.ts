import { authorizationOf } from '../build/access.ts';
import { adapterKey, operationsKey, speakingFiles, withHead } from '../build/closed-at-build.ts';
import { formatTarget } from '../config/api-target.ts';
import type { AdapterRecord, Allow, Configuration, MethodRules, RuleRecord } from '../config/configuration.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import { closedAdapter } from '../config/sections/adapters.ts';
import type { AccessRule } from '../model/access.ts';
import { DOCUMENTATION_ROOT } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import type { ClosedAtBuild, NamedOperations } from '../store/release.ts';
import type { OperationNames } from '../store/release-access.ts';

interface KeptClosed {
  /** The same, or one that refuses every user of what is kept closed. */
  readonly configuration: Configuration;
  /** One line for people; null where nothing is kept closed. */
  readonly reason: string | null;
}

interface Release {
  readonly closed: ClosedAtBuild | undefined;
  /** Every version of every API. */
  readonly versions: readonly NamedOperations[];
  /** Models of them; asked for only where paths are protected. */
  readonly records: () => readonly ApiRecord[];
}

/** No adapter of a configuration can have this name. */
const MISSING = '(missing configuration)';
const ANY: Allow = { kind: 'any' };
const GUESTS: Allow = { kind: 'guests' };

/**
 * Keeps closed what was closed when the release was built, where a file of the configuration that was read then is away or says nothing:
 * what it would close cannot be told (DESIGN §9). Where all files are there, what they say now counts. What is kept closed is closed to
 * everybody, since whom the file let in is not known either.
 */
export function keepClosed({ configuration, inputs }: Pick<ConfigurationReading, 'configuration' | 'inputs'>, release: Release): KeptClosed {
  const { closed } = release;
  const there = new Set(speakingFiles({ inputs }));
  const missing = closed?.files.filter((file) => !there.has(file)) ?? [];
  if (closed === undefined || missing.length === 0) return { configuration, reason: null };

  const authorization = authorizationOf(configuration, configuration.authentication.paths.length === 0 ? [] : release.records());
  const { access, authentication } = configuration;
  const apis = closed.apis.filter((api) => operationsKey(api, authorization, configuration) !== api.key);
  const pathKeys = new Map(authentication.paths.map(({ pattern, adapter }) => [pattern, adapterKey(adapter, configuration)]));
  const paths = Object.entries(closed.paths).flatMap(([pattern, key]) => (pathKeys.get(pattern) === key ? [] : [pattern]));
  const documentationKey = access.kind === 'adapter' ? adapterKey(access.name, configuration) : undefined;
  const isDocumentationClosed = closed.documentation !== undefined && closed.documentation !== documentationKey;
  const names = [...(isDocumentationClosed ? [DOCUMENTATION_ROOT] : []), ...paths, ...apis.map(formatTarget)];
  if (names.length === 0) return { configuration, reason: null };

  const files = missing.join(', ');
  const reason =
    `${files}: not there, though the documentation was built with ${missing.length === 1 ? 'it' : 'them'}. ` +
    `What was closed then stays closed, to everybody: ${names.join(', ')}. Bring ${files} along, or build without.`;
  const closedNow = closeVersions(configuration, { apis, versions: release.versions, rule: authorization.access });
  const missingAdapter: AdapterRecord = { ...closedAdapter(MISSING), problems: [reason] };
  return {
    reason,
    configuration: {
      ...configuration,
      access: isDocumentationClosed ? { kind: 'adapter', name: MISSING } : access,
      authentication: {
        adapters: [...authentication.adapters, missingAdapter],
        map: closedNow.map,
        paths: [...authentication.paths.filter(({ pattern }) => !paths.includes(pattern)), ...paths.map((pattern) => ({ pattern, adapter: MISSING }))],
      },
      authorization: { ...configuration.authorization, rules: closedNow.rules },
    },
  };
}

interface ClosedVersions {
  /** To close; `operations` are those that were closed. */
  readonly apis: readonly NamedOperations[];
  readonly versions: readonly NamedOperations[];
  /** Of the configuration as it is. */
  readonly rule: AccessRule;
}

/** These versions are closed, except where guests could call when they were built, and can now. */
function closeVersions(
  { authentication, authorization }: Configuration,
  { apis, versions, rule }: ClosedVersions,
): { map: Configuration['authentication']['map']; rules: readonly RuleRecord[] } {
  const isClosed = (entry: { api: string; version: number | null }): boolean => apis.some(({ api, version }) => entry.api === api && entry.version === version);
  const rules = apis.flatMap((closed) => {
    const { api, version } = closed;
    const operations = versions.find((one) => one.api === api && one.version === version)?.operations ?? [];
    return [...Map.groupBy(operations, ({ service }) => service)].map(([service, resources]): RuleRecord => {
      const rulesOf = (resource: OperationNames['resource']): MethodRules => {
        const methods = resources.filter((one) => one.resource === resource).flatMap((one) => withHead(one.methods));
        const wasClosed = closed.operations.filter((one) => one.service === service && one.resource === resource).flatMap((one) => one.methods);
        const isOpen = (method: string): boolean => !wasClosed.includes(method) && rule({ api, version, service, resource, method }).kind === 'open';
        return { default: ANY, methods: Object.fromEntries(methods.map((method) => [method, isOpen(method) ? GUESTS : ANY])) };
      };
      return { api, version, service, collection: rulesOf('collection'), entity: rulesOf('entity'), actions: rulesOf('action') };
    });
  });
  return {
    map: [...authentication.map.filter((entry) => !isClosed(entry)), ...apis.map(({ api, version }) => ({ api, version, adapter: MISSING }))],
    rules: [...authorization.rules.filter((entry) => !isClosed(entry)), ...rules],
  };
}
