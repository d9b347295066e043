import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Document, isCollection, visit } from 'yaml';
import { GLOBAL_FILE, LOCAL_FILE } from '../../config/configuration-files.ts';
import { DescriptorFolder } from '../../descriptors/descriptor-folder.ts';
import { isUnread, mergedArrays, unread } from '../../descriptors/laminas/php-arrays.ts';
import { parseMarkedPhp, parsePhp, readModule, reportNotRead, withIncludes } from '../../descriptors/laminas/reader.ts';
import { contextOf } from '../../descriptors/read-record.ts';
import { type Diagnostic, diagnosticParts } from '../../model/diagnostic.ts';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import { PRODUCT_FOLDER } from '../../project/product.ts';
import { isRecord, recordOf } from '../../schema/json-values.ts';
import { type CarriedAccess, type ControllerName, carriedAccess, needsLogIn } from './laminas-access.ts';
import { InitError, type NewFile } from './write-files.ts';

type Plain = Readonly<Record<string, unknown>>;
type Module = ReturnType<typeof readModule>;
type Descriptor = Module['descriptors'][number];

export const REPORT = 'moved-from-laminas.md';
const MODULE = /^(?:[^/]+\/)+config\/module\.config\.php$/;
const AUTOLOAD = 'config/autoload';
/** JSON Pointers of the settings that are carried over; unreadable values of others are not reported. */
const READ = /^\/(?:zf|api-tools)-(?:mvc-auth|oauth2)$/;
const TARGET = 'http://127.0.0.1:8080';
const LONGEST_FLOW = 90;

/** True for the folder of a project of Laminas API Tools. */
export function isLaminasProject(folder: string): boolean {
  return modulesIn(folder).length > 0;
}

/** Converts a project of Laminas API Tools; runs none of its PHP. */
export function readLaminasProject(folder: string) {
  const project = new DescriptorFolder(folder, '');
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);
  const context = {
    ...contextOf({ name: null, files: project, parse: parsePhp }, new Set(), report),
    placeParts: () => undefined,
  };
  const readValue = (path: string): Plain => {
    const file = project.load(path, report, parseMarkedPhp);
    if (file === undefined) return {};
    if (path.startsWith(AUTOLOAD)) reportNotRead(file, context, READ);
    const value = withIncludes(file, context, parseMarkedPhp);
    return recordOf(value);
  };
  const autoload = autoloadIn(folder).flatMap((path) => {
    const file = project.load(path, report, parsePhp);
    const value = file && withIncludes(file, context);
    return isRecord(value) ? [value] : [];
  });
  const modules = modulesIn(folder).flatMap((path) => {
    const file = project.load(path, report, parsePhp);
    return file === undefined ? [] : [{ path, module: readModule(file, context, autoload) }];
  });
  const configuration = mergedArrays('array_replace_recursive', [
    ...modules.map(({ path }) => readValue(path)),
    ...autoloadIn(folder).map(readValue),
  ]);
  const section = (name: string): Plain => {
    const found = ['zf', 'api-tools'].map((prefix) => Reflect.get(configuration, `${prefix}-${name}`)).filter(isRecord);
    // A file that was not read whole may have settings of every section.
    if (isUnread(configuration)) found.push(Object(unread()));
    return Object(mergedArrays('array_replace_recursive', found));
  };
  const settings = section('mvc-auth');
  const grants = section('oauth2')['grant_types'];
  const controllers = modules.flatMap(({ module }) => module.descriptors.flatMap((one) => controllersOf(one, module)));
  const access = carriedAccess(settings, recordOf(grants), controllers);
  const described = modules.flatMap((one) =>
    one.module.descriptors.map((each) => ({ ...one, descriptor: withScheme(each, one.module, access, settings) })),
  );
  refuseTwins(described);
  const passwords = [...access.passwordFiles].map(([name, path]) => passwordFile(name, path, folder, project));
  const lost = [...access.lost, ...passwords.flatMap(({ problem }) => problem ?? [])];
  const files: readonly NewFile[] = [
    ...described.map(({ path, descriptor }) => descriptorFile(descriptor, path)),
    ...passwords.flatMap(({ file }) => file ?? []),
    { path: GLOBAL_FILE, content: globalText(described, access) },
    ...(hasAccess(access) ? [{ path: LOCAL_FILE, content: localText(access) }] : []),
    { path: REPORT, content: reportText(described, access, lost, diagnostics) },
  ];
  return { files, diagnostics };
}

