import type { Format } from '../../formats/contract.ts';
import { formats as ownFormats } from '../../formats/registry.ts';
import type { Api } from '../../model/api.ts';
import { closeNames } from '../../model/close-names.ts';
import { groupsOf } from '../../model/groups.ts';
import { type DocumentReference, levelInFolder, VERSION_MARK, versionedName } from '../../model/locations.ts';
import { closesEverything } from '../../options/problem.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import { extensionsOf } from '../../project/extensions.ts';
import { readProject } from '../../project/read-project.ts';
import { withoutServer } from '../../release/static-tree.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import { type ApiVersion, DocumentNames, splitVersion } from '../../store/document-names.ts';
import { SiteDocuments } from '../../store/site-documents.ts';
import { type Command, flags, forShell, type Invocation, UsageError } from '../command.ts';
import { contentOf, formatNamed, namesOf, writeOutput } from '../document-output.ts';
import { complainOf } from '../problem-report.ts';

const FORMS = ['single', 'book'] as const;

const HELP = `Usage: platform-docs export <api>[-v<version>][/<service>] --format <name> [-o <file>]
       platform-docs export <api>[-v<version>][/<service>] --single|--book [-o <file>]

Writes one document in one format, to standard output or to a file. Without a version, the default version
is written. In place of a service, write schemas, schemas/<Name>, groups/<tag>, guides/<name> or changes, as in
URLs. atom is for changes: export Library-v2/changes --format atom.
With --single or --book, an API, a group (groups/<tag>) or a service is written with everything below it and the
schemas that it uses, as one HTML file that needs no server, network or script.

Options:
  --format <name>      ${namesOf(ownFormats)},
                       or one of the project's own
  --single             Write one HTML file, with search
  --book               Write one HTML file to print, with numbered sections
  -o, --output <file>  Write to a file, in one step

Exit codes: 0 written, 1 the project has errors or the file cannot be written, 2 wrong use
`;

/** Renders one document. */
export const exportCommand: Command = {
  help: HELP,
  options: { format: { type: 'string' }, ...flags(...FORMS), output: { type: 'string', short: 'o' } },
  mostArguments: 1,
  async run(invocation) {
    const {
      arguments: [name],
      options,
      projectFolder,
      environment,
      terminal,
    } = invocation;
    if (name === undefined) throw new UsageError('Name an API, such as Library-v1/Book.');
    const form = formOf(options);
    const wanted = options.get('format') ?? (form === undefined ? undefined : 'html');
    if (typeof wanted !== 'string') throw new UsageError(`Name a format with --format: ${namesOf(ownFormats)}.`);
    if (form !== undefined && wanted !== 'html') throw new UsageError(`--${form} writes HTML. Leave out --format.`);
    const project = await readProject(projectFolder, environment);
    const { formats, themeAssets: assets } = project;
    // Problems of descriptors are left to "platform-docs check": most do not concern the exported document.
    complainOf({ diagnostics: project.problems.filter(({ rule }) => rule === 'configuration') }, terminal);
    if (project.configurationProblems.some(closesEverything)) return 1;
    const format = formatNamed(wanted, formats);
    const { site, accessRule } = form === undefined ? project : withoutServer(project, '/');
    const documents = new SiteDocuments(project.apis, { site, formats, development: false, accessRule });
    const broken = project.diagnostics.some(({ severity }) => severity === 'error')
      ? ' Some descriptors have errors: "platform-docs check" lists them.'
      : '';
    const document = documentNamed(name, { documents, format, formats }, broken);
    const extensions = extensionsOf(projectFolder, project.configuration);
    const file = form === undefined ? undefined : { isBook: form === 'book', assets };
    const content = await contentOf({ name, format, document, documents, extensions, file }, terminal);
    if (content === undefined) return 1;
    if (form !== undefined && content.length > LARGE_FILE && document.level === 'api')
      terminal.complain(`platform-docs: ${largeFile(name, content.length, document.api)}`);
    return writeOutput(content, invocation);
  },
};

/** Size of a file, in characters, from which browsers take seconds to open it. */
const LARGE_FILE = 20_000_000;

