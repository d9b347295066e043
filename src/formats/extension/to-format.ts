import { basename, dirname, normalize, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { documentPath, type Level } from '../../model/locations.ts';
import { type Document, referenceTo } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { type Format, FormatError, type RenderedDocument } from '../contract.ts';
import { jsonRenderer, type Renderer, type ViewContext, type ViewModel } from './view-model.ts';
import { FormatStrategy, ViewEvents, type ViewRequest, ViewResponse, type ViewStrategy } from './view-strategy.ts';

/**
 * A format of a project's own: the default export, alone or in a list, of a module that
 * `platform-documentation.formats` names.
 */
export interface CustomFormat {
  /** `asciidoc`: kebab-case, unique. For commands: `platform-docs export … --format asciidoc`. */
  readonly name: string;
  /** For menus: `AsciiDoc`. */
  readonly title: string;
  /** Class identifier by which selectors name the view model: `Acme\AsciiDoc\ViewModel`. */
  readonly viewModelName: string;
  readonly viewModel: new (context: ViewContext) => ViewModel;
  /** The first is sent. Left out: those that selectors give to the view model. */
  readonly mediaTypes?: readonly string[];
  /** Ending of the twins, with its dot: `.adoc`. Unique. */
  readonly extension: string;
  readonly levels: readonly Level[];
  /** Left out: the view model is a `JsonModel`, or the strategy brings a renderer. */
  readonly renderer?: Renderer;
  /** Makes the strategy, once in a process. Left out: a `FormatStrategy` without a Content-Type of its own. */
  readonly strategy?: (renderer: Renderer) => ViewStrategy;
  /** False: documents of APIs are made when they are asked for, as those of services are; true is the default. */
  readonly writtenAtBuild?: boolean;
}

/** Checks the types of a format where it is written. */
export function defineFormat(format: CustomFormat): CustomFormat {
  return format;
}

/** Priority of the fallback: a view model gets its format's renderer where no strategy has chosen one. */
const FALLBACK_PRIORITY = 100;

/** A custom format whose media types selectors may still change. */
export type FormatDraft = Omit<Format, 'mediaTypes'> & { readonly mediaTypes: readonly string[] };

/**
 * Limit for an asynchronous renderer: a promise that is never fulfilled would stop a build, or a request, forever.
 */
const MOST_MILLISECONDS = 30_000;

/**
 * Makes a {@link Format} of a custom format. Each format has view events of its own, so that a fault of one format does
 * not affect another.
 * @param module for messages
 * @throws what making the strategy throws
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
  throw new TypeError(
    `Renderers give text or bytes (Uint8Array), and this one gave ${content === null ? 'null' : typeof content}.`,
  );
}

/** Copies bytes: they are compressed on another thread, and the renderer may use them again. */
function kept(content: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? content.toWellFormed() : Uint8Array.from(content);
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function inTime(promise: PromiseLike<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const late = (): void =>
      reject(new Error(`The renderer has given nothing within ${MOST_MILLISECONDS / 1000} seconds.`));
    const timer = setTimeout(late, MOST_MILLISECONDS);
    Promise.resolve(promise)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

/** A module that brings formats of a project's own, as the configuration names it. */
export interface FormatModule {
  /** Below `platform-documentation.formats`. */
  readonly key: string;
  readonly file: string;
}

/**
 * The place in a module, or in a file beside or below it, that an error comes from: `config/formats/names.ts:3:7`; the
 * module alone where the error has no such place.
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
