import type { Level } from '../model/locations.ts';
import type { Document } from '../presentation/page-data/document.ts';
import type { Site } from '../presentation/page-data/site.ts';

/** Kind of file in which documents are published; clients request it by media type or by URL extension. */
export interface DocumentFile {
  /** Unique name in kebab-case, such as `openapi-yaml`. */
  readonly name: string;
  /**
   * The first type is sent as the Content-Type. The others are aliases and match only requests that name them.
   * A parameter (`;version=3.0`) is part of the type.
   */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Aliases that become the Content-Type when a request names them; for other aliases the first type is sent. */
  readonly sendableAliases?: readonly string[];
  /** Unique file extension with its leading dot: `.openapi.json`. */
  readonly extension: string;
  readonly levels: readonly Level[];
  /** True: the file contains text of this product and is written once for each language of the site. */
  readonly isInWords?: true;
}

/**
 * Format of the documentation. A folder below `formats/` with one such object, and one line in the registry, add a
 * format: negotiation, URLs with extensions, alternate links, artifacts and the list in 406 responses use the registry.
 */
export interface Format extends DocumentFile {
  /** Title in menus: `OpenAPI 3.1, YAML`. */
  readonly title: string;
  /** Class identifier of the format in configuration: `Platform\Documentation\Json\ViewModel`. */
  readonly viewModel: string;
  /**
   * Media types with their implied parameters. The Content-Type omits these parameters, but a request for another
   * parameter value does not match this format.
   */
  readonly spelledOut?: readonly string[];
  /** True: the API catalog lists this format as machine-readable API description (`service-desc`, RFC 8631 §2). */
  readonly isServiceDescription?: boolean;
  /**
   * Writes a document as text that ends in a line break; the same document always gives the same text.
   * Null for `html`, which the views render. For a custom format {@link respond} is called instead.
   */
  readonly render: ((document: Document, site: Site) => string) | null;
  /** Writes a document of a custom format as text or bytes with header fields, synchronously or as a promise. */
  readonly respond?: (document: Document, site: Site) => RenderedDocument | Promise<RenderedDocument>;
  /** True: API documents are written at build time. False: they are rendered on request, as service documents are. */
  readonly writtenAtBuild: boolean;
}

/** Members of a format that {@link renderDocument} needs. */
export type RenderingFormat = Pick<Format, 'name' | 'render' | 'respond'>;

/** Content and header fields of one response. */
export interface RenderedDocument {
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Alternating names and values; a Content-Type here replaces that of the format. */
  readonly headers: readonly string[];
}

/**
 * Renders a document in a format; the result is a promise only if a custom format is asynchronous.
 * @throws for formats that the views render; throws or rejects with {@link FormatError} when a custom format fails
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

/** Failure of a custom format to render one document; other documents and formats are not affected. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly format: string;
  readonly place: string;

  /**
   * @param path URL path of the document
   * @param place source of the error: configuration key, file, line
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
