import type { CallAddress } from '../model/call-address.ts';
import { callAddress } from '../model/call-address.ts';
import type { ServerObject } from '../model/openapi-objects.ts';
import type { Operation } from '../model/operation.ts';

/** Where `npm start` serves: what samples call when neither configuration nor descriptor name a host. */
const LOCAL_ORIGIN = 'http://127.0.0.1:4321';

/** A path of this site as a whole address. */
export function absoluteUrl(url: string): string {
  return (url.startsWith('/') ? LOCAL_ORIGIN + url : url).replaceAll("'", '%27');
}

/** Where an operation is called, as a whole address: also where this site's own is not configured. */
export function wholeCallAddress(operation: Operation, baseUrl: string): CallAddress {
  return callAddress(operation, baseUrl === '' ? LOCAL_ORIGIN : baseUrl);
}

/** `region: eu (default) or us`; one line for each variable. */
export function variableWords({ variables = {} }: ServerObject): readonly string[] {
  return Object.entries(variables).map(([name, variable]) => {
    const others = (variable.enum ?? []).filter((value) => value !== variable.default);
    return `${name}: ${[`${variable.default} (default)`, ...others].join(' or ')}`;
  });
}
