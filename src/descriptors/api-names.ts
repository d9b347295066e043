import { type Diagnostic, wholeFile } from '../model/diagnostic.ts';
import { isNameForUrl, versionedName } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';

/**
 * Checks the names of all APIs against each other (DESIGN §3): names that cannot be a URL segment, versions given twice
 * or twice the default, names that read as another one's versioned name, names that only look different.
 */
export function checkApiNames(records: readonly ApiRecord[]): readonly Diagnostic[] {
  return [
    ...records.flatMap(checkSegment),
    ...checkVersions(records),
    ...checkDefaults(records),
    ...checkVersionedNames(records),
    ...checkLookAlikes(records),
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
        : [problem(record, 'warning', 'api-name-case', message, 'Choose another name.')];
    }),
  );
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
