import { changesView } from '../../changes/change-view.ts';
import { Api } from '../../model/api.ts';
import { versionedName } from '../../model/locations.ts';
import type { ApiRecord } from '../../model/records.ts';
import { closesEverything } from '../../options/problem.ts';
import type { ProjectReading } from '../../project/project-reading.ts';
import { readProject } from '../../project/read-project.ts';
import { DocumentNames } from '../../store/document-names.ts';
import { SiteDocuments } from '../../store/site-documents.ts';
import { visibleRecord } from '../../store/visible-record.ts';
import { type Command, type Invocation, UsageError } from '../command.ts';
import { type ComparedApi, type DiffReportName, diffReports, errorAnnotations, errorsOf } from '../diff/reports.ts';
import { RevisionError } from '../diff/revision.ts';
import { isPath, readPath, readRevision, type Side } from '../diff/side.ts';
import { complainOf } from '../problem-report.ts';
import { githubError, repositoryPrefix } from '../reports.ts';

const formats = Object.keys(diffReports) as DiffReportName[];
const FAIL_ON = ['breaking', 'notable'] as const;

const HELP = `Usage: platform-docs diff <old> <new> [--fail-on ${FAIL_ON.join('|')}] [--format ${formats.join('|')}]

Compares two descriptions of an API: lists breaking changes, notable ones, and those of the documentation
alone. Each has the name of its rule, its place, the old and the new value, and a reason. Parts that x-internal and
x-audience keep from the readers of the site are not compared.

<old> and <new> are one of these, looked for in this order:
  a file or a folder with descriptors   old/library.yaml
  an API of the project in a version    Library-v1
  a path in a revision of git           HEAD~1:api-descriptors/library.yaml
  a revision of git                     v1.2.0 (all descriptors of the project)
Of folders and revisions, APIs of the same name and version are compared. Paths are those of the project.

Options:
  --fail-on <class>  End with 1 if there is such a change; notable includes breaking
  --format <name>    ${formats.join(', ')}; text where it is left out

Exit codes: 0 compared, 1 --fail-on applies or something cannot be read, 2 wrong use
`;

/** Compares descriptions of an API. */
export const diff: Command = {
  help: HELP,
  options: { 'fail-on': { type: 'string' }, format: { type: 'string' } },
  mostArguments: 2,
  async run(invocation) {
    const { arguments: names, options, projectFolder, environment, terminal } = invocation;
    const [old, now] = names;
    if (old === undefined || now === undefined)
      throw new UsageError('Name the old and the new description: Library-v1 Library-v2.');
    // An empty name would be resolved to the project folder, which never differs from itself.
    if (old === '' || now === '') throw new UsageError('One of the two names is empty. Is a variable not set?');
    const format = chosen('format', options.get('format') ?? 'text', formats);
    const failOn = options.has('fail-on') ? chosen('fail-on', options.get('fail-on'), FAIL_ON) : null;
    const prefix = repositoryPrefix(projectFolder, environment);
    const project = await readProject(projectFolder, environment);
    const cannotBeRead = (before: Side, after: Side): 1 => {
      if (format === 'github') terminal.print(errorAnnotations(before, after, prefix));
      else complainOf({ diagnostics: [...errorsOf(before), ...errorsOf(after)] }, terminal);
      return 1;
    };
    // Without a valid configuration, the audience is unknown, and so are the operations that it may see.
    if (project.configurationProblems.some(closesEverything))
      return cannotBeRead(NOTHING, { ...NOTHING, errors: configurationErrors(project) });
    const sides: Side[] = [];
    for (const name of [old, now]) {
      try {
        sides.push(readSide(name, project, invocation));
      } catch (error) {
        if (!(error instanceof RevisionError)) throw error;
        if (format === 'github') terminal.print(githubError('diff', error.message));
        else terminal.complain(`platform-docs: ${error.message}`);
        return 1;
      }
    }
    const [before = NOTHING, after = NOTHING] = sides;
    if (before.errors.length + after.errors.length > 0) return cannotBeRead(before, after);
    // Two API names of this project are two versions published side by side: neither replaces the other.
    const isReplacement = !(before.isOfProject && after.isOfProject);
    const compared = compare(before, after, { titles: [old, now], isReplacement }, project);
    for (const line of diffReports[format](compared, prefix)) terminal.print(line);
    const count = (kind: (typeof FAIL_ON)[number]): number =>
      compared.reduce((sum, { view }) => sum + view.counts[kind], 0);
    const isBad = failOn !== null && (count('breaking') > 0 || (failOn === 'notable' && count('notable') > 0));
    return isBad ? 1 : 0;
  },
};

