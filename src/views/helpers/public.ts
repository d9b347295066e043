/** Exports of `platform-documentation/helpers`, which view scripts import. */
export type { Api } from '../../model/api.ts';
export type { Operation } from '../../model/operation.ts';
export type { DocumentPage, Page } from '../../model/page/document.ts';
export type { ViewVariables } from '../../model/page/view-variables.ts';
export type { ApiListEntry } from '../../model/records.ts';
export type { Service } from '../../model/service.ts';
export { docAcceptHeaders } from './doc-accept-headers.ts';
export { docContentTypeHeaders } from './doc-content-type-headers.ts';
export { docServicePath } from './doc-service-path.ts';
export { docStatusCodes } from './doc-status-codes.ts';
export { docTransformDescription } from './doc-transform-description.ts';
export { escapeHtml, Markup } from './markup.ts';