/** Lists `module.config.php` of all modules, relative to the project; packages of others are left out. */
function modulesIn(folder: string): readonly string[] {
  const paths = DescriptorFolder.open(folder, 'module')?.list(() => undefined) ?? [];
  return paths.filter((path) => MODULE.test(path) && !path.includes('/vendor/')).toSorted();
}

/** Lists files of `config/autoload` as Laminas reads them: global ones first. */
function autoloadIn(folder: string): readonly string[] {
  const autoload = join(folder, AUTOLOAD);
  const names = existsSync(autoload) ? readdirSync(autoload).sort() : [];
  return ['global', 'local'].flatMap((kind) =>
    names
      .filter((name) => name === `${kind}.php` || name.endsWith(`.${kind}.php`))
      .map((name) => `${AUTOLOAD}/${name}`),
  );
}

function controllersOf(
  { api, version = 1, services }: Descriptor,
  { classNames, actions }: Module,
): readonly ControllerName[] {
  return services.map((service) => ({
    className: classNames.get(service) ?? '',
    kind: service.kind ?? 'rest',
    api,
    version,
    service: service.name,
    action: actions.get(service),
    operations: (service.operations ?? []).map(({ method }) => method),
    entityOperations: (service.entity_operations ?? []).map(({ method }) => method),
  }));
}

/** Adds the log-in of an OAuth 2 server to a descriptor, and to its operations that need one. */
function withScheme(descriptor: Descriptor, module: Module, access: CarriedAccess, settings: Plain): Descriptor {
  const name = access.schemeOf.get(nameOf(descriptor));
  if (name === undefined) return descriptor;
  const controllers = controllersOf(descriptor, module);
  const services = descriptor.services.map((service, index) => {
    const controller = controllers[index];
    const secured = (operations: typeof service.operations, isEntity: boolean) =>
      operations?.map((operation) => ({
        ...operation,
        ...(controller !== undefined &&
          needsLogIn(controller, settings, operation.method, isEntity) && { security: [{ [name]: [] }] }),
      }));
    const [operations, entities] = [secured(service.operations, false), secured(service.entity_operations, true)];
    return { ...service, ...(operations && { operations }), ...(entities && { entity_operations: entities }) };
  });
  return { ...descriptor, security_schemes: { [name]: access.schemes[name] ?? {} }, services };
}

/** @throws {@link InitError} if two modules have services of one version of an API */
function refuseTwins(described: readonly Described[]): void {
  for (const [name, twins] of Map.groupBy(described, ({ descriptor }) => nameOf(descriptor).toLowerCase())) {
    const [first, second] = twins;
    if (first !== undefined && second !== undefined)
      throw new InitError(
        `${second.path}: ${first.path} has services of ${name} as well, and one file describes a version of an API. Move the services to one module first.`,
      );
  }
}

function hasAccess({ adapters, authorization }: CarriedAccess): boolean {
  return Object.keys(adapters).length > 0 || Object.keys(authorization).length > 0;
}

function nameOf({ api, version }: Descriptor): string {
  return `${api}-v${version}`;
}

function descriptorFile(descriptor: Descriptor, path: string): NewFile {
  const { services, ...top } = descriptor;
  const comment = `Made of ${path} by "platform-docs init"; edit this file.`;
  const content = yamlText({ ...top, services }, comment);
  return { path: `${DESCRIPTOR_FOLDER}/${descriptor.api}/v${descriptor.version}.yaml`, content };
}

