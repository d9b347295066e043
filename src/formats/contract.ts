import type { Level } from '../model/locations.ts';
import type { Document } from '../presentation/page-data/document.ts';
import type { Site } from '../presentation/page-data/site.ts';

/** File at addresses of documents: the types and the ending that clients request it by. */
export interface DocumentFile {
  /** `json`, `openapi-yaml`: kebab-case, unique. */
  readonly name: string;
  /**
   * The first is sent; the others are aliases, matched only by name. A parameter (`;version=3.0`) is part of the type.
   */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Aliases that the bytes may be sent under when they were asked for. */
  readonly sendableAliases?: readonly string[];
  /** With its dot: `.openapi.json`. Unique. */
  readonly extension: string;
  readonly levels: readonly Level[];
  /** True: it is made of words of ours, once in each language of the site. */
  readonly isInWords?: true;
}

/**
 * One representation of the documentation. A folder below `formats/` with one such object and one line in the registry
 * adds a format: negotiation, twins, alternates, artifacts and the 406 list all read the registry.
 */
export interface Format extends DocumentFile {
  /** For menus: `OpenAPI 3.1, YAML`. */
  readonly title: string;
  /** Class identifier by which configuration names it: `Platform\Documentation\Json\ViewModel`. */
  readonly viewModel: string;
  /**
   * Media types of the format with parameters that they mean though they are sent without them: a client that asks for
   * other values does not get this format.
   */
  readonly spelledOut?: readonly string[];
  /** True: it describes an API for programs, beside what names no relation of its own (RFC 8631 §2). */
  readonly isServiceDescription?: boolean;
  /**
   * The whole document as text, ending in a line break; same document, same text.
   * Null for `html`, which the views render. Of custom formats never called: see {@link respond}.
   */
  readonly render: ((document: Document, site: Site) => string) | null;
  /** Replaces {@link render} in custom formats: text or bytes, now or later, with the header fields that go with it. */
  readonly respond?: (document: Document, site: Site) => RenderedDocument | Promise<RenderedDocument>;
  /** True: API-level documents are written at build time; false: derived on request, as service-level ones are. */
  readonly writtenAtBuild: boolean;
}

/** Part of a format that renders documents. */
export type RenderingFormat = Pick<Format, 'name' | 'render' | 'respond'>;

/** A document as it is sent. */
export interface RenderedDocument {
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Names and values in turn; a Content-Type takes the place of the format's. */
  readonly headers: readonly string[];
}

/**
 * One document in one format; a promise only where a custom format is asynchronous.
 * @throws for formats that the views render; {@link FormatError} for a custom format that failed, which may reject as
 * well
 */
export function renderDocument(
  format: RenderingFormat,
  document: Document,
  site: Site,
): RenderedDocument | Promise<RenderedDocument> {
  if (format.respond !== undefined) return format.respond(document, site);
  if (format.render === null) throw new Error(`The format ${format.name} has no text of its own.`);
  return { content: format.render(document, site), headers: [] };
}

/** A custom format failed at one document; everything else is as it was. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly format: string;
  readonly place: string;

  /**
   * @param path of the document, as in its URL
   * @param place of what is wrong: key of the configuration, file, line
   */
  constructor(format: string, path: string, place: string, cause: unknown) {
    super(
      `${place}: The format ${format} cannot render ${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
    this.format = format;
    this.place = place;
  }
}
