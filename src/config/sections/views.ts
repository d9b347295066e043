import { filePath } from '../../options/scalars.ts';
import { about, type KeySchema, list, map, nameAll, record, refined, textual } from '../../options/schema.ts';
import type { SelectorRecord } from '../configuration.ts';

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/** Names of templates that a project can replace: `show`, the entry template, and the templates that it imports. */
const TEMPLATE_NAMES = [
  'platform-documentation/show',
  'platform-documentation/layout',
  'platform-documentation/api-list',
  'platform-documentation/api',
  'platform-documentation/service',
  'platform-documentation/operation',
] as const;

export type TemplateName = (typeof TEMPLATE_NAMES)[number];

const templateName: KeySchema = {
  expected: `one of ${nameAll(TEMPLATE_NAMES)}`,
  problem: (name) => (TEMPLATE_NAMES.some((known) => known === name) ? undefined : 'There is no such template.'),
  json: { enum: TEMPLATE_NAMES },
};

const templatePath = filePath('a path such as templates/Show.astro');

/** Schema of a template path, which must end with `.astro`: other files cannot be compiled. */
const template = refined(
  templatePath,
  (path, place) =>
    path.endsWith('.astro') ? path : place.complain('It is not an .astro file.', `Write ${templatePath.expected}.`),
  { ...templatePath, json: { allOf: [templatePath.json, { pattern: '(?:\\.astro|\\})$' }] } },
);

/** Same limit as for adapter names; YAML allows at most 1024 characters in a key. */
const MOST_NAME_CHARACTERS = 100;
/** Names of view models may be longer, since they include namespaces. */
const MOST_MODEL_CHARACTERS = 255;
/** Maximum length of a media type: RFC 6838 §4.2 allows 127 characters on each side of the slash. */
const MOST_TYPE_CHARACTERS = 255;

const name = (example: string, most: number): KeySchema => ({
  expected: `the name of ${example}, of up to ${most} characters`,
  problem: (written) =>
    written.trim() === '' || written.length > most || /\p{Cc}/u.test(written) ? 'This name is not allowed.' : undefined,
  json: { pattern: '\\S', maxLength: most },
});

const mediaType = textual(
  'a media type such as application/raml+yaml',
  { pattern: MEDIA_TYPE.source, maxLength: MOST_TYPE_CHARACTERS },
  (value, wrong, quoted) => {
    if (value.length > MOST_TYPE_CHARACTERS) return wrong(`It has more than ${MOST_TYPE_CHARACTERS} characters.`);
    return MEDIA_TYPE.test(value) ? value : wrong(`${quoted(value)} is not a media type.`);
  },
);

/** Schema of `view_manager`. */
export const viewManagerSection = map({
  template_map: about(
    'Your own templates, each under the name of the one that it replaces.',
    record(templateName, template),
  ),
});

const viewModels = record(
  name('a view model', MOST_MODEL_CHARACTERS),
  list('a list such as [application/raml+yaml]', mediaType),
);

/** Schema of `platform-content-negotiation`. */
export const negotiationSection = map({
  selectors: about(
    'Media types by the view model that answers them. They add to the media types of the formats.',
    record(name('a selector, such as Documentation', MOST_NAME_CHARACTERS), viewModels),
  ),
});

export function toSelectors(
  selectors: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> | undefined,
): readonly SelectorRecord[] {
  return [...(selectors ?? [])].map(([name, models]) => ({
    name,
    viewModels: [...models].map(([model, mediaTypes]) => ({ name: model, mediaTypes })),
  }));
}
