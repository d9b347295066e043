import type { Service } from '../../model/service.ts';
import { listGroupItems } from './list-group-items.ts';
import type { Markup } from './markup.ts';

/** The media types that requests to the service may have, as Bootstrap list items (specification §4.3). */
export function docContentTypeHeaders(service: Pick<Service, 'getRequestContentTypes'>): Markup {
  return listGroupItems(service.getRequestContentTypes());
}
