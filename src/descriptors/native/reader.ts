import { extensionsOf } from '../../model/extensions.ts';
import { encodeSegment, RESERVED_SERVICE_NAMES } from '../../model/locations.ts';
import type { ApiRecord } from '../../model/records.ts';
import { isRecord, listOf } from '../../schema/json-values.ts';
import type { DescriptorReader, ParsedFile, ReadContext } from '../contract.ts';
import { readDocument } from '../openapi/reader.ts';
import { Reading } from '../openapi/reading.ts';
import { written } from '../openapi/source-node.ts';
import { checkRequests, toService } from './services.ts';
import { type Complain, type Complaint, checkStructure, quote } from './structure.ts';

/**
 * Reader of the native format: `api:` and `services:`, defined by `api-descriptor.schema.json` (DESIGN §5). Converts a
 * descriptor to services with names and routes, and to an OpenAPI 3.2 document whose objects keep their positions in
 * the file. The OpenAPI reader then reads the services and the document.
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

  read: (file, context) => readNative(file.value, file, context, 'native'),
};

/**
 * Converts a native descriptor, which may be made of a file in another format.
 * @param value objects made of others have the positions of these ({@link written})
 * @param format `source.format` of the record
 */
export function readNative(
  value: unknown,
  file: ParsedFile,
  context: ReadContext,
  format: string,
): ApiRecord | undefined {
  if (!isRecord(value)) return undefined;
  let hasErrors = false;
  const known = new Set<string>();
  // Operations share parts, which are converted once for each operation: duplicate reports are dropped.
  const report: ReadContext['report'] = (diagnostic, pointer) => {
    const key = JSON.stringify([diagnostic.file, pointer, diagnostic.rule, diagnostic.message]);
    if (known.has(key)) return;
    known.add(key);
    hasErrors ||= diagnostic.severity === 'error';
    context.report(diagnostic, pointer);
  };
  const complain: Complain = ({ pointer, at, severity = 'error', ...problem }) =>
    report({ ...file.locate(pointer, at), severity, ...problem }, pointer);
  const { services: writtenServices = [], ...top } = checkStructure(value, complain);
  for (const complaint of checkNames(value)) complain(complaint);
  const services = writtenServices.map((service) => toService(service, complain));
  checkRequests(writtenServices, services, complain);
  const { api = '', title = api, summary, description, version = versionOf(file.path), schemas = {} } = top;
  if (version === undefined && !Object.hasOwn(value, 'version')) {
    const message = 'Neither the descriptor nor its file name gives a version.';
    const remedy = 'Add "version: 1", or name the file v1.yaml.';
    complain({ pointer: '/api', at: 'key', rule: 'version-missing', message, remedy });
  }
  const document = {
    openapi: '3.2.0',
    info: written({ title, summary, description, version: String(version) }, ''),
    tags: top.tags,
    security: top.security,
    components: { schemas: written(schemas, '/schemas'), securitySchemes: top.security_schemes },
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
    source: { format, file: file.path, warningCount: 0 },
  };
}

/** Reads the version from a path: 2 for `library/v2.yaml`, `library-v2.yaml` and `library.v2.json`. */
function versionOf(path: ParsedFile['path']): number | undefined {
  const [, digits] = /(?:^|[/._-])v([1-9]\d{0,8})(?:\.[^/]*)?$/.exec(path) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Maximum length of an encoded name: file systems allow 255 bytes, including `-v<version>` and an extension. */
const LONGEST_ENCODED_NAME = 200;

/**
 * Checks the names in an unvalidated descriptor: reports problems with names even if a service has other problems.
 */
function* checkNames({ api, services, tags }: Readonly<Record<string, unknown>>): Generator<Complaint> {
  if (typeof api === 'string' && api !== '') yield* checkName(api, '/api');
  const seen = new Map<string, string>();
  for (const { name, pointer } of namesOf(services, '/services')) {
    yield* checkName(name, pointer);
    if (RESERVED_SERVICE_NAMES.has(name)) {
      const message = `${quote(name)} is the URL of another page of the API, so no service can have that name.`;
      const remedy = `Write another name, such as ${quote(`${name}-service`)}.`;
      yield { pointer, rule: 'reserved-name', message, remedy };
    }
    const folded = name.normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, name);
    else yield collision(name, other, pointer);
  }
  for (const { name, pointer } of namesOf(tags, '/tags')) yield* checkName(name, pointer);
  for (const [index, service] of listOf(services).entries())
    for (const [position, tag] of listOf(isRecord(service) ? service['tags'] : undefined).entries())
      if (typeof tag === 'string') yield* checkName(tag, `/services/${index}/tags/${position}`);
}

/** Reports a name that cannot be used as a URL segment and as a file name. */
function* checkName(name: string, pointer: string): Generator<Complaint> {
  const problem = problemOf(name);
  if (problem === undefined) return;
  const message = `${quote(name)} cannot be a name: ${problem}.`;
  yield { pointer, rule: 'unsafe-name', message, remedy: 'Write a short name such as Book; "title" takes any text.' };
}

function problemOf(name: string): string | undefined {
  if (name === '.' || name === '..') return 'in a URL it means a folder';
  if (name.includes('/')) return 'a slash would divide it in a URL';
  if (/\p{Cc}|\u2028|\u2029/u.test(name)) return 'it contains a control character';
  if (!name.isWellFormed()) return 'it contains half of a surrogate pair';
  if (name !== name.trim()) return 'it starts or ends with a space';
  if (encodeSegment(name).length > LONGEST_ENCODED_NAME)
    return `in a URL it is longer than ${LONGEST_ENCODED_NAME} characters`;
  return undefined;
}

/** Reports two similar names: URLs are case-sensitive, but some file systems that hold a site are not. */
function collision(name: string, other: string, pointer: string): Complaint {
  if (name === other) {
    const message = `Two services are named ${quote(name)}.`;
    return { pointer, rule: 'duplicate-service', message, remedy: 'Give one of them another name, or merge them.' };
  }
  const sameText = name.normalize('NFC') === other.normalize('NFC');
  const severity = sameText ? 'error' : 'warning';
  const message = sameText
    ? `${quote(name)} and another service's name look the same, but are written with different characters.`
    : `${quote(name)} and ${quote(other)} differ in case only; some file systems cannot hold both.`;
  return { pointer, rule: 'name-collision', severity, message, remedy: 'Give one of them another name.' };
}

function namesOf(list: unknown, pointer: string): readonly { readonly name: string; readonly pointer: string }[] {
  return listOf(list).flatMap((item, index) => {
    const name = isRecord(item) ? item['name'] : undefined;
    return typeof name === 'string' && name !== '' ? [{ name, pointer: `${pointer}/${index}/name` }] : [];
  });
}
