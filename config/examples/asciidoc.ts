/**
 * A format of one's own: AsciiDoc, with a view model, a renderer and a strategy.
 *
 *   mkdir -p config/formats && cp config/examples/asciidoc.ts config/formats/
 *
 * Then write into config/autoload/global.yaml, with `formats:` below the `platform-documentation:` that is there
 * already:
 *
 *   platform-documentation:
 *     formats:
 *       asciidoc: config/formats/asciidoc.ts
 *   platform-content-negotiation:
 *     selectors:
 *       Documentation:
 *         Acme\AsciiDoc\ViewModel: [text/asciidoc]
 *
 * Last, `npm run build`, start the server again, and: curl -H 'Accept: text/asciidoc'
 * http://127.0.0.1:4321/platform/documentation/Library
 */
import type { Api, Renderer, ResponseEvent, Service } from 'platform-documentation/formats';
import {
  DOCUMENTATION_ROOT,
  defineFormat,
  documentPath,
  FormatStrategy,
  ViewModel,
} from 'platform-documentation/formats';

const EXTENSION = '.adoc';

/** By its class the strategy knows what is to be AsciiDoc; what it shows, all view models have. */
class AsciiDocModel extends ViewModel {}

/** A view model as text. */
const renderer: Renderer = {
  render({ document, site }) {
    switch (document.level) {
      case 'list':
        return page(
          site.title,
          document.entries.map(({ name, defaultVersion: version, title }) =>
            linkTo({ level: 'api', api: name, version }, title),
          ),
        );
      case 'api':
        return page(document.api.getTitle(), [
          ...paragraph(document.api.getDescription()),
          ...document.api.getServices().map((service) => serviceLink(document.api, service)),
        ]);
      case 'service':
        return page(document.service.getTitle(), [
          ...paragraph(document.service.getDescription()),
          ...operations(document.service),
          `link:${DOCUMENTATION_ROOT}[All APIs]`,
        ]);
      default:
        throw new Error(`AsciiDoc has no documents of the level ${document.level}.`);
    }
  },
};

/** Chooses the renderer for its models and completes their responses; it listens at the priority 200. */
class AsciiDocStrategy extends FormatStrategy {
  constructor(own: Renderer) {
    super(AsciiDocModel, own, 'text/asciidoc; charset=utf-8');
  }

  override injectResponse(event: ResponseEvent): void {
    super.injectResponse(event);
    if (this.remembered(event.request) === undefined) return;
    // A name from a descriptor may hold anything: what cannot stand in a header is left out.
    const name = (event.request.path.split('/').at(-1) ?? '').replaceAll(/[^\w.-]/g, '');
    event.response.headers.set('Content-Disposition', `inline; filename="${name}${EXTENSION}"`);
  }
}

export default defineFormat({
  name: 'asciidoc',
  title: 'AsciiDoc',
  viewModelName: 'Acme\\AsciiDoc\\ViewModel',
  viewModel: AsciiDocModel,
  extension: EXTENSION,
  levels: ['list', 'api', 'service'],
  renderer,
  strategy: (own) => new AsciiDocStrategy(own),
});

function page(title: string, parts: readonly string[]): string {
  return `= ${text(title)}\n\n${parts.map((part) => `${part}\n`).join('\n')}`;
}

function serviceLink(api: Api, service: Service): string {
  return linkTo({ level: 'service', ...api.place, name: service.getName() }, service.getTitle());
}

function linkTo(reference: Parameters<typeof documentPath>[0], title: string): string {
  return `* link:${documentPath(reference, EXTENSION)}[${text(title)}]`;
}

function operations(service: Service): readonly string[] {
  return service
    .getAllOperations()
    .flatMap((operation) => [
      `== ${text(`${operation.getHttpMethod()} ${operation.getPath()}`)}`,
      ...paragraph(operation.getDescription()),
      ...operation.getResponseStatusCodes().map(({ code, message }) => `${code}:: ${text(message)}`),
    ]);
}

function paragraph(description: string | null): readonly string[] {
  return description === null || description.trim() === '' ? [] : [text(description)];
}

/**
 * Descriptors hold any text: all but letters, digits and blanks is written as character references, which mean nothing
 * to AsciiDoc.
 */
function text(any: string): string {
  return any
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
}
