import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BoundedDiagnostics } from '../../descriptors/bounded-diagnostics.ts';
import { formats as ownFormats } from '../../formats/registry.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { versionedName } from '../../model/locations.ts';
import type { ApiRecord } from '../../model/records.ts';
import { closesEverything } from '../../options/problem.ts';
import { extensionsOf } from '../../project/extensions.ts';
import { readProject } from '../../project/read-project.ts';
import { rules } from '../../rules/registry.ts';
import { textRules } from '../../rules/reported/texts.ts';
import { SiteDocuments } from '../../store/site-documents.ts';
import { type Command, UsageError } from '../command.ts';
import { differences, readBack } from '../convert/losses.ts';
import { isPath, readPath } from '../diff/side.ts';
import { contentOf, formatNamed, namesOf, writeOutput } from '../document-output.ts';
import { complainOf } from '../problem-report.ts';
import { checkReports } from '../reports.ts';
import { documentNamed, findDocument } from './export.ts';

const HELP = `Usage: platform-docs convert <file> [<document>] --to <format> [-o <file>] [--strict]

Writes a description, in any format that is read, in another format. The files that it refers to and the overlays
beside it are read, too. The file need not be in the project.
What the reader left out and what the format cannot say is listed on standard error, each with its place: the
written document is read again and compared with the description. Formats that are not read, such as markdown,
are not compared. Of each kind, 50 differences are listed; --json has all. Parts that x-internal and x-audience keep from the readers of the site are left out.

Arguments:
  <document>  A service or another document, named as in export: Library-v1, Library-v1/Book or Book.
              Needed if the file describes several APIs

Options:
  --to <format>        ${namesOf(ownFormats)},
                       or one of the project's own
  -o, --output <file>  Write to a file, in one step
  --json               Print the list as check --json does; needs --output
  --strict             End with 1 if something is listed

Exit codes: 0 written, 1 the file has errors or cannot be written, or --strict applies, 2 wrong use
`;

/** Converts a description to another format. */
export const convert: Command = {
  help: HELP,
  options: {
    to: { type: 'string' },
    output: { type: 'string', short: 'o' },
    json: { type: 'boolean' },
    strict: { type: 'boolean' },
  },
  mostArguments: 2,
  async run(invocation) {
    const { arguments: names, options, projectFolder, environment, terminal } = invocation;
    const [path = '', part] = names;
    if (path === '') throw new UsageError('Name a description: convert openapi.yaml --to raml.');
    if (!isPath(projectFolder, path)) throw new UsageError(`There is no file ${JSON.stringify(path)}.`);
    if (statSync(resolve(projectFolder, path)).isDirectory())
      throw new UsageError(`${path} is a folder. Name the description in it.`);
    const wanted = options.get('to');
    if (typeof wanted !== 'string') throw new UsageError(`Name a format with --to: ${namesOf(ownFormats)}.`);
    const isJson = options.has('json');
    if (isJson && !options.has('output')) throw new UsageError('--json prints the list: name a file with --output.');
    const project = await readProject(projectFolder, environment);
    complainOf({ diagnostics: project.problems.filter(({ rule }) => rule === 'configuration') }, terminal);
    if (project.configurationProblems.some(closesEverything)) return 1;
    const { formats, configuration } = project;
    const format = formatNamed(wanted, formats);
    const { records, errors, warnings = [], locate = [] } = readPath(projectFolder, path, configuration.overlays);
    // Findings of readers are parts that were not understood. Findings of rules and about texts lose nothing.
    const left = warnings.filter(({ rule }) => rules.get(rule)?.check === undefined && !TEXT_RULES.has(rule));
    if (errors.length > 0) {
      complainOf({ diagnostics: [...errors, ...left] }, terminal);
      return 1;
    }
    // Addresses of this site are not part of the description.
    const site = { ...project.site, baseUrl: '' };
    const documents = new SiteDocuments(records, { site, formats, development: false });
    const name = nameOf(part, records, documents);
    const document = documentNamed(name, { documents, format, formats });
    const extensions = extensionsOf(projectFolder, configuration);
    const content = await contentOf({ name, format, document, documents, extensions }, terminal);
    if (content === undefined) return 1;
    const problems: Diagnostic[] = [...left];
    if (document.level === 'api' || document.level === 'service') {
      const shown = document.api.record;
      const index = records.findIndex((record) => record.name === shown.name && record.version === shown.version);
      const [source = shown, find] = [records[index], locate[index]];
      const service = document.level === 'service' ? document.service.getName() : null;
      const place = { source, service, locate: find ?? (() => ({ file: path, line: 0, column: 0 })) };
      const written =
        typeof content === 'string' ? readBack(content, shown.name, format.extension, problems) : undefined;
      if (source !== shown) problems.push(...differences(HIDDEN, source, shown, place));
      const cause = { begin: `In ${format.name}`, remedy: 'Choose another format, or say it in a description.' };
      if (written !== undefined) problems.push(...differences(cause, shown, written, place));
    }
    if (isJson) {
      const result = { problems, errors: 0, warnings: problems.length };
      terminal.print(checkReports.json.write(result));
    } else complainOf({ diagnostics: bounded(problems) }, terminal);
    const code = writeOutput(content, invocation);
    return code === 0 && problems.length > 0 && options.has('strict') ? 1 : code;
  },
};

const TEXT_RULES: ReadonlySet<string> = new Set(textRules.map(({ name }) => name));

/** Shortens a list for readers: of each rule, the first problems and the number of the others. */
function bounded(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const list = new BoundedDiagnostics();
  for (const problem of problems) list.add(problem);
  return list.list();
}

const HIDDEN = {
  begin: 'Without what x-internal and x-audience mark',
  remedy: 'Name its readers in platform-documentation.audience to keep it.',
};

/** Completes the name of a document by that of the only API. */
function nameOf(part: string | undefined, records: readonly ApiRecord[], documents: SiteDocuments): string {
  const shown = documents.visible().map((api) => versionedName(api.getName(), api.getVersion()));
  const [only, ...others] = shown;
  if (only === undefined) {
    const [hidden] = records;
    throw new UsageError(
      hidden === undefined
        ? 'The file describes no API.'
        : `x-internal or x-audience keeps ${hidden.name} from readers. List them in platform-documentation.audience.`,
    );
  }
  if (part === undefined && others.length > 0)
    throw new UsageError(`The file describes several APIs. Name one of these after it: ${shown.join(', ')}.`);
  if (part === undefined) return only;
  return others.length > 0 || findDocument(part, documents).kind === 'found' ? part : `${only}/${part}`;
}
