import { basename, dirname, normalize, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { documentPath, type Level } from '../../model/locations.ts';
import { type Document, referenceTo } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { type Format, FormatError, type RenderedDocument } from '../contract.ts';
import { jsonRenderer, type Renderer, type ViewContext, type ViewModel } from './view-model.ts';
import { FormatStrategy, ViewEvents, type ViewRequest, ViewResponse, type ViewStrategy } from './view-strategy.ts';

/**
 * Format defined by a project. A module listed in `platform-documentation.formats` exports one format or a list of
 * formats as its default export.
 */
export interface CustomFormat {
  /** Unique name in kebab-case, used in commands: `platform-docs export … --format asciidoc`. */
  readonly name: string;
  /** Title in menus: `AsciiDoc`. */
  readonly title: string;
  /** Class identifier of the view model in selectors: `Acme\AsciiDoc\ViewModel`. */
  readonly viewModelName: string;
  readonly viewModel: new (context: ViewContext) => ViewModel;
  /** The first type is sent as the Content-Type. Default: the types that selectors assign to the view model. */
  readonly mediaTypes?: readonly string[];
  /** Unique file extension with its leading dot: `.adoc`. */
  readonly extension: string;
  readonly levels: readonly Level[];
  /** Omit this if the view model is a `JsonModel` or the strategy supplies a renderer. */
  readonly renderer?: Renderer;
  /** Creates the strategy, once per process. Default: a `FormatStrategy` that sets no Content-Type. */
  readonly strategy?: (renderer: Renderer) => ViewStrategy;
  /** False: API documents are rendered on request, like service documents. Default: true. */
  readonly writtenAtBuild?: boolean;
}

/** Returns the format unchanged; TypeScript checks its type in the module that defines it. */
export function defineFormat(format: CustomFormat): CustomFormat {
  return format;
}

/** Priority of the fallback listener, which selects the format's renderer if no strategy has selected one. */
const FALLBACK_PRIORITY = 100;

/** Custom format before selectors assign its media types. */
export type FormatDraft = Omit<Format, 'mediaTypes'> & { readonly mediaTypes: readonly string[] };

/**
 * Time limit for an asynchronous renderer: a promise that never settles would block a build or a request forever.
 */
const MOST_MILLISECONDS = 30_000;

/**
 * Converts a custom format to a {@link Format}. Each format has its own view events, so that an error in one format
 * does not affect another.
 * @param module source named in messages
 * @throws any error thrown while the strategy is created
 */
export function toFormat(custom: CustomFormat, module: FormatModule): FormatDraft {
  const renderer = custom.renderer ?? jsonRenderer;
  const events = new ViewEvents();
  custom.strategy?.(renderer).attach(events);
  new FormatStrategy(custom.viewModel, renderer).attach(events, FALLBACK_PRIORITY);
  const respond = (document: Document, site: Site): RenderedDocument | Promise<RenderedDocument> => {
    const fail = (error: unknown): never => {
      const place = `platform-documentation.formats.${module.key}: ${errorPlace(error, module)}`;
      throw new FormatError(custom.name, documentPath(referenceTo(document)), place, error);
    };
    try {
      const made = rendered(custom, events, document, site);
      return made instanceof Promise ? made.catch(fail) : made;
    } catch (error) {
      return fail(error);
    }
  };
  const { name, title, viewModelName, mediaTypes = [], extension, levels, writtenAtBuild = true } = custom;
  return {
    name,
    title,
    viewModel: viewModelName,
    mediaTypes,
    sendableAliases: mediaTypes.slice(1),
    extension,
    levels,
    writtenAtBuild,
    render: () => {
      throw new TypeError(`The format ${name} is rendered by respond().`);
    },
    respond,
  };
}

type Made = RenderedDocument | Promise<RenderedDocument>;

function rendered(custom: CustomFormat, events: ViewEvents, document: Document, site: Site): Made {
  const request: ViewRequest = Object.freeze({ path: documentPath(referenceTo(document)) });
  const model = new custom.viewModel({ document, site });
  const renderer = events.selectRenderer({ request, model });
  if (renderer === undefined) throw new TypeError('No strategy has a renderer for its view model.');
  const respond = (content: unknown): RenderedDocument => {
    const response = new ViewResponse(checked(content));
    events.respond({ request, model, renderer, response });
    return { content: kept(checked(response.content)), headers: response.headers.toList() };
  };
  const made: unknown = renderer.render(model);
  return isPromise(made) ? inTime(made).then(respond) : respond(made);
}

function checked(content: unknown): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  const type = content === null ? 'null' : typeof content;
  throw new TypeError(`A renderer must return text or bytes (Uint8Array); this one returned ${type}.`);
}

/** Copies bytes, because another thread compresses them while the renderer may reuse its buffer. */
function kept(content: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? content.toWellFormed() : Uint8Array.from(content);
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function inTime(promise: PromiseLike<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const late = (): void =>
      reject(new Error(`The renderer did not finish within ${MOST_MILLISECONDS / 1000} seconds.`));
    const timer = setTimeout(late, MOST_MILLISECONDS);
    Promise.resolve(promise)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

/** Configuration entry of a module that exports custom formats. */
export interface FormatModule {
  /** Key below `platform-documentation.formats`. */
  readonly key: string;
  readonly file: string;
}

/**
 * Source position of an error in the module, or in a file of the same folder or below: `config/formats/names.ts:3:7`.
 * Without such a position in the stack, the module's file alone.
 */
export function errorPlace(error: unknown, { file }: FormatModule): string {
  const written = normalize(file)
    .split(sep)
    .join('/')
    .replace(/^(?:\.\.?\/)+/, '');
  const folder = dirname(written);
  const pattern = folder === '.' ? escaped(basename(written)) : `${escaped(folder)}/[^\\s:"'()]+\\.[cm]?[jt]s`;
  const text = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : '';
  const [, place] =
    new RegExp(`(?:^|[\\s/(])(${pattern}:\\d+(?::\\d+)?)`, 'm').exec(stripVTControlCharacters(text)) ?? [];
  return place ?? file;
}

/** Describes a thrown value on one line, without the excerpt of code that compilers add. */
export function reasonOf(error: unknown): string {
  const text =
    error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);
  return stripVTControlCharacters(text)
    .replace(/\s*╭[\s\S]*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
