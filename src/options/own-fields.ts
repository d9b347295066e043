import { matching, refined, type Schema } from './schema.ts';

/**
 * Framing, credentials, cross-origin access: header fields that this server alone writes, which no configuration lets
 * pass from elsewhere.
 */
const OWN = new RegExp(
  `^(?:${[
    'connection|keep-alive|proxy-(?!status$).*|te|transfer-encoding|upgrade|http2-settings',
    'www-authenticate|authentication-info|access-control-.*|x-platform-.*|x-content-type-options',
  ].join('|')})$`,
);

/**
 * Further fields of requests that this server writes anew, or that make frameworks answer for another method, path or
 * caller.
 */
const OWN_OF_REQUESTS = new RegExp(
  `^(?:${[
    'content-length|expect|host|via|x-forwarded-(?:for|proto|host)',
    'x-(?:http-)?method(?:-override)?|x-original-(?:method|uri|url)|x-rewrite-url|x-(?:middleware|astro)-.*',
    // Programs behind gateways take it for the variable HTTP_PROXY.
    'proxy',
  ].join('|')})$`,
);

const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The name of a header field as the most careless program would read it: without case, all signs alike. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
}

/** @param plain as {@link plainName} has it */
export function isOwnField(plain: string): boolean {
  return OWN.test(plain);
}

/** @param plain as {@link plainName} has it */
export function isOwnRequestField(plain: string): boolean {
  return isOwnField(plain) || OWN_OF_REQUESTS.test(plain);
}

/**
 * The name of a header field in the configuration.
 * @param isOwn those that it must not name, by their plain names; `why` is the problem
 */
export function fieldName(
  expected: string,
  isOwn: (plain: string) => boolean,
  why = 'This server writes that field itself.',
): Schema<string> {
  return refined(matching(expected, FIELD_NAME, 'It is not the name of a header field.'), (name, place) =>
    isOwn(plainName(name)) ? place.complain(why, `Write ${expected}.`) : name,
  );
}
