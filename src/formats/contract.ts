import type { Level } from '../model/locations.ts';
import type { Document } from '../presentation/page-data/document.ts';
import type { Site } from '../presentation/page-data/site.ts';

/** A form of documents as files, which clients request by a media type or by the extension of an address. */
export interface DocumentFile {
  /** `json`, `openapi-yaml`: kebab-case, unique. */
  readonly name: string;
  /**
   * The first is sent; the others are aliases, which match only requests that name them. A parameter (`;version=3.0`)
   * is part of the type.
   */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Aliases that the file is sent as when a request names them; the other aliases are answered with the first type. */
  readonly sendableAliases?: readonly string[];
  /** With its dot: `.openapi.json`. Unique. */
  readonly extension: string;
  readonly levels: readonly Level[];
  /** True: it has texts of this product, so that there is one in each language of the site. */
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
   * Media types with the parameters that they imply. They are sent without parameters, but a client that asks for
   * another value does not get this format.
   */
  readonly spelledOut?: readonly string[];
  /** True: the API catalog names it as the description of an API for programs (`service-desc`, RFC 8631 §2). */
  readonly isServiceDescription?: boolean;
  /**
   * Writes the whole document as text that ends in a line break; the same document gives the same text.
   * Null for `html`, which the views render. A custom format has {@link respond} instead, and this is never called.
   */
  readonly render: ((document: Document, site: Site) => string) | null;
  /** Writes documents of custom formats: as text or bytes with header fields, at once or as a promise. */
  readonly respond?: (document: Document, site: Site) => RenderedDocument | Promise<RenderedDocument>;
  /** True: API-level documents are written at build time; false: derived on request, as service-level ones are. */
  readonly writtenAtBuild: boolean;
}

/** The members of a format that {@link renderDocument} needs. */
export type RenderingFormat = Pick<Format, 'name' | 'render' | 'respond'>;

/** A document as it is sent. */
export interface RenderedDocument {
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Names and values in turn; a Content-Type takes the place of the format's. */
  readonly headers: readonly string[];
}

/**
 * One document in one format; a promise only where a custom format is asynchronous.
 * @throws for formats that the views render; throws or rejects with {@link FormatError} for a custom format that failed
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

/** The failure of a custom format at one document; other documents and formats are not affected. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly format: string;
  readonly place: string;

  /**
   * @param path of the document, as in its URL
   * @param place of the fault: key of the configuration, file, line
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
