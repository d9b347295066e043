import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { formerNamesIn, isNameForUrl, versionedName } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';

const VERSION_FOLDER = /^v?\d+(\.\d+)*$/i;

/**
 * Checks the names of all APIs against each other (DESIGN §3): names that cannot be a URL segment, versions given
 * twice, in several folders or twice the default, names that read as another one's versioned name, names that only look
 * different, names that two APIs had before.
 * @param folder that holds the descriptors, as their paths have it
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

function problem(
  record: ApiRecord,
  severity: Diagnostic['severity'],
  rule: string,
  message: string,
  remedy: string,
): Diagnostic {
  return { ...wholeFile(record.source.file), severity, rule, message, remedy };
}

function checkSegment(record: ApiRecord): readonly Diagnostic[] {
  if (isNameForUrl(record.name)) return [];
  const message = `The API's name ${JSON.stringify(record.name)} cannot be a part of a URL.`;
  const remedy = 'Name it without slashes, backslashes, question marks, hashes and control characters.';
  return [problem(record, 'error', 'api-name', message, remedy)];
}

function checkVersions(records: readonly ApiRecord[]): readonly Diagnostic[] {
  return groupBy(records, ({ name, version }) => JSON.stringify([name, version])).flatMap((group) =>
    group.map((record) => {
      const others = filesOf(group, record);
      const message = `Version ${record.version} of the API “${record.name}” is described by ${others} too.`;
      const remedy = 'Give one of them another name (x-platform-api, api) or version.';
      return problem(record, 'error', 'api-version-duplicate', message, remedy);
    }),
  );
}

/**
 * Folders below the one of descriptors are those of teams: with a version of its own a descriptor would take over the
 * API of another team, its addresses and its upstream. Which of the two was meant is unknown. `v1/` is no team.
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
      return [problem(record, 'error', 'api-folder', message, remedy)];
    }),
  );
}

function checkDefaults(records: readonly ApiRecord[]): readonly Diagnostic[] {
  const marked = records.filter((record) => record.isDefault);
  return groupBy(marked, ({ name }) => name).flatMap((group) =>
    group.map((record) => {
      const message = `The API “${record.name}” has another default version in ${filesOf(group, record)}.`;
      return problem(record, 'error', 'api-default-duplicate', message, 'Mark one version only.');
    }),
  );
}

/** `Report-v2` beside version 2 of `Report`: both would answer at the same URL. */
function checkVersionedNames(records: readonly ApiRecord[]): readonly Diagnostic[] {
  const byUrl = new Map(records.map((record) => [versionedName(record.name, record.version), record]));
  return records.flatMap((record) => {
    const other = byUrl.get(record.name);
    if (other === undefined) return [];
    const message = `The API's name “${record.name}” is also the URL of version ${other.version} of “${other.name}” (${other.source.file}).`;
    return [problem(record, 'error', 'api-name-versioned', message, 'Choose a name that does not end in a version.')];
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
        ? [problem(record, 'error', 'api-name-unicode', message, 'Write both names the same way.')]
        : [problem(record, 'error', 'api-name-case', message, 'Choose another name.')];
    }),
  );
}

/**
 * A former name that another API had, too, or has in another spelling: its old addresses would lead to the one that
 * comes first. An API that has just this name now keeps it.
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
    return [problem(record, 'error', 'api-former-name', message, 'Remove it from x-platform-former-names of one.')];
  });
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Groups of at least two. */
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
