import { matching, refined, type Schema } from './schema.ts';

/**
 * Matches header fields that only this server sets (framing, credentials, cross-origin access). They are not forwarded
 * from clients or backends, in every configuration.
 */
const OWN = new RegExp(
  `^(?:${[
    'connection|keep-alive|proxy-(?!status$).*|te|transfer-encoding|upgrade|http2-settings',
    'www-authenticate|authentication-info|access-control-.*|x-platform-.*|x-content-type-options',
  ].join('|')})$`,
);

/**
 * Matches further request fields that are not forwarded: this server sets its own values, or frameworks would use the
 * values as another method, path or caller.
 */
const OWN_OF_REQUESTS = new RegExp(
  `^(?:${[
    'content-length|expect|host|via|x-forwarded-(?:for|proto|host|prefix)',
    'x-(?:http-)?method(?:-override)?|x-original-(?:method|uri|url)|x-rewrite-url|x-(?:middleware|astro)-.*',
    // CGI turns this field into the environment variable HTTP_PROXY ("httpoxy").
    'proxy',
  ].join('|')})$`,
);

const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Normalizes a header field name as CGI-like programs do: lower case, with each punctuation character as `-`. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
}

/** @param plain result of {@link plainName} */
export function isOwnField(plain: string): boolean {
  return OWN.test(plain);
}

/** @param plain result of {@link plainName} */
export function isOwnRequestField(plain: string): boolean {
  return isOwnField(plain) || OWN_OF_REQUESTS.test(plain);
}

/**
 * Creates the schema of a header field name in the configuration.
 * @param isOwn returns true for a name to refuse; gets the result of {@link plainName}
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
