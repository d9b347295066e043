import { isExtension, withoutWebhooks } from '../../model/extensions.ts';
import { isNameForUrl } from '../../model/locations.ts';
import type { Extensible, ServerObject, TagObject } from '../../model/openapi-objects.ts';
import type { ApiRecord, ServiceRecord } from '../../model/records.ts';
import { withDefaults } from '../../model/servers.ts';
import { isNumber } from '../../schema/exact-number.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { DescriptorReader } from '../contract.ts';
import { baseName } from '../path-names.ts';
import { convertComponents, declareComponents } from './components.ts';
import type { Dialect } from './descriptor-source.ts';
import { convertExternalDocs, convertInfo, convertSecurity, convertServers, convertTags } from './metadata.ts';
import { Reading } from './reading.ts';
import { readServices, readWrittenService, toServiceRecord, type WrittenService, webhooksKey } from './services.ts';
import { extensionsOf, isAbsent, unknownKeyRemedy } from './shapes.ts';
import { SourceNode } from './source-node.ts';
import { swaggerServers } from './swagger/document.ts';

const FORMATS = {
  '2.0': 'swagger-2.0',
  '3.0': 'openapi-3.0',
  '3.1': 'openapi-3.1',
  '3.2': 'openapi-3.2',
} as const satisfies Readonly<Record<Dialect, string>>;
const COMPONENT_SCHEMAS = '/components/schemas';

const TOP_LEVEL = new Set(
  (
    'openapi $self info jsonSchemaDialect servers paths webhooks components security tags externalDocs swagger host ' +
    'basePath schemes consumes produces definitions parameters responses securityDefinitions'
  ).split(' '),
);
/** Keys that define servers in Swagger 2.0 and in OpenAPI 3; neither reads the keys of the other. */
const SWAGGER_SERVER: readonly string[] = ['host', 'basePath', 'schemes'];
const OPENAPI_SERVER: readonly string[] = ['servers'];

/** Reader of OpenAPI 3.0, 3.1 and 3.2 and Swagger 2.0, recognised by a top-level `openapi:` or `swagger:`. */
export const openapi: DescriptorReader = {
  name: 'openapi',
  heads: ['openapi', 'swagger'],
  formats: {
    [FORMATS['2.0']]: { title: 'Swagger 2.0', schemas: '/definitions' },
    [FORMATS['3.0']]: { title: 'OpenAPI 3.0', schemas: COMPONENT_SCHEMAS },
    [FORMATS['3.1']]: { title: 'OpenAPI 3.1', schemas: COMPONENT_SCHEMAS },
    [FORMATS['3.2']]: { title: 'OpenAPI 3.2', schemas: COMPONENT_SCHEMAS },
  },
  recognises: (value) => isRecord(value) && (isVersionText(value, 'openapi') || isVersionText(value, 'swagger')),
  read(file, context) {
    const dialect = dialectOf(file.value);
    if (dialect === undefined) {
      const node = new SourceNode(file, file.value);
      const key = node.has('openapi') ? 'openapi' : 'swagger';
      const message = `Version “${String(node.child(key).value)}” of ${key} cannot be read.`;
      const remedy = 'Use 2.0, 3.0, 3.1 or 3.2.';
      context.report({ ...file.locate(`/${key}`), severity: 'error', rule: 'openapi-version', message, remedy });
      return undefined;
    }
    const reading = new Reading(file, dialect, context);
    checkVersionType(reading);
    return readDocument(reading);
  },
};

/** True if the key's value is a version; in the settings of other tools, the value is a file name. */
function isVersionText(value: Readonly<Record<string, unknown>>, key: string): boolean {
  return (
    Object.hasOwn(value, key) &&
    (typeof value[key] === 'string' || isNumber(value[key])) &&
    !/\.(?:json|ya?ml)$/i.test(String(value[key]))
  );
}

