/**
 * Imports of the configuration of an Astro site. They are never run: only types are checked, where the package is
 * installed.
 */
import type { AstroIntegration } from 'astro';
import { platformDocumentation } from 'platform-documentation/integration';

export const integrations: readonly AstroIntegration[] = [
  platformDocumentation(),
  platformDocumentation({ layout: '/src/layouts/Site.astro' }),
];

// @ts-expect-error: what has no types would be a text, too.
export const notText: string = platformDocumentation();
