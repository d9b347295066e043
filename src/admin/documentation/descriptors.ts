import type { Key } from '../../config/edit/entries.ts';
import type { NativeOperation, NativeService, NativeStatusCode } from '../../descriptors/native/native-descriptor.ts';
import { checkStructure } from '../../descriptors/native/structure.ts';
import { type DescriptorPlace, readDescriptor } from '../../descriptors/read-descriptors.ts';
import { sourceFormat } from '../../descriptors/registry.ts';
import { Api } from '../../model/api.ts';
import { formatDiagnostic } from '../../model/diagnostic.ts';
import { versionedName } from '../../model/locations.ts';
import type { Operation } from '../../model/operation.ts';
import type { SourceRecord } from '../../model/records.ts';
import { ADMIN_ROOT } from '../../presentation/page-data/admin-page.ts';
import type { AdminSite, Input } from '../contract.ts';
import { pathWith } from '../fields.ts';

export const DOCUMENTATION_PATH = `${ADMIN_ROOT}/documentation`;

/** Current content of a descriptor; the served documentation may be older. */
export type OpenDescriptor =
  | { readonly kind: 'editable'; readonly api: Api; readonly services: readonly DescribedService[] }
  /** `reason`: a sentence for the page. */
  | { readonly kind: 'read-only'; readonly reason: string };

export interface DescribedService {
  /** Path of the service in the file. */
  readonly keys: readonly Key[];
  readonly service: NativeService;
  readonly operations: readonly DescribedOperation[];
}

export interface DescribedOperation {
  readonly keys: readonly Key[];
  readonly operation: NativeOperation;
  readonly resource: Operation['resource'];
  /** Status codes that apply to every operation of the service. */
  readonly shared: readonly NativeStatusCode[];
}

/** Documented API that a query names; undefined if no such API is documented. */
export function findApi({ documentation }: AdminSite, query: Input): Api | undefined {
  return documentation.find((api) => nameOf(api) === query.get('api'));
}

/** Name with version: `Library-v1`. */
export function nameOf(api: Api): string {
  return versionedName(api.getName(), api.getVersion());
}

export function apiPath(api: Api): string {
  return pathWith(`${DOCUMENTATION_PATH}/api`, { api: nameOf(api) });
}

export function placeOf({ projectFolder, descriptorFolder, reading }: AdminSite, { record }: Api): DescriptorPlace {
  const { overlays } = reading.configuration;
  return { projectRoot: projectFolder, folder: descriptorFolder, path: record.source.file, overlays };
}

export function openDescriptor(site: AdminSite, api: Api): OpenDescriptor {
  const { source } = api.record;
  const refused = formatReason(source);
  if (refused !== undefined) return { kind: 'read-only', reason: refused };
  const reading = readDescriptor(placeOf(site, api));
  if (reading === undefined)
    return {
      kind: 'read-only',
      reason: `${source.file} is not on this machine. Edit it where the documentation is built.`,
    };
  const { value, reader, record, diagnostics } = reading;
  if (record === undefined || typeof value !== 'object' || value === null) {
    const [first] = diagnostics.filter(({ severity }) => severity === 'error');
    return {
      kind: 'read-only',
      reason:
        `The file has an error. Fix it by hand first. ${first === undefined ? '' : formatDiagnostic(first)}`.trimEnd(),
    };
  }
  if (reader !== 'native')
    return {
      kind: 'read-only',
      reason: `The format of ${source.file} has changed since the documentation was built.`,
    };
  const { services = [] } = checkStructure(value, () => undefined);
  const described = services.map((service, index) => describedService(service, ['services', index]));
  return { kind: 'editable', api: new Api(record), services: described };
}

/** Reason why forms cannot edit the descriptor; undefined if they can. */
export function formatReason({ format }: SourceRecord): string | undefined {
  if (format === 'native') return undefined;
  return `Edit texts of ${formatText(format)} in the file itself: these pages edit only the native format.`;
}

export function formatText(format: string): string {
  return sourceFormat(format)?.title ?? format;
}

function describedService(service: NativeService, keys: readonly Key[]): DescribedService {
  const of = (
    key: 'operations' | 'entity_operations',
    resource: DescribedOperation['resource'],
  ): readonly DescribedOperation[] =>
    (service[key] ?? []).map((operation, index) => ({
      keys: [...keys, key, index],
      operation,
      resource,
      shared: service.response_status_codes ?? [],
    }));
  return {
    keys,
    service,
    operations: [
      ...of('operations', service.kind === 'rpc' ? 'action' : 'collection'),
      ...of('entity_operations', 'entity'),
    ],
  };
}
