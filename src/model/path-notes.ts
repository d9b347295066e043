import { isExtension } from './extensions.ts';
import type { Extensible } from './openapi-objects.ts';
import { isRecord } from './schema/json-values.ts';

/**
 * Notes of a service's paths, beside its operations. A path is repeated when several objects describe it, in their
 * order.
 */
export type PathNotes = readonly { readonly path: string; readonly notes: Readonly<Record<string, unknown>> }[];

interface ServiceTexts {
  readonly summary: string | null;
  readonly description: string | null;
  readonly extensions: Extensible;
}

/** The first path of a service speaks for it; what another one says differently is kept under its path. */
export function textsOfPaths(paths: PathNotes): ServiceTexts {
  const texts: Record<'summary' | 'description', string | null> = { summary: null, description: null };
  const extensions: Record<`x-${string}`, unknown> = {};
  for (const { path, notes } of paths) {
    const others: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(notes)) {
      if (key === 'summary' || key === 'description') {
        if (texts[key] === null) texts[key] = String(value);
        else if (texts[key] !== value) others[key] = value;
      } else if (isExtension(key)) {
        if (!Object.hasOwn(extensions, key)) extensions[key] = value;
        else if (extensions[key] !== value) others[key] = value;
      }
    }
    if (Object.keys(others).length === 0) continue;
    const known = extensions['x-platform-paths'];
    extensions['x-platform-paths'] = { ...(isRecord(known) ? known : {}), [path]: others };
  }
  return { ...texts, extensions };
}