/** Maximum number of API names listed in the error for an unknown name. */
const MOST_NAMED = 10;
const NOTHING: Side = { records: [], errors: [] };

function configurationErrors({ problems }: ProjectReading): Side['errors'] {
  return problems.filter(({ rule, severity }) => rule === 'configuration' && severity === 'error');
}

function chosen<Name extends string>(option: string, value: unknown, names: readonly Name[]): Name {
  const found = names.find((name) => name === value);
  if (found === undefined) throw new UsageError(`Write one of these after --${option}: ${names.join(', ')}.`);
  return found;
}

function readSide(name: string, project: ProjectReading, { projectFolder, environment }: Invocation): Side {
  const { overlays } = project.configuration;
  if (isPath(projectFolder, name)) return readPath(projectFolder, name, overlays);
  const { site } = project;
  const place = new DocumentNames(
    new SiteDocuments(project.apis, { site, formats: project.formats, development: false }),
  ).findVersion(name);
  const record = project.apis.find((api) => api.name === place?.api && api.version === place.version);
  if (record !== undefined) return { records: [record], errors: [], isOfProject: true };
  if (URL.canParse(name) && name.includes('://'))
    throw new UsageError(`${JSON.stringify(name)} is not on this machine. Download it, and name the file.`);
  const colon = name.indexOf(':');
  const [revision, path] = colon < 0 ? [name, null] : [name.slice(0, colon), name.slice(colon + 1)];
  if (revision === '' || path === '')
    throw new UsageError(`${JSON.stringify(name)} is not a file, an API or a revision. Write <revision>:<path>.`);
  try {
    return readRevision(projectFolder, revision, path, environment, overlays);
  } catch (error) {
    if (path !== null || !(error instanceof RevisionError)) throw error;
    const known = project.apis.map((api) => versionedName(api.name, api.version)).slice(0, MOST_NAMED);
    throw new RevisionError(known.length === 0 ? error.message : `${error.message} APIs here: ${known.join(', ')}.`);
  }
}

/** Compares the APIs of both sides: single APIs with any names, several APIs by name and version. */
function compare(
  before: Side,
  after: Side,
  { titles, isReplacement }: { readonly titles: readonly string[]; readonly isReplacement: boolean },
  { site }: ProjectReading,
): readonly ComparedApi[] {
  const visible = ({ records }: Side) => records.flatMap((record) => visibleRecord(record, site.audience) ?? []);
  const [first, second] = [visible(before), visible(after)];
  const today = new Date().toISOString().slice(0, 10);
  const compared = (old: ApiRecord, now: ApiRecord, names: readonly string[]): ComparedApi => ({
    before: names[0] ?? '',
    after: names[1] ?? '',
    file: now.source.file,
    view: changesView(new Api(old), new Api(now), { today, isReplacement }),
  });
  const [[old, ...others], [now, ...more]] = [first, second];
  if (old !== undefined && now !== undefined && others.length + more.length === 0) return [compared(old, now, titles)];
  const byName = (records: readonly ApiRecord[]) =>
    new Map(records.map((record) => [versionedName(record.name, record.version), record]));
  const [olds, news] = [byName(first), byName(second)];
  return [...new Set([...news.keys(), ...olds.keys()])].sort().flatMap((name) => {
    const [was, is] = [olds.get(name), news.get(name)];
    const some = was ?? is;
    if (some === undefined) return [];
    const names = titles.map((title) => `${title} (${name})`);
    return [compared(was ?? withoutServices(some), is ?? withoutServices(some), names)];
  });
}

/** Creates an empty API to compare with one that only the other side has: all operations are added or removed. */
function withoutServices(record: ApiRecord): ApiRecord {
  return { ...record, services: [] };
}
