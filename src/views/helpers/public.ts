/** What view scripts import as `platform-documentation/helpers`. */
export { docAcceptHeaders } from './doc-accept-headers.ts';
export { docContentTypeHeaders } from './doc-content-type-headers.ts';
export { docServicePath } from './doc-service-path.ts';
export { docStatusCodes } from './doc-status-codes.ts';
export { docTransformDescription } from './doc-transform-description.ts';
export { escapeHtml, Markup } from './markup.ts';
