import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type Environment,
  type Findings,
  findSourced,
  isNamed,
  mergeSourced,
  Place,
  type Sourced,
  toSourced,
} from '../options/place.ts';
import type { ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
import { about, map } from '../options/schema.ts';
import { isRecord } from '../schema/json-values.ts';
import { type Configuration, deepFreeze } from './configuration.ts';
import {
  CONFIGURATION_FOLDER,
  type ConfigurationFile,
  type ConfigurationTexts,
  type Drafts,
  parseConfigurationTexts,
  readConfigurationTexts,
} from './configuration-files.ts';
import { checkDocumentationPaths, documentationAccess } from './documentation-paths.ts';
import type { Members } from './members.ts';
import { checkNames, closeWhatIsWrong } from './names.ts';
import { toCheck } from './sections/check.ts';
import {
  checkBasePath,
  documentationSection,
  toAccess,
  toLocales,
  toOverlays,
  toSite,
  toSources,
} from './sections/documentation.ts';
import { mvcAuthSection, toMvcAuth } from './sections/mvc-auth.ts';
import {
  administrationWarnings,
  adminSection,
  checkSharedOrigin,
  serverSection,
  toAdministration,
  toServer,
} from './sections/server.ts';
import { servicesSection } from './sections/services.ts';
import { toTheme } from './sections/theme.ts';
import { toTryIt } from './sections/try-it.ts';
import { negotiationSection, toSelectors, viewManagerSection } from './sections/views.ts';

/** Schema of the configuration, from which `configuration.schema.json` is generated. */
function configurationSchemaOf(members: Members) {
  return map({
    'platform-documentation': about('The site and its documentation.', documentationSection(members)),
    view_manager: about('Your own templates in place of the built-in ones.', viewManagerSection),
    'platform-content-negotiation': about('Media types of view models.', negotiationSection),
    'platform-mvc-auth': about('Log-ins, and who may call what.', mvcAuthSection(members)),
    'platform-services': about('Who answers for each published API.', servicesSection(members)),
    'platform-server': about('Metrics and the audit log.', serverSection),
    'platform-admin': about('The administration pages in production.', adminSection),
  });
}

const ADMIN_ADDRESS = ['platform-admin', 'listen'];
/** Maximum number of cached readings: one of the saved files, and one with a draft. */
const MOST_KNOWN = 2;
const PATHS = ['platform-mvc-auth', 'authentication', 'paths'];

interface ConfigurationInput {
  readonly path: string;
  readonly sha256: string;
  /** True for a file without settings: it is empty, or has only comments or empty sections. */
  readonly isBlank: boolean;
}

export interface ConfigurationReading {
  /**
   * Frozen configuration, in which adapters and APIs with problems are closed. If a problem closes everything, it must
   * not be used for publishing or serving.
   */
  readonly configuration: Configuration;
  /** Problems of all files. */
  readonly problems: readonly ConfigurationProblem[];
  readonly warnings: readonly ConfigurationWarning[];
  /** Inputs of the result: files with their paths, environment variables as `$NAME`. */
  readonly inputs: readonly ConfigurationInput[];
  /** Returns the file that set the value at keys such as `['platform-mvc-auth', 'authentication', …]`. */
  fileOf(keys: readonly string[]): string;
}

/** Reads the configuration of a project. Can be called repeatedly. */
export type ConfigurationReader = (drafts?: Drafts) => ConfigurationReading;

/** Schema and readers of the configuration for given registries of members (schemes, drivers, backends). */
interface ReadingTools {
  readonly schema: ReturnType<typeof configurationSchemaOf>;
  /**
   * Reads, merges and checks `config/autoload/*.yaml` of a project (DESIGN §7). Invalid files lead to problems, not to
   * exceptions. `checkReferences` then checks names of APIs and services.
   * @param drafts unsaved texts, used in place of the saved files
   */
  readConfiguration(projectFolder: string, environment: Environment, drafts?: Drafts): ConfigurationReading;
  /** Creates a reader that caches results: the same texts give the same object, even when a draft has become a file. */
  createConfigurationReader(projectFolder: string, environment: Environment): ConfigurationReader;
}

/** @throws if two members define different schemas for one option */
export function readingWith(members: Members): ReadingTools {
  const schema = configurationSchemaOf(members);
  const read = (texts: ConfigurationTexts, environment: Environment): ConfigurationReading =>
    configurationOf(texts, environment, members, schema);
  return {
    schema,
    readConfiguration: (projectFolder, environment, drafts) =>
      read(readConfigurationTexts(projectFolder, drafts), environment),
    createConfigurationReader(projectFolder, environment) {
      const known = new LRUCache<string, ConfigurationReading>({ max: MOST_KNOWN });
      return (drafts) => {
        const texts = readConfigurationTexts(projectFolder, drafts);
        // The key includes the whole environment: a variable that was missing before may be set now.
        const key = JSON.stringify([
          texts.texts.map(({ path, sha256 }) => [path, sha256]),
          texts.problems,
          environment,
        ]);
        const reading = known.get(key) ?? read(texts, environment);
        known.set(key, reading);
        return reading;
      };
    },
  };
}

function configurationOf(
  texts: ConfigurationTexts,
  environment: Environment,
  members: Members,
  schema: ReadingTools['schema'],
): ConfigurationReading {
  const { files, problems: fileProblems } = parseConfigurationTexts(texts);
  const { root, problems: rootProblems } = mergeFiles(files);
  const findings: Findings = {
    environment,
    problems: [...fileProblems, ...rootProblems],
    variables: new Set(),
    replacements: [],
  };
  const place = new Place(findings, CONFIGURATION_FOLDER);
  const written = schema.read(root, place);
  const documentation = written?.['platform-documentation'];
  const read: Configuration = {
    site: toSite(documentation),
    access: toAccess(documentation, isNamed(root, ['platform-documentation', 'access'])),
    ...toMvcAuth(written?.['platform-mvc-auth'], members),
    services: [...(written?.['platform-services']?.values() ?? [])],
    check: toCheck(documentation?.check, members.rules),
    ...toServer(written?.['platform-server']),
    admin: toAdministration(written?.['platform-admin']),
    discovery: documentation?.discovery ?? null,
    mcp: documentation?.mcp ?? true,
    laminasAddresses: documentation?.laminas_addresses ?? false,
    locales: toLocales(documentation),
    theme: toTheme(documentation?.theme),
    tryIt: toTryIt(documentation?.try_it),
    overlays: toOverlays(documentation),
    sources: toSources(documentation),
    formatModules: documentation?.formats ?? [],
    templateMap: Object.fromEntries(written?.view_manager?.template_map ?? []),
    selectors: toSelectors(written?.['platform-content-negotiation']?.selectors),
  };
  const fileOf = (keys: readonly string[]): string => findSourced(root, keys)?.file ?? CONFIGURATION_FOLDER;
  const placeOf = (keys: readonly string[]): Place =>
    keys.reduce((at, _, index) => at.at(keys[index] ?? '', fileOf(keys.slice(0, index + 1))), place);
  checkNames(read, placeOf);
  if (read.site.openIn !== undefined && read.site.baseUrl === '')
    placeOf(['platform-documentation', 'open_in']).complain(
      'Without the address of the site, other programs cannot open its pages.',
      'Write platform-documentation.base_url as well.',
    );
  checkSharedOrigin(read, placeOf(ADMIN_ADDRESS));
  checkBasePath(read, placeOf);
  const { paths } = read.authentication;
  checkDocumentationPaths(read.access, paths, (pattern) => placeOf([...PATHS, pattern]));
  const effective = { ...read, access: documentationAccess(read.access, paths) };
  return Object.freeze({
    configuration: deepFreeze(closeWhatIsWrong(effective, findings.problems)),
    problems: Object.freeze(findings.problems),
    warnings: Object.freeze(administrationWarnings(read, placeOf(ADMIN_ADDRESS))),
    inputs: Object.freeze([
      ...files.map(({ path, sha256, value }) => ({ path, sha256, isBlank: saysNothing(value) })),
      ...[...findings.variables]
        .sort()
        .map((name) => ({ path: `$${name}`, sha256: sha256Of(environment[name] ?? ''), isBlank: false })),
    ]),
    fileOf,
  });
}

/** Merges the files. A file that is not a map is reported and skipped, since it would replace all other files. */
function mergeFiles(files: readonly ConfigurationFile[]): {
  readonly root: Sourced;
  readonly problems: readonly ConfigurationProblem[];
} {
  const problems: ConfigurationProblem[] = [];
  let root: Sourced = { kind: 'map', entries: new Map(), file: CONFIGURATION_FOLDER };
  for (const { path, value } of files) {
    const sourced = toSourced(value, path);
    if (sourced.kind === 'map' || sourced.value === null) root = mergeSourced(root, sourced);
    else
      problems.push({
        file: path,
        line: 0,
        column: 0,
        path: '',
        message: 'The file does not contain a map.',
        remedy: 'Write keys such as "platform-documentation:".',
        closes: { kind: 'everything' },
      });
  }
  return { root, problems };
}

/** True if a file has no settings: it is empty, or has only comments or empty sections. */
function saysNothing(value: unknown): boolean {
  const isEmpty = (section: unknown): boolean =>
    section === null || (isRecord(section) && Object.keys(section).length === 0);
  return isEmpty(value) || (isRecord(value) && Object.values(value).every(isEmpty));
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
