import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { formerNamesIn, isNameForUrl, versionedName } from '../model/locations.ts';
import type { ApiRecord, ServiceRecord } from '../model/records.ts';
import type { ParsedFile, SourceFormat } from './contract.ts';
import { escapePointerSegment } from './positions.ts';

const VERSION_FOLDER = /^v?\d+(\.\d+)*$/i;

/**
 * Checks the names of all APIs against each other (DESIGN §3). Reports names that cannot be a URL segment, duplicate
 * versions, APIs in several folders, second default versions, names that equal the versioned name of another API,
 * names that look alike, and former names that two APIs list.
 * @param folder folder of the descriptors, written as in their paths
 */
export function checkApiNames(records: readonly ApiRecord[], folder: string): readonly Diagnostic[] {
  return [
    ...records.flatMap(checkSegment),
    ...checkVersions(records),
    ...checkFolders(records, folder),
    ...checkDefaults(records),
    ...checkVersionedNames(records),
    ...checkLookAlikes(records),
    ...checkFormerNames(records),
  ];
}

function problem(record: ApiRecord, rule: string, message: string, remedy: string): Diagnostic {
  return { ...wholeFile(record.source.file), severity: 'error', rule, message, remedy };
}

function checkSegment(record: ApiRecord): readonly Diagnostic[] {
  if (isNameForUrl(record.name)) return [];
  const message = `The API's name ${JSON.stringify(record.name)} cannot be a part of a URL.`;
  const remedy = 'Name it without slashes, backslashes, question marks, hashes and control characters.';
  return [problem(record, 'api-name', message, remedy)];
}

function checkVersions(records: readonly ApiRecord[]): readonly Diagnostic[] {
  return groupBy(records, ({ name, version }) => JSON.stringify([name, version])).flatMap((group) =>
    group.map((record) => {
      const others = filesOf(group, record);
      const message = `Version ${record.version} of the API “${record.name}” is described by ${others} too.`;
      const remedy = 'Give one of them another name (x-platform-api, api) or version.';
      return problem(record, 'api-version-duplicate', message, remedy);
    }),
  );
}

/**
 * Reports an API in several folders. Each folder below the descriptor folder belongs to a team, except version folders
 * such as `v1/`: a version in a second folder could take over the URLs and the upstream of another team.
 */
function checkFolders(records: readonly ApiRecord[], folder: string): readonly Diagnostic[] {
  const topOf = ({ source }: ApiRecord): string =>
    source.file
      .slice(folder === '' ? 0 : folder.length + 1)
      .split('/')
      .slice(0, -1)
      .find((name) => !VERSION_FOLDER.test(name)) ?? '';
  return groupBy(records, ({ name }) => name).flatMap((group) =>
    group.flatMap((record) => {
      const other = group.find((one) => topOf(one) !== topOf(record));
      if (other === undefined) return [];
      const message = `The API “${record.name}” is described in another folder too: ${other.source.file}.`;
      const remedy = `Move all its versions into one folder of ${folder}, or give one another name (x-platform-api, api).`;
      return [problem(record, 'api-folder', message, remedy)];
    }),
  );
}

function checkDefaults(records: readonly ApiRecord[]): readonly Diagnostic[] {
  const marked = records.filter((record) => record.isDefault);
  return groupBy(marked, ({ name }) => name).flatMap((group) =>
    group.map((record) => {
      const message = `The API “${record.name}” has another default version in ${filesOf(group, record)}.`;
      return problem(record, 'api-default-duplicate', message, 'Mark one version only.');
    }),
  );
}

/** Reports a name such as `Report-v2` if `Report` has a version 2: both would have the same URL. */
function checkVersionedNames(records: readonly ApiRecord[]): readonly Diagnostic[] {
  const byUrl = new Map(records.map((record) => [versionedName(record.name, record.version), record]));
  return records.flatMap((record) => {
    const other = byUrl.get(record.name);
    if (other === undefined) return [];
    const message = `The API's name “${record.name}” is also the URL of version ${other.version} of “${other.name}” (${other.source.file}).`;
    return [problem(record, 'api-name-versioned', message, 'Choose a name that does not end in a version.')];
  });
}

