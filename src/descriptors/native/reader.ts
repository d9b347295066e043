import { NO_COMPONENTS } from '../../model/components.ts';
import { extensionsOf } from '../../model/extensions.ts';
import type { ApiRecord, ServiceRecord } from '../../model/records.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import type { DescriptorReader, ParsedFile } from '../contract.ts';
import { exampleMismatches, type GivenExample, MISMATCH } from '../example-mismatches.ts';
import { escapePointerSegment } from '../positions.ts';
import { checkNames, checkOperations } from './checks.ts';
import { type Conversion, Part } from './part.ts';
import { Reporter } from './reporter.ts';
import { SchemaLibrary } from './schema-library.ts';
import { toService } from './services.ts';
import { type CheckedDescriptor, checkStructure } from './structure.ts';

/** The project's own format: `api:` and `services:`, described by `api-descriptor.schema.json` (DESIGN §5). */
export const nativeReader: DescriptorReader = {
  name: 'native',
  heads: ['api'],
  formats: {
    native: {
      title: 'native',
      schemas: '/schemas',
      services: '/services',
      cannotSay: ['contact', 'license', 'log-ins', 'servers'],
    },
  },

  recognises: (value) =>
    isRecord(value) &&
    Object.hasOwn(value, 'api') &&
    !Object.hasOwn(value, 'openapi') &&
    !Object.hasOwn(value, 'swagger'),

  read(file, context) {
    const reporter = new Reporter(context);
    if (!isRecord(file.value)) return undefined;
    const { complaints, descriptor, original } = checkStructure(file.value);
    for (const complaint of complaints) reporter.report(file, complaint);
    for (const complaint of checkNames(file.value)) reporter.report(file, complaint);

    const rest: ParsedFile =
      complaints.length === 0 ? file : { ...file, locate: (pointer, at) => file.locate(original(pointer), at) };
    const library = new SchemaLibrary(rest, descriptor.top.schemas ?? {}, reporter);
    const examples: (GivenExample & { readonly pointer: string })[] = [];
    const conversion: Conversion = {
      library,
      complain: (complaint) => reporter.report(rest, complaint),
      keepExample: (pointer, value, schema) => void examples.push({ pointer, value, schema }),
    };
    const services = descriptor.services.flatMap(({ pointer, service }) => {
      const record = toService(service, new Part(conversion, pointer));
      return record === undefined ? [] : [{ pointer, record }];
    });
    for (const complaint of checkOperations(services)) reporter.report(rest, complaint);
    const components = { ...NO_COMPONENTS, schemas: library.schemas() };
    for (const { example, path, message } of exampleMismatches(examples, components)) {
      const pointer = [example.pointer, ...path.map(escapePointerSegment)].join('/');
      reporter.report(rest, { pointer, severity: 'warning', message, ...MISMATCH });
    }
    const version = descriptor.top.version ?? versionOf(file.path);
    const { api: name } = descriptor.top;
    if (version === undefined && !Object.hasOwn(file.value, 'version')) {
      const message = 'Neither the descriptor nor its file name gives a version.';
      const remedy = 'Add "version: 1", or name the file v1.yaml.';
      reporter.report(file, { pointer: '/api', at: 'key', rule: 'version-missing', message, remedy });
    }
    if (reporter.errorCount > 0 || name === undefined || version === undefined) return undefined;
    return {
      ...topOf(descriptor, name, version),
      tags: tagsOf(
        descriptor,
        services.map(({ record }) => record),
      ),
      services: services.map(({ record }) => record),
      components,
      source: { format: 'native', file: file.path, warningCount: 0 },
    };
  },
};

function topOf(
  { top }: CheckedDescriptor,
  name: string,
  version: number,
): Omit<ApiRecord, 'tags' | 'services' | 'components' | 'source'> {
  return {
    name,
    version,
    isDefault: top.default ?? false,
    info: {
      title: top.title ?? name,
      ...(top.summary !== undefined && { summary: top.summary }),
      ...(top.description !== undefined && { description: top.description }),
      version: String(version),
    },
    basePath: (top.base_path ?? '').replace(/\/$/, ''),
    servers: [],
    externalDocs: null,
    security: null,
    extensions: extensionsOf(top),
  };
}

/** The described tags in their order, then those that services only name. */
function tagsOf({ top }: CheckedDescriptor, services: readonly ServiceRecord[]): ApiRecord['tags'] {
  const described = top.tags ?? [];
  const names = new Set(described.map((tag) => tag.name));
  const used = services.flatMap((service) => [
    ...service.tags,
    ...[...service.operations, ...service.entityOperations].flatMap((operation) => operation.tags),
  ]);
  return [...described, ...[...new Set(used)].filter((name) => !names.has(name)).map((name) => ({ name }))];
}

/** `api-descriptors/library/v2.yaml` → 2; also `library-v2.yaml` and `library.v2.json`. */
function versionOf(path: ParsedFile['path']): number | undefined {
  const [, digits] = /(?:^|[/._-])v([1-9]\d{0,8})(?:\.[^/]*)?$/.exec(path) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
