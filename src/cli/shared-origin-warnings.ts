import { formatTarget } from '../config/api-target.ts';
import type { Configuration } from '../config/configuration.ts';
import { findKeyPlace } from '../config/configuration-files.ts';
import type { Diagnostic } from '../model/diagnostic.ts';

/** Names of headers that a browser applies to every page of an origin, or remembers for all of them. */
const OF_THE_ORIGIN = new RegExp(
  `^(?:${[
    'set-cookie2?|clear-site-data|strict-transport-security|service-worker-allowed|origin-agent-cluster',
    'nel|report-to|reporting-endpoints|alt-svc|refresh|(?:accept|critical)-ch',
  ].join('|')})$`,
  'i',
);

/**
 * A warning for each entry of `platform-services` that lets what an API sends act on the origin which documentation,
 * log-ins and other APIs share with it.
 * @param fileOf which file of the configuration set the value at these keys
 */
export function sharedOriginWarnings(
  { services }: Configuration,
  projectFolder: string,
  fileOf: (keys: readonly string[]) => string,
): readonly Diagnostic[] {
  const warning = (keys: readonly string[], message: string, remedy: string): Diagnostic => {
    const [path, file] = [keys.join('.'), fileOf(keys)];
    const place = findKeyPlace(projectFolder, file, path);
    return { file, ...place, severity: 'warning', rule: 'configuration', message: `${path}: ${message}`, remedy };
  };
  return services.flatMap((entry) => {
    const { answersFrom, documents, responseHeaders } = entry;
    if (answersFrom === 'pages') return [];
    const keys = ['platform-services', formatTarget(entry)];
    const acting = responseHeaders.filter((name) => OF_THE_ORIGIN.test(name));
    return [
      ...(documents === 'trusted'
        ? [warning([...keys, 'documents'], TRUSTED, 'Remove it, unless you trust everything that this API sends.')]
        : []),
      ...(acting.length > 0
        ? [
            warning(
              [...keys, 'response_headers'],
              ofTheOrigin(acting),
              'Remove them, or serve the API under a host name of its own.',
            ),
          ]
        : []),
    ];
  });
}

const TRUSTED =
  'Pages and scripts of this API run on the origin of the documentation, with the rights of the user who reads it.';

function ofTheOrigin(names: readonly string[]): string {
  return `${names.join(', ')} of this API ${names.length === 1 ? 'acts' : 'act'} on the whole origin, the documentation and other APIs included.`;
}