function passwordFile(
  name: string,
  path: string,
  folder: string,
  project: DescriptorFolder,
): { readonly file?: NewFile; readonly problem?: string } {
  const file = posix.normalize(path);
  const problem = `The password file ${path} was not found in the project. Copy it to data/${name}.`;
  if (file.startsWith('/') || !project.has(file)) return { problem };
  return { file: { path: `data/${name}`, content: readFileSync(join(folder, file)), isSecret: true } };
}

interface Described {
  readonly path: string;
  readonly module: Module;
  readonly descriptor: Descriptor;
}

function globalText(described: readonly Described[], { schemeOf }: CarriedAccess): string {
  const template = readFileSync(join(PRODUCT_FOLDER, 'config/examples/project', GLOBAL_FILE), 'utf8').trimEnd();
  const services = described.map(({ descriptor, module }) => [
    nameOf(descriptor),
    {
      backend: 'proxy',
      target: module.hasVersionInPath ? `${TARGET}/v${descriptor.version}` : TARGET,
      // The PHP server checks its own tokens.
      ...(schemeOf.has(nameOf(descriptor)) && { pass: ['Authorization'] }),
    },
  ]);
  const addresses = '  # Addresses of Laminas API Tools lead here.\n  laminas_addresses: true';
  const comment = 'The PHP server, which must be reached by this server alone.';
  return `${template}\n${addresses}\n${yamlText({ 'platform-services': Object.fromEntries(services) }, comment)}`;
}

function localText({ adapters, map, authorization }: CarriedAccess): string {
  const comment = 'Log-ins and rules, as Laminas API Tools had them. false: guests too; true: every user.';
  return yamlText({ 'platform-mvc-auth': { authentication: { adapters, map }, authorization } }, comment);
}

/** Writes YAML whose short lists and maps are on one line. */
function yamlText(value: object, comment: string): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Collection(_, node, path) {
      const text = JSON.stringify(node.toJS(document));
      if (path.length > 1 && text.length <= LONGEST_FLOW && !text.includes('\\n')) node.flow = true;
      return isCollection(node) && node.flow === true ? visit.SKIP : undefined;
    },
  });
  return `# ${comment.replaceAll(/\s+/g, ' ')}\n${document.toString({ lineWidth: 120 })}`;
}

function reportText(
  described: readonly Described[],
  access: CarriedAccess,
  lost: readonly string[],
  diagnostics: readonly Diagnostic[],
): string {
  const rows = described.map(({ descriptor: one, path }) => {
    const operations = one.services.flatMap((each) => [...(each.operations ?? []), ...(each.entity_operations ?? [])]);
    return `| ${nameOf(one)} | ${one.services.length} | ${operations.length} | ${path} |`;
  });
  const problems = diagnostics.map((diagnostic) => {
    const { place, text } = diagnosticParts(diagnostic);
    return `${place}: ${text}`;
  });
  const items = [...lost, ...problems].map((line) => `- ${line.replaceAll(/\s+/g, ' ')}`);
  const adapters = Object.keys(access.adapters);
  const schemes = Object.keys(access.schemes);
  const steps = [
    `Start the PHP server so that this server alone reaches it, such as on ${TARGET}, and correct \`target\` in ${GLOBAL_FILE} if it is elsewhere.`,
    'Let it trust the user in `X-Platform-Identity`: see "The PHP behind the proxy" in docs/moving-over.md.',
    ...(schemes.length === 0
      ? []
      : ['Pass the address of tokens, such as `/oauth`, to the PHP server in the proxy in front: it is no API here.']),
    'Run `npx platform-docs check`, then `npm start`.',
  ];
  return [
    '# Moved from Laminas API Tools',
    '## Carried over',
    ['| API | services | operations | from |', '|---|---|---|---|', ...rows].join('\n'),
    `- Log-ins (${LOCAL_FILE}): ${adapters.join(', ') || 'none'}\n- OAuth 2, described: ${schemes.join(', ') || 'none'}`,
    '## Not carried over',
    items.join('\n') || 'Nothing that was found.',
    '## Next',
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    '',
  ].join('\n\n');
}
