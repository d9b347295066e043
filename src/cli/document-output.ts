import { dirname, join, resolve } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
import { codeOf } from '../files/system-error.ts';
import { type Format, renderDocument } from '../formats/contract.ts';
import { closeNames } from '../model/close-names.ts';
import type { Document, DocumentPage } from '../presentation/page-data/document.ts';
import { wholePage } from '../presentation/pages/whole-file.ts';
import { type Extensions, namedFiles } from '../project/extensions.ts';
import type { ProjectReading } from '../project/project-reading.ts';
import { currentRenderer } from '../release/renderer.ts';
import { publishedFiles, singleFile } from '../release/single-file.ts';
import type { SiteDocuments } from '../store/site-documents.ts';
import { type ExitCode, type Invocation, type Terminal, UsageError } from './command.ts';

interface Rendering {
  /** Name of the document in messages. */
  readonly name: string;
  readonly format: Format;
  readonly document: Document;
  readonly documents: SiteDocuments;
  readonly extensions: Extensions;
  /** Set for a file with the document and all documents below it, instead of a page. */
  readonly file?: WholeOutput | undefined;
}

interface WholeOutput {
  readonly isBook: boolean;
  readonly assets: ProjectReading['themeAssets'];
}

/** Renders a document. @returns undefined if a template or format of the project fails, which is reported */
export async function contentOf(
  { name, format, document, documents, extensions, file }: Rendering,
  terminal: Pick<Terminal, 'complain'>,
): Promise<string | Uint8Array | undefined> {
  try {
    return format.render === null
      ? await htmlOf(documents.page(document), extensions, file)
      : (await renderDocument(format, document, documents.site)).content;
  } catch (error) {
    // If the project has no templates or formats of its own, the error is a bug in the product: keep its stack trace.
    if (error instanceof UsageError || namedFiles(extensions).length === 0) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    terminal.complain(`platform-docs: ${name} cannot be written as ${format.name}: ${reason}`);
    return undefined;
  }
}

/**
 * Renders a page, or a file with a document and all documents below it; compiles the templates first if necessary.
 * @throws {@link UsageError} for a document without documents below it
 */
async function htmlOf(page: DocumentPage, extensions: Extensions, file?: WholeOutput): Promise<string> {
  const shown = file === undefined ? page : wholePage(page, file.isBook);
  if (shown === undefined) throw new UsageError('Name an API, one of its groups or a service for --single and --book.');
  const renderer = await currentRenderer({ distFolder: join(extensions.projectFolder, 'dist'), extensions });
  const html = new TextDecoder().decode(await renderer.renderPage(shown));
  if (file === undefined || shown.whole === undefined) return html;
  const fileAt = publishedFiles(file.assets, renderer.clientFolder);
  return singleFile(html, { whole: shown.whole, baseUrl: shown.site.baseUrl, fileAt });
}

/** Writes content to the file of the option `--output`, or to standard output. */
export function writeOutput(
  content: string | Uint8Array,
  { options, projectFolder, terminal }: Pick<Invocation, 'options' | 'projectFolder' | 'terminal'>,
): ExitCode {
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
}

/** Explains why a file cannot be written, with a remedy. */
function reasonOf(error: unknown, output: string): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `there is no folder ${dirname(output)}. Create the folder first, or name a file in one that exists.`;
  if (code === 'EISDIR') return 'it is a folder. Name a file.';
  return `${code}. Name a file in a folder that this user may write to.`;
}

/** @throws {@link UsageError} if there is no such format */
export function formatNamed(name: string, formats: readonly Format[]): Format {
  const format = formats.find((candidate) => candidate.name === name);
  if (format !== undefined) return format;
  const close = closeNames(
    name,
    formats.map((candidate) => candidate.name),
  );
  const hint = close.length > 0 ? `Did you mean ${close.join(' or ')}?` : `Write one of these: ${namesOf(formats)}.`;
  throw new UsageError(`The format ${JSON.stringify(name)} is not known. ${hint}`);
}

export function namesOf(some: readonly Format[]): string {
  return some.map(({ name }) => name).join(', ');
}
