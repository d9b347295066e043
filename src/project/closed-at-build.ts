import type { Authorization } from '../auth/authorization.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import type { ClosedAtBuild, NamedOperations } from '../store/release.ts';
import type { OperationNames } from '../store/release-access.ts';
import { shortHash } from '../store/stored-bytes.ts';
import { authorizationOf } from './access-rule.ts';
import type { ProjectReading } from './project-reading.ts';

/** Returns the access restrictions that a release records; undefined if everything is open. */
export function closedAtBuild(
  { configuration, reading, apis: records }: Pick<ProjectReading, 'configuration' | 'reading' | 'apis'>,
  versions: readonly NamedOperations[],
): ClosedAtBuild | undefined {
  const authorization = authorizationOf(configuration, records);
  const apis = versions.flatMap(({ api, version, operations }) => {
    const closed = closedOperations(api, version, operations, authorization);
    return closed.length === 0
      ? []
      : [
          {
            api,
            version,
            operations: closed,
            key: operationsKey({ api, version, operations: closed }, authorization, configuration),
          },
        ];
  });
  const { access, authentication } = configuration;
  if (apis.length === 0 && authentication.paths.length === 0 && access.kind === 'public') return undefined;
  return {
    files: speakingFiles(reading),
    ...(access.kind === 'adapter' && { documentation: adapterKey(access.name, configuration) }),
    paths: Object.fromEntries(
      authentication.paths.map(({ pattern, adapter }) => [pattern, adapterKey(adapter, configuration)]),
    ),
    apis,
  };
}

/** Returns the paths of the configuration files that have content. */
export function speakingFiles({ inputs }: Pick<ConfigurationReading, 'inputs'>): readonly string[] {
  return inputs.filter(({ path, isBlank }) => !isBlank && !path.startsWith('$')).map(({ path }) => path);
}

/** Computes a hash that is equal for adapters with the same name and settings. */
export function adapterKey(name: string, { authentication }: Pick<Configuration, 'authentication'>): string {
  return shortHash(JSON.stringify(adapterNamed(name, authentication)));
}

/** Computes a hash that is equal if the same callers may call each of the operations. */
export function operationsKey(
  { api, version, operations }: NamedOperations,
  authorization: Authorization,
  configuration: Configuration,
): string {
  const callers = operations.flatMap(({ service, resource, methods }) =>
    methods.map((method) => authorization.callers({ api, version, service, resource, method })),
  );
  const adapters = new Set(callers.flatMap(({ adapters: names }) => names));
  const hasGroups = callers.some(
    ({ allow }) => allow.kind === 'names' && allow.names.some((name) => name.startsWith('@')),
  );
  const { groups, groupFile } = configuration.authorization;
  const key = [
    callers,
    [...adapters].sort().map((name) => adapterNamed(name, configuration.authentication)),
    hasGroups ? [groups, groupFile] : [],
  ];
  return shortHash(JSON.stringify(key));
}

function closedOperations(
  api: string,
  version: number,
  operations: readonly OperationNames[],
  authorization: Authorization,
): readonly OperationNames[] {
  return operations.flatMap(({ service, resource, methods }) => {
    const closed = withHead(methods).filter(
      (method) => authorization.access({ api, version, service, resource, method }).kind === 'login',
    );
    return closed.length === 0 ? [] : [{ service, resource, methods: closed }];
  });
}

/** Adds HEAD if there is GET: HEAD may have a separate rule, but descriptors need not list it. */
function withHead(methods: readonly string[]): readonly string[] {
  return methods.includes('GET') && !methods.includes('HEAD') ? [...methods, 'HEAD'] : methods;
}

/** Returns the settings of an adapter. Replaces its problems with a flag: their texts do not affect access. */
function adapterNamed(name: string, { adapters }: Configuration['authentication']): unknown {
  const found = adapters.find((adapter) => adapter.name === name);
  return found === undefined ? name : { ...found, problems: found.problems.length > 0 };
}