function largeFile(name: string, length: number, api: Api): string {
  const [group] = groupsOf(api);
  const example = group === undefined ? '' : `, such as ${forShell(`${name}/groups/${group.name}`)}`;
  return `The file has ${Math.round(length / 1_000_000)} MB, which browsers open slowly. Export groups instead${example}.`;
}

/** Finds the form of a file with everything below a document. @throws {@link UsageError} if both are named */
function formOf(options: Invocation['options']): (typeof FORMS)[number] | undefined {
  const [form, other] = FORMS.filter((one) => options.has(one));
  if (other !== undefined) throw new UsageError('Write --single or --book, not both.');
  return form;
}

/**
 * Finds the document that a format can write.
 * @param note addition to the error for an unknown name
 * @throws {@link UsageError} if there is none
 */
export function documentNamed(
  name: string,
  { documents, format, formats }: { documents: SiteDocuments; format: Format; formats: readonly Format[] },
  note = '',
): Document {
  const found = findDocument(name, documents);
  if (found.kind === 'unknown') throw new UsageError(`${found.message}${note}`);
  const { level } = found.reference;
  if (format.levels.includes(level)) return documents.document(found.reference);
  const fitting = formats.filter(({ levels }) => levels.includes(level));
  throw new UsageError(`The format ${format.name} has no such document. Write one of these: ${namesOf(fitting)}.`);
}

/** Maximum number of names listed in the error for an unknown document. */
const MOST_NAMES = 8;

type Finding =
  | { readonly kind: 'found'; readonly reference: DocumentReference }
  | { readonly kind: 'unknown'; readonly message: string };

/** Finds a document by its name, as in URLs: `<api>[-v<version>][/<service>]`. Suggests names if it is unknown. */
export function findDocument(name: string, catalogue: Pick<DocumentationStore, 'entries' | 'outline'>): Finding {
  const names = new DocumentNames(catalogue);
  const path = name.split('/');
  const reference = names.find(path);
  if (reference !== undefined) return { kind: 'found', reference };
  const [apiSegment = '', first, second, ...more] = path;
  const place = names.findVersion(apiSegment);
  if (place === undefined) return { kind: 'unknown', message: unknownApi(apiSegment, names) };
  return {
    kind: 'unknown',
    message:
      (more.length === 0 ? unknownPart(place, first, second, names) : undefined) ??
      `There is no document ${JSON.stringify(name)}.`,
  };
}

function unknownPart(
  place: ApiVersion,
  first: string | undefined,
  second: string | undefined,
  names: DocumentNames,
): string | undefined {
  const { api, version, outline } = place;
  const lacks = (kind: string, name: string): string =>
    `Version ${version} of ${api} has no ${kind} ${JSON.stringify(name)}`;
  if (first === undefined) return undefined;
  if (second === undefined) {
    const others = (names.apis.get(api)?.versions ?? []).filter(
      (other) => names.find([versionedName(api, other), first]) !== undefined,
    );
    if (others.length > 0) return `${lacks('service', first)}; version ${others.join(', ')} has one.`;
    return withNames(lacks('service', first), first, outline.services);
  }
  const level = levelInFolder(first);
  return level && withNames(lacks(level, second), second, outline[`${level}s`]);
}

function unknownApi(segment: string, { apis }: DocumentNames): string {
  const { api } = splitVersion(segment);
  const entry = apis.get(api);
  if (entry === undefined) return withNames(`There is no API ${JSON.stringify(api)}`, api, new Set(apis.keys()));
  return `There is no version ${segment.slice(api.length + VERSION_MARK.length)} of ${api}. Its versions are ${entry.versions.join(', ')}.`;
}

/** Adds similar names to a message, or all names if there are few. */
function withNames(problem: string, name: string, names: ReadonlySet<string>): string {
  const close = closeNames(name, names);
  if (close.length > 0) return `${problem}. Did you mean ${close.join(' or ')}?`;
  return names.size === 0 || names.size > MOST_NAMES ? `${problem}.` : `${problem}. Write ${[...names].join(' or ')}.`;
}
