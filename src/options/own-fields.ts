import { matching, refined, type Schema } from './schema.ts';

/**
 * Header fields that this server alone writes (framing, credentials, cross-origin access); no configuration forwards
 * them from a client or backend.
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
    // CGI programs read it as the environment variable HTTP_PROXY ("httpoxy").
    'proxy',
  ].join('|')})$`,
);

const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Folds the name of a header field as CGI-like programs do: case is ignored, and all punctuation is the same. */
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
 * Schema of a header field's name in the configuration.
 * @param isOwn recognises refused names, which {@link plainName} has folded; `why` is the message for them
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
