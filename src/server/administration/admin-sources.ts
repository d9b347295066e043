import type { Api } from '../../model/api.ts';
import { formatDiagnostic } from '../../model/diagnostic.ts';
import { versionedName } from '../../model/locations.ts';
import type { AdminCard } from '../../model/page/admin-page.ts';
import { entryFor, type MapRecord } from '../../options/access-records.ts';

const MOST_WARNINGS = 10;

/**
 * Lists the source and the adapter of each version of each API.
 * @param release `development`, or the name of the release
 */
export function adminSources(apis: readonly Api[], map: readonly MapRecord[], release: string): readonly AdminCard[] {
  return apis.map((api) => {
    const [name, version] = [api.getName(), api.getVersion()];
    const { file, format, warningCount, warnings = [] } = api.record.source;
    const operations = api.getServices().flatMap((service) => service.getAllOperations());
    const open = operations.filter((operation) => !operation.asksForLogIn()).length;
    const own = entryFor(map, name, version);
    return {
      title: versionedName(name, version),
      state: null,
      facts: [
        {
          term: 'Built from',
          text: `${file} (${format}), ${release === 'development' ? 'read as it is now' : `release ${release}`}`,
        },
        { term: 'Adapter', text: own?.adapter ?? 'none' },
        { term: 'Operations', text: `${operations.length}, ${open} of them open to everyone` },
        { term: 'Warnings', text: String(warningCount) },
        ...warnings.slice(0, MOST_WARNINGS).map((warning) => ({ term: 'Warning', text: formatDiagnostic(warning) })),
      ],
      links: [],
    };
  });
}
