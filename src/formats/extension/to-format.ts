import type { Document, Site } from '../../model/document.ts';
import { referenceTo } from '../../model/document.ts';
import { documentPath } from '../../model/locations.ts';
import type { Format, RenderedText } from '../contract.ts';
import { FormatError } from '../contract.ts';
import type { CustomFormat } from './custom-format.ts';
import { jsonRenderer } from './renderer.ts';
import type { ViewRequest } from './view-events.ts';
import { ViewEvents } from './view-events.ts';
import { ViewResponse } from './view-response.ts';
import { FormatStrategy } from './view-strategy.ts';

/** At which view models get their own renderer where no strategy had one. */
const FALLBACK_PRIORITY = 100;

/** A custom format whose media types selectors may still change. */
export type FormatDraft = Omit<Format, 'mediaTypes'> & { readonly mediaTypes: readonly string[] };

/**
 * A custom format as the rest of the product knows formats. Each document goes through the events of a view that the format has for itself:
 * what is wrong with one format does not touch another.
 * @throws what making the strategy throws
 */
export function toFormat(custom: CustomFormat): FormatDraft {
  const renderer = custom.renderer ?? jsonRenderer;
  const events = new ViewEvents();
  custom.strategy?.(renderer).attach(events);
  new FormatStrategy(custom.viewModel, renderer).attach(events, FALLBACK_PRIORITY);
  const respond = (document: Document, site: Site): RenderedText => {
    try {
      return rendered(custom, events, document, site);
    } catch (error) {
      throw new FormatError(custom.name, documentPath(referenceTo(document)), error);
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
    render: (document, site) => respond(document, site).text,
    respond,
  };
}

function rendered(custom: CustomFormat, events: ViewEvents, document: Document, site: Site): RenderedText {
  const request: ViewRequest = Object.freeze({ path: documentPath(referenceTo(document)) });
  const model = new custom.viewModel({ document, site });
  const renderer = events.selectRenderer({ request, model });
  if (renderer === undefined) throw new TypeError('No strategy has a renderer for its view model.');
  const response = new ViewResponse(textFrom(renderer.render(model)));
  events.respond({ request, model, renderer, response });
  return { text: textFrom(response.content).toWellFormed(), headers: response.headers.toList() };
}

function textFrom(content: unknown): string {
  if (typeof content === 'string') return content;
  throw new TypeError(`Renderers give text, and this one gave ${content instanceof Promise ? 'a promise' : typeof content}.`);
}
