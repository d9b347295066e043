import type { Configuration } from '../configuration.ts';
import { filePath, httpUrl, line, text } from '../scalars.ts';
import type { MapOf } from '../schema.ts';
import { list, map } from '../schema.ts';

/** Stands where nobody has configured one. */
const DEFAULT_TITLE = 'API documentation';
const PUBLIC = 'public';

const keys = {
  title: line('a name such as Example APIs'),
  introduction: text('Markdown text, such as "The APIs of our shop."'),
  base_url: httpUrl('a URL such as https://api.example.com'),
  access: line('"public" or the name of an adapter'),
  formats: list('a list such as [config/formats/asciidoc.ts]', filePath('the path of a module such as config/formats/asciidoc.ts')),
};

/** `platform-documentation`. */
export const documentationSection = map(keys);

export function toSite(section: MapOf<typeof keys> | undefined): Configuration['site'] {
  const introduction = section?.introduction?.trim() ?? '';
  return {
    title: section?.title?.trim() ?? DEFAULT_TITLE,
    ...(introduction === '' ? {} : { introduction }),
    baseUrl: section?.base_url ?? '',
  };
}

/** @param isNamed whether the key is there: a wrong value, or none, never makes the documentation public */
export function toAccess(section: MapOf<typeof keys> | undefined, isNamed: boolean): Configuration['access'] {
  const written = section?.access ?? (isNamed ? '' : PUBLIC);
  return written === PUBLIC ? { kind: 'public' } : { kind: 'adapter', name: written };
}
