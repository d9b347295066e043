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

/** The name of a header field as the most careless program would read it: without case, all signs alike. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
}

/** @param plain as {@link plainName} has it */
export function isOwnField(plain: string): boolean {
  return OWN.test(plain);
}