function dialectOf(value: unknown): Dialect | undefined {
  if (!isRecord(value)) return undefined;
  const isSwagger = !isVersionText(value, 'openapi');
  const version = value[isSwagger ? 'swagger' : 'openapi'];
  const text = String(isNumber(version) ? Number(version) : version);
  const [, major, minor = '0'] = /^\s*(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  const dialect = `${major}.${minor}`;
  if (isSwagger) return dialect === '2.0' ? '2.0' : undefined;
  return dialect === '3.0' || dialect === '3.1' || dialect === '3.2' ? dialect : undefined;
}

/** Warns about a version that is a number: YAML reads `3.10` as 3.1. */
function checkVersionType(reading: Reading): void {
  const { root, dialect } = reading;
  const node = root.child(root.has('openapi') ? 'openapi' : 'swagger');
  if (!isNumber(node.value)) return;
  const remedy = `Put it in quotes: ${node.key}: '${node.key === 'swagger' ? '2.0' : `${dialect}.0`}'.`;
  reading.warn(
    node,
    'openapi-version',
    `The version of “${node.key}” is a number, but must be text; it was read as ${dialect}.`,
    remedy,
  );
}

/**
 * Converts a document of any dialect.
 * @param written services of a native descriptor, which replace the services derived from paths and webhooks
 */
export function readDocument(reading: Reading, written?: readonly WrittenService[]): ApiRecord {
  const { root } = reading;
  declareComponents(reading);
  const name = apiNameOf(reading);
  const info = convertInfo(reading.top('info'), reading, name);
  const servers =
    reading.dialect === '2.0' ? swaggerServers(root, reading) : (convertServers(reading.top('servers'), reading) ?? []);
  const declaredTags = convertTags(reading.top('tags'), reading);
  const externalDocs = convertExternalDocs(root.child('externalDocs'), reading) ?? null;
  const security = convertSecurity(root.child('security'), reading) ?? null;
  if (
    !isRecord(reading.top('paths').value) &&
    !isRecord(reading.top(webhooksKey(reading)).value) &&
    !isRecord(reading.top('components').value)
  ) {
    reading.warn(root, 'missing-key', 'The descriptor has no “paths”.', 'Add “paths”, even if it is empty.');
  }
  const drafts = written === undefined ? readServices(reading) : [];
  const named = (written ?? []).map((service) => readWrittenService(service, reading));
  const components = convertComponents(reading);
  for (const id of reading.linkedIds)
    if (written === undefined && typeof id.value === 'string' && !reading.operationIds.has(id.value))
      reading.warn(id, 'ref-not-found', `The link leads to no operation “${id.value}”.`, 'Correct the operationId.');
  reading.examples.check(components, reading.references, reading);
  reading.context.placeParts({
    operation: (operation) => reading.placedOperations.get(operation),
    component: (section, part) => reading.references.declaredNode(section, part)?.placed,
  });
  const services = [...named, ...drafts.map((draft) => toServiceRecord(draft, components))];
  return {
    name,
    version: apiVersionOf(reading),
    isDefault: reading.top('info').child('x-platform-default').value === true,
    info,
    basePath: basePathOf(servers),
    servers,
    tags: withUsedTags(declaredTags, services),
    externalDocs,
    services,
    components,
    security,
    extensions: { ...unusedPathItems(reading), ...topLevelExtensions(reading) },
    source: { format: FORMATS[reading.dialect], file: root.file.path, warningCount: 0 },
  };
}

function withUsedTags(declared: readonly TagObject[], services: readonly ServiceRecord[]): readonly TagObject[] {
  const names = new Set(declared.map(({ name }) => name));
  const used = new Set(
    services.flatMap(({ tags, operations, entityOperations }) => [
      ...tags,
      ...[...operations, ...entityOperations].flatMap((operation) => operation.tags),
    ]),
  );
  return [...declared, ...[...used].filter((name) => !names.has(name)).map((name) => ({ name }))];
}

/** Warns about path items that no path, webhook or callback uses; returns them unconverted, as an extension. */
function unusedPathItems(reading: Reading): Extensible {
  const unused = reading.references
    .part(reading.top('components').child('pathItems'))
    .entries()
    .filter(([, node]) => isRecord(node.value) && !reading.usedPathItems.has(node.value));
  for (const [name, node] of unused) {
    reading.warn(
      node,
      'path-item-unused',
      `No path refers to the path item “${name}”, so it is not shown.`,
      'Refer to it from a path, or remove it.',
      'key',
    );
  }
  return unused.length > 0
    ? { 'x-platform-path-items': Object.fromEntries(unused.map(([name, node]) => [name, node.value])) }
    : {};
}

/** Collects `x-` keys of the top level, `paths`, `webhooks` and `components`, and keys unknown to the model. */
function topLevelExtensions(reading: Reading): Extensible {
  const { root, dialect } = reading;
  const webhooks = webhooksKey(reading);
  const extensions = extensionsOf(root);
  const [own, others] = dialect === '2.0' ? [SWAGGER_SERVER, OPENAPI_SERVER] : [OPENAPI_SERVER, SWAGGER_SERVER];
  const unknown = root.entries().filter(([key]) => !TOP_LEVEL.has(key) && !isExtension(key));
  for (const [key, node] of unknown)
    reading.warn(
      node,
      'unknown-key',
      `The key “${key}” is not known at the top level; it was kept as “x-${key}”.`,
      unknownKeyRemedy(
        node,
        [...TOP_LEVEL].filter((name) => !others.includes(name)),
      ),
      'key',
    );
  // These keys are dropped, not kept with the prefix `x-`: many programs read `x-servers` as servers.
  for (const [key, node] of root.entries().filter(([name]) => others.includes(name)))
    reading.warn(
      node,
      'unknown-key',
      `The key “${key}” is not known in this version of OpenAPI; it was left out.`,
      `Write ${own.join(', ')} in its place.`,
      'key',
    );
  const kept = [
    ['x-platform-self', root.child('$self').value],
    ['x-platform-json-schema-dialect', root.child('jsonSchemaDialect').value],
  ].filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries([...unknown.map(([key, { value }]) => [`x-${key}`, value]), ...kept]),
    ...extensionsOf(reading.top('components')),
    ...extensionsOf(reading.top(webhooks)),
    ...extensionsOf(reading.top('paths')),
    ...(webhooks === 'x-webhooks' ? withoutWebhooks(extensions) : extensions),
  };
}