function checkLookAlikes(records: readonly ApiRecord[]): readonly Diagnostic[] {
  return groupBy(records, ({ name }) => fold(name)).flatMap((group) =>
    group.flatMap((record) => {
      const other = group.find(({ name }) => name !== record.name);
      if (other === undefined) return [];
      const { name: own } = record;
      const { name, source } = other;
      const { file } = source;
      const isComposed = own.normalize('NFC') === name.normalize('NFC');
      const message = isComposed
        ? `The API's name “${own}” differs from “${name}” (${file}) only in how its letters are composed.`
        : `The API's name “${own}” differs from “${name}” (${file}) only in case, which some file systems ignore.`;
      return isComposed
        ? [problem(record, 'api-name-unicode', message, 'Write both names the same way.')]
        : [problem(record, 'api-name-case', message, 'Choose another name.')];
    }),
  );
}

/**
 * Reports a former name that is also a former name of another API, or that resembles another API's current name: the
 * old URLs would be ambiguous. An API whose current name is identical takes precedence; this is not reported.
 */
function checkFormerNames(records: readonly ApiRecord[]): readonly Diagnostic[] {
  const had = records.flatMap((record) => formerNamesIn(record).map((name) => ({ record, name })));
  const now = records.map((record) => ({ record, name: record.name }));
  const [formerNames, names] = [had, now].map((all) => Map.groupBy(all, ({ name }) => fold(name)));
  return had.flatMap(({ record, name: former }) => {
    const others = [
      ...(formerNames?.get(fold(former)) ?? []),
      ...(names?.get(fold(former)) ?? []).filter(({ name }) => name !== former),
    ];
    const other = others.find(({ record: { name } }) => name !== record.name)?.record;
    if (other === undefined) return [];
    const message = `The former name “${former}” is or was that of the API “${other.name}” too (${other.source.file}).`;
    return [problem(record, 'api-former-name', message, 'Remove it from x-platform-former-names of one.')];
  });
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Groups records by a key; omits groups with a single record. */
function groupBy(
  records: readonly ApiRecord[],
  keyOf: (record: ApiRecord) => string,
): readonly (readonly ApiRecord[])[] {
  return [...Map.groupBy(records, keyOf).values()].filter((group) => group.length > 1);
}

function filesOf(group: readonly ApiRecord[], except: ApiRecord): string {
  return group
    .filter((record) => record !== except)
    .map((record) => record.source.file)
    .join(', ');
}

/**
 * Extensions of URLs in a fixed format (DESIGN §4), and their first parts: the JSON of a schema `Book.schema` would
 * have the URL of the JSON Schema of `Book`. A test compares them with the existing formats.
 */
export const TWIN_ENDING =
  /(?:\.[a-z0-9-]+)*\.(?:json|yaml|md|html|raml|apib|atom)$|\.(?:openapi[a-z0-9.-]*|swagger|schema|postman)$/;

const RENAME = 'Give one of them another name.';
/** Maximum length of a text searched with {@link TWIN_ENDING}, which takes quadratic time. */
const LONGEST_ENDING = 64;

/**
 * Reports names that equal the URL of another part in a fixed format. URLs are compared with names first: a service
 * `Book.json` would hide the JSON of `Book`. This is an error for services and a warning for schemas and tags. Names
 * derived from paths cannot collide, since they escape the dot.
 */
export function checkTwinNames(
  { services, tags, components }: ApiRecord,
  file: ParsedFile,
  format: SourceFormat,
): readonly Diagnostic[] {
  const report = (
    severity: Diagnostic['severity'],
    kind: string,
    { name, hidden }: Twin,
    pointer: string,
  ): Diagnostic => {
    const message = `The ${kind} “${name}” has the same URL as “${hidden}” with a format ending, and hides it.`;
    return { ...file.locate(pointer), severity, rule: 'name-twin', message, remedy: RENAME };
  };
  return [
    ...twinsIn(services.map(({ name }) => name)).map((twin) => {
      const index = services.findIndex(({ name }) => name === twin.name);
      const service = services[index];
      return report(
        'error',
        'service',
        twin,
        format.services === undefined && service !== undefined
          ? pathPointer(service)
          : `${format.services ?? '/services'}/${index}/name`,
      );
    }),
    ...twinsIn(tags.map(({ name }) => name)).map((twin) => report('warning', 'tag', twin, '/tags')),
    ...twinsIn(Object.keys(components.schemas)).map((twin) =>
      report('warning', 'schema', twin, `${format.schemas}/${escapePointerSegment(twin.name)}`),
    ),
  ];
}

/** Reports API names such as `Library.json` beside `Library`, or `Library-v1.json` beside its version 1. */
export function checkApiTwins(records: readonly ApiRecord[]): readonly Diagnostic[] {
  const urls = records.flatMap(({ name, version }) => [name, versionedName(name, version)]);
  return records.flatMap((record) => {
    const twin = twinsIn([...urls, record.name]).find(({ name }) => name === record.name);
    if (twin === undefined) return [];
    const message = `The API's name “${twin.name}” is the URL of “${twin.hidden}” with a format ending.`;
    const remedy = 'Choose a name that does not end in the extension of a format.';
    return [problem(record, 'name-twin', message, remedy)];
  });
}

/**
 * Reports names that equal the URL of another page in a language: a guide `z.de` has the same URL as the German page of
 * `z`. This is an error for APIs, guides, services, tags and schemas.
 * @param languages tags of the languages that have separate URLs: all except the default language
 */
export function checkLanguageTwins(records: readonly ApiRecord[], languages: readonly string[]): readonly Diagnostic[] {
  const apis = records.map(({ name }) => name);
  return records.flatMap((record) => {
    const kinds: readonly (readonly [kind: string, names: readonly string[], all?: readonly string[]])[] = [
      ['API', [record.name], apis],
      ['guide', (record.guides ?? []).map(({ name }) => name)],
      ['service', record.services.map(({ name }) => name)],
      ['tag', record.tags.map(({ name }) => name)],
      ['schema', Object.keys(record.components.schemas)],
    ];
    return kinds.flatMap(([kind, names, all = names]) => {
      const taken = new Set(all);
      return names.flatMap((name): readonly Diagnostic[] => {
        const language = languages.find((tag) => name.endsWith(`.${tag}`) && taken.has(name.slice(0, -tag.length - 1)));
        if (language === undefined) return [];
        const hidden = name.slice(0, -language.length - 1);
        const message = `The ${kind} “${name}” has the same URL as “${hidden}” in the language ${language}, and hides it.`;
        return [problem(record, 'name-twin', message, RENAME)];
      });
    });
  });
}

interface Twin {
  readonly name: string;
  readonly hidden: string;
}

function twinsIn(names: readonly string[]): readonly Twin[] {
  const all = new Set(names);
  return [...all].flatMap((name) => {
    const ending = TWIN_ENDING.exec(name.slice(-LONGEST_ENDING))?.[0] ?? '';
    // `Book.swagger.json` is a twin of `Book`, and of a service named `Book.swagger`.
    const stems = [...ending.matchAll(/\./g)].map(({ index }) => name.slice(0, name.length - ending.length + index));
    const hidden = stems.find((stem) => all.has(stem));
    return hidden === undefined ? [] : [{ name, hidden }];
  });
}

function pathPointer({ operations, entityOperations, title }: ServiceRecord): string {
  return `/paths/${escapePointerSegment([...operations, ...entityOperations][0]?.paths[0] ?? title ?? '')}`;
}
