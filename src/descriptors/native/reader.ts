import { extensionsOf } from '../../model/extensions.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { DescriptorReader, ParsedFile, ReadContext } from '../contract.ts';
import { readDocument } from '../openapi/reader.ts';
import { Reading } from '../openapi/reading.ts';
import { written } from '../openapi/source-node.ts';
import { checkNames } from './names.ts';
import { checkRequests, toService } from './services.ts';
import { type Complain, checkStructure } from './structure.ts';

/**
 * The project's own format: `api:` and `services:`, described by `api-descriptor.schema.json` (DESIGN §5). It writes
 * an OpenAPI 3.2 document whose objects know where they stand in the file, and services with their own names and
 * routes, for the reader of OpenAPI.
 */
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
    if (!isRecord(file.value)) return undefined;
    let hasErrors = false;
    const known = new Set<string>();
    // Operations share parts, which are converted for each of them.
    const report: ReadContext['report'] = (diagnostic, pointer) => {
      const key = JSON.stringify([diagnostic.file, pointer, diagnostic.rule, diagnostic.message]);
      if (known.has(key)) return;
      known.add(key);
      hasErrors ||= diagnostic.severity === 'error';
      context.report(diagnostic, pointer);
    };
    const complain: Complain = ({ pointer, at, severity = 'error', ...problem }) =>
      report({ ...file.locate(pointer, at), severity, ...problem }, pointer);
    const { services: writtenServices = [], ...top } = checkStructure(file.value, complain);
    for (const complaint of checkNames(file.value)) complain(complaint);
    const services = writtenServices.map((service) => toService(service, complain));
    checkRequests(writtenServices, services, complain);
    const { api = '', title = api, summary, description, version = versionOf(file.path), schemas = {} } = top;
    if (version === undefined && !Object.hasOwn(file.value, 'version')) {
      const message = 'Neither the descriptor nor its file name gives a version.';
      const remedy = 'Add "version: 1", or name the file v1.yaml.';
      complain({ pointer: '/api', at: 'key', rule: 'version-missing', message, remedy });
    }
    const document = {
      openapi: '3.2.0',
      info: written({ title, summary, description, version: String(version) }, ''),
      tags: top.tags,
      components: { schemas: written(schemas, '/schemas') },
    };
    const record = readDocument(new Reading(file, '3.2', { ...context, report }, document), services);
    if (hasErrors || version === undefined) return undefined;
    return {
      ...record,
      name: api,
      version,
      isDefault: top.default ?? false,
      basePath: (top.base_path ?? '').replace(/\/$/, ''),
      extensions: extensionsOf(top),
      source: { format: 'native', file: file.path, warningCount: 0 },
    };
  },
};

/** `api-descriptors/library/v2.yaml` → 2; also `library-v2.yaml` and `library.v2.json`. */
function versionOf(path: ParsedFile['path']): number | undefined {
  const [, digits] = /(?:^|[/._-])v([1-9]\d{0,8})(?:\.[^/]*)?$/.exec(path) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