/** Maximum version; larger numbers are dates or serial numbers. */
const LARGEST_VERSION = 999_999_999;

/** Returns the API's name: from `info.x-platform-api`, else from folder and file, else from the title. */
function apiNameOf(reading: Reading): string {
  const own = reading.top('info').child('x-platform-api').value;
  if (typeof own === 'string') return own.trim();
  if (!isAbsent(own)) {
    reading.warn(
      reading.top('info').child('x-platform-api'),
      'wrong-type',
      '“x-platform-api” must be text.',
      'Put the name in quotes.',
    );
  }
  return reading.context.name ?? (nameFromTitle(reading) || baseName(reading.root.file.path));
}

/** Returns `x-platform-version`, else `v<n>` in the file name, else the major version of `info.version`, else 1. */
function apiVersionOf(reading: Reading): number {
  const info = reading.top('info');
  for (const node of [info.child('x-platform-version'), reading.root.child('x-platform-version')]) {
    if (isAbsent(node.value)) continue;
    const version = typeof node.value === 'string' ? Number(node.value.replace(/^v/i, '')) : node.value;
    if (isVersion(version)) return version;
    reading.warn(node, 'api-version', '“x-platform-version” is not a version.', 'Write an integer of at least 1.');
  }
  const inFile = Number(/(?:^|[-_.])v(\d+)(?=[-_.]|$)/i.exec(baseName(reading.root.file.path))?.[1]);
  if (isVersion(inFile)) return inFile;
  const major = Number(/^\s*v?(\d+)/i.exec(String(info.child('version').value ?? ''))?.[1]);
  return isVersion(major) ? major : 1;
}

/**
 * Returns the path of the first server's URL, with the defaults of its variables and without a trailing slash; `''` if
 * it is missing or has a variable without a default.
 */
function basePathOf(servers: readonly ServerObject[]): string {
  const [first] = servers;
  if (first === undefined) return '';
  const [, path = ''] = /^(?:(?:[a-z][a-z0-9+.{}-]*:)?\/\/[^/?#]*)?(\/[^?#]*)?/i.exec(withDefaults(first)) ?? [];
  const trimmed = path.replace(/\/+$/, '');
  return /[{}\s\p{Cc}]|\/\/|\/\.{1,2}(\/|$)/u.test(trimmed) ? '' : trimmed;
}

function isVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= LARGEST_VERSION;
}

/** Derives a name from the title: `Payments (beta)` → `Payments-beta`, `Payments v2` → `Payments`. */
function nameFromTitle(reading: Reading): string {
  const title = reading.top('info').child('title').value;
  if (typeof title !== 'string') return '';
  const name = title
    .replace(/\s+v\d+(\.\d+)*\s*$/i, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return isNameForUrl(name) ? name : '';
}
