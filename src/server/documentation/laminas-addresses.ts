import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import { redirectionHeaders } from '../answers/headers.ts';
import type { Route } from '../runtime.ts';

/** Addresses of Laminas API Tools, once Apigility: below each of them, names and versions are written as here. */
const OLD = /^\/(?:api-tools|apigility)\/(?:documentation|swagger|blueprint)(?=[/?]|$)/;

/** Redirects old addresses to the documents, whose formats are negotiated as before. */
export const laminasAddresses: Route = ({ asked: { target } }) =>
  OLD.test(target)
    ? { kind: 'bytes', status: 308, headers: redirectionHeaders(target.replace(OLD, DOCUMENTATION_ROOT)), body: null }
    : null;
