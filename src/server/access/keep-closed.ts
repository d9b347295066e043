import { formatTarget } from '../../config/api-target.ts';
import type { AdapterRecord, Configuration } from '../../config/configuration.ts';
import type { ConfigurationReading } from '../../config/read-configuration.ts';
import { closedAdapter } from '../../config/sections/adapters.ts';
import { type AccessRule, type OperationIdentity, operationIdentityKey } from '../../model/access.ts';
import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import type { ApiRecord } from '../../model/records.ts';
import type { ApiTarget } from '../../options/access-records.ts';
import { authorizationOf } from '../../project/access-rule.ts';
import { adapterKey, operationsKey, speakingFiles } from '../../project/closed-at-build.ts';
import type { ClosedAtBuild, ReleaseIndex } from '../../store/release.ts';
import { accessesOf, accessHash } from '../../store/release-access.ts';

interface KeptClosed {
  /** Given configuration, changed to refuse every user of the parts that are kept closed. */
  readonly configuration: Configuration;
  /** One line for operators; null if nothing is kept closed. */
  readonly reason: string | null;
}

interface Release {
  readonly closed: ClosedAtBuild | undefined;
  /** Records of its APIs; called only if the configuration protects paths. */
  readonly records: () => readonly ApiRecord[];
}

/** Name that no adapter of a configuration can have. */
const MISSING = '(missing configuration)';

/**
 * Keeps everything closed that was closed at build time, while a configuration file of that time is missing or empty,
 * since its rules are unknown (DESIGN §9). If all files exist, their current content applies. The users that the file
 * admitted are unknown, too: an API with a closed part answers 503, as with any closed adapter.
 */
export function keepClosed(
  { configuration, inputs }: Pick<ConfigurationReading, 'configuration' | 'inputs'>,
  release: Release,
): KeptClosed {
  const { closed } = release;
  const there = new Set(speakingFiles({ inputs }));
  const missing = closed?.files.filter((file) => !there.has(file)) ?? [];
  if (closed === undefined || missing.length === 0) return { configuration, reason: null };

  const authorization = authorizationOf(
    configuration,
    configuration.authentication.paths.length === 0 ? [] : release.records(),
  );
  const { access, authentication } = configuration;
  const apis = closed.apis.filter((api) => operationsKey(api, authorization, configuration) !== api.key);
  const pathKeys = new Map(
    authentication.paths.map(({ pattern, adapter }) => [pattern, adapterKey(adapter, configuration)]),
  );
  const paths = Object.entries(closed.paths).flatMap(([pattern, key]) =>
    pathKeys.get(pattern) === key ? [] : [pattern],
  );
  const documentationKey = access.kind === 'adapter' ? adapterKey(access.name, configuration) : undefined;
  const isDocumentationClosed = closed.documentation !== undefined && closed.documentation !== documentationKey;
  const names = [...(isDocumentationClosed ? [DOCUMENTATION_ROOT] : []), ...paths, ...apis.map(formatTarget)];
  if (names.length === 0) return { configuration, reason: null };

  const files = missing.join(', ');
  const reason =
    `${files}: missing or empty, but the documentation was built with ${missing.length === 1 ? 'it' : 'them'}. ` +
    `What was protected then is closed to every user: ${names.join(', ')}. Put ${files} back, or build again without.`;
  const isKept = (entry: ApiTarget): boolean =>
    apis.some(({ api, version }) => entry.api === api && entry.version === version);
  const missingAdapter: AdapterRecord = { ...closedAdapter(MISSING), problems: [reason] };
  return {
    reason,
    configuration: {
      ...configuration,
      access: isDocumentationClosed ? { kind: 'adapter', name: MISSING } : access,
      authentication: {
        ...authentication,
        adapters: [...authentication.adapters, missingAdapter],
        map: [
          ...authentication.map.filter((entry) => !isKept(entry)),
          ...apis.map(({ api, version }) => ({ api, version, adapters: [MISSING] })),
        ],
        paths: [
          ...authentication.paths.filter(({ pattern }) => !paths.includes(pattern)),
          ...paths.map((pattern) => ({ pattern, adapter: MISSING })),
        ],
      },
    },
  };
}

type Outline = Pick<ReleaseIndex['outlines'][number], 'api' | 'version' | 'operations' | 'accessHash'>;

/**
 * Lists the API versions that needed a log-in at build time and now need none anywhere, because the configuration has
 * changed. A missing configuration file does not count as a change: {@link keepClosed} keeps its parts closed.
 * @param unanswered operations that no call reaches, so that examples never answer them
 */
export function openedSinceBuild<O extends Outline>(
  outlines: readonly O[],
  rule: AccessRule,
  unanswered: ReadonlySet<string> = new Set(),
): readonly O[] {
  const isAnswered = (operation: OperationIdentity): boolean => !unanswered.has(operationIdentityKey(operation));
  return outlines.filter(({ api, version, operations, accessHash: built }) => {
    const now = accessHash(accessesOf(api, version, operations, rule));
    if (now === built) return false;
    // An API is open whether or not examples answer its operations.
    const open = [() => false, isAnswered].map((hasExamples) => {
      const opened: AccessRule = (operation) => ({
        kind: 'open',
        ...(hasExamples(operation) && { hasExamples: true }),
      });
      return accessHash(accessesOf(api, version, operations, opened));
    });
    return !open.includes(built) && open.includes(now);
  });
}
