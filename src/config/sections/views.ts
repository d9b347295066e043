import type { SelectorRecord } from '../configuration.ts';
import { filePath } from '../scalars.ts';
import { list, map, record, scalar } from '../schema.ts';

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

const nameProblem = (name: string): string | undefined => (name.trim() === '' || /\p{Cc}/u.test(name) ? 'This cannot be a name.' : undefined);

const mediaType = scalar('a media type such as application/raml+yaml', (value, wrong) => {
  if (typeof value !== 'string') return wrong('It must be text.');
  return MEDIA_TYPE.test(value) ? value : wrong(`${JSON.stringify(value)} is no media type.`);
});

/** `view_manager`. */
export const viewManagerSection = map({
  template_map: record('the name of a template, such as platform-documentation/show', nameProblem, filePath('a path such as templates/Show.astro')),
});

const viewModels = record('the name of a view model', nameProblem, list('a list such as [application/raml+yaml]', mediaType));

/** `platform-content-negotiation`. */
export const negotiationSection = map({ selectors: record('the name of a selector, such as Documentation', nameProblem, viewModels) });

export function toSelectors(selectors: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> | undefined): readonly SelectorRecord[] {
  return [...(selectors ?? [])].map(([name, models]) => ({ name, viewModels: [...models].map(([model, mediaTypes]) => ({ name: model, mediaTypes })) }));
}
