import type { IncomingMessage } from 'node:http';

/**
 * Routes of the site have the identity in their locals; what a client calls itself must not look like one (DESIGN §8).
 */
export function forgetPlatformFields(request: IncomingMessage): void {
  const isPlatforms = (name: string): boolean => /^x[^a-z0-9]platform[^a-z0-9]/i.test(name);
  for (const name of Object.keys(request.headers)) if (isPlatforms(name)) delete request.headers[name];
  request.rawHeaders = request.rawHeaders.filter((_, index, all) => !isPlatforms(all[index - (index % 2)] ?? ''));
}
