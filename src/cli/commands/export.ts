import { dirname, join, resolve } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { codeOf } from '../../files/system-error.ts';
import { type Format, renderDocument } from '../../formats/contract.ts';
import { formats as ownFormats } from '../../formats/registry.ts';
import { closeNames } from '../../model/close-names.ts';
import { type DocumentReference, levelInFolder, VERSION_MARK, versionedName } from '../../model/locations.ts';
import { closesEverything } from '../../options/problem.ts';
import type { DocumentPage } from '../../presentation/page-data/document.ts';
import { type Extensions, extensionsOf, namedFiles } from '../../project/extensions.ts';
import { readProject } from '../../project/read-project.ts';
import { currentRenderer } from '../../release/renderer.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import { type ApiVersion, DocumentNames, splitVersion } from '../../store/document-names.ts';
import { SiteDocuments } from '../../store/site-documents.ts';
import { type Command, UsageError } from '../command.ts';
import { complainOf } from '../problem-report.ts';

const HELP = `Usage: platform-docs export <api>[-v<version>][/<service>] --format <name> [-o <file>]

Writes one document in one format, to standard output or to a file. Without a version, the default version
is written. In place of a service, write schemas, schemas/<Name>, groups/<tag>, guides/<name> or changes, as in
URLs. atom is for changes: export Library-v2/changes --format atom.

Options:
  --format <name>      ${namesOf(ownFormats)},
                       or one of the project's own
  -o, --output <file>  Write to a file, in one step

Exit codes: 0 written, 1 the project has errors or the file cannot be written, 2 wrong use
`;

/** Renders one document. */
export const exportCommand: Command = {
  help: HELP,
  options: { format: { type: 'string' }, output: { type: 'string', short: 'o' } },
  mostArguments: 1,
  async run({ arguments: [name], options, projectFolder, environment, terminal }) {
    if (name === undefined) throw new UsageError('Name an API, such as Library-v1/Book.');
    const wanted = options.get('format');
    if (typeof wanted !== 'string') throw new UsageError(`Name a format with --format: ${namesOf(ownFormats)}.`);
    const project = await readProject(projectFolder, environment);
    const { formats } = project;
    // Problems of descriptors are left to "platform-docs check": most do not concern the exported document.
    complainOf({ diagnostics: project.problems.filter(({ rule }) => rule === 'configuration') }, terminal);
    if (project.configurationProblems.some(closesEverything)) return 1;
    const format = formatNamed(wanted, formats);
    const documents = new SiteDocuments(project.apis, {
      site: project.site,
      formats,
      development: false,
      accessRule: project.accessRule,
    });
    const found = findDocument(name, documents);
    if (found.kind === 'unknown') {
      const broken = project.diagnostics.some(({ severity }) => severity === 'error')
        ? ' Some descriptors have errors: "platform-docs check" lists them.'
        : '';
      throw new UsageError(`${found.message}${broken}`);
    }
    const { reference } = found;
    if (!format.levels.includes(reference.level)) {
      const fitting = formats.filter(({ levels }) => levels.includes(reference.level));
      throw new UsageError(`The format ${format.name} has no such document. Write one of these: ${namesOf(fitting)}.`);
    }
    const document = documents.document(reference);
    const page = format.render === null ? documents.page(document) : undefined;
    const extensions = extensionsOf(projectFolder, project.configuration);
    let content: string | Uint8Array;
    try {
      content =
        page === undefined
          ? (await renderDocument(format, document, documents.site)).content
          : await htmlOf(page, extensions);
    } catch (error) {
      // If the project has no templates or formats of its own, the error is a bug in the product: keep its stack trace.
      if (namedFiles(extensions).length === 0) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      terminal.complain(`platform-docs: ${name} cannot be written as ${format.name}: ${reason}`);
      return 1;
    }
    const output = options.get('output');
    if (typeof output !== 'string') {
      terminal.write(content);
      return 0;
    }
    try {
      replaceFile(resolve(projectFolder, output), content);
      return 0;
    } catch (error) {
      terminal.complain(`platform-docs: ${output} cannot be written: ${reasonOf(error, output)}`);
      return 1;
    }
  },
};

/** Explains why a file cannot be written, with a remedy. */
function reasonOf(error: unknown, output: string): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `there is no folder ${dirname(output)}. Create the folder first, or name a file in one that exists.`;
  if (code === 'EISDIR') return 'it is a folder. Name a file.';
  return `${code}. Name a file in a folder that this user may write to.`;
}

/** Renders a page; compiles the templates first if necessary. */
async function htmlOf(page: DocumentPage, extensions: Extensions): Promise<string> {
  const { renderPage } = await currentRenderer({ distFolder: join(extensions.projectFolder, 'dist'), extensions });
  return new TextDecoder().decode(await renderPage(page));
}

function formatNamed(name: string, formats: readonly Format[]): Format {
  const format = formats.find((candidate) => candidate.name === name);
  if (format !== undefined) return format;
  const close = closeNames(
    name,
    formats.map((candidate) => candidate.name),
  );
  const hint = close.length > 0 ? `Did you mean ${close.join(' or ')}?` : `Write one of these: ${namesOf(formats)}.`;
  throw new UsageError(`The format ${JSON.stringify(name)} is not known. ${hint}`);
}

function namesOf(some: readonly Format[]): string {
  return some.map(({ name }) => name).join(', ');
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
