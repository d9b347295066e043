import { normalize } from 'node:path';
import { basePathOf, DOCUMENTATION_ROOT } from '../../model/locations.ts';
import { PUBLIC } from '../../options/access-records.ts';
import type { Place } from '../../options/place.ts';
import { filePath, flag, httpUrl, line, oneOf, text, UNPRINTABLE } from '../../options/scalars.ts';
import {
  about,
  type KeySchema,
  list,
  listOrOne,
  map,
  nameAll,
  record,
  refined,
  type Schema,
  textual,
  type ValueOf,
} from '../../options/schema.ts';
import { parseTarget, targetKey } from '../api-target.ts';
import type {
  Configuration,
  FormatModuleRecord,
  OpenInRecord,
  OverlaysRecord,
  SourceUrlRecord,
} from '../configuration.ts';
import type { Members } from '../members.ts';
import { checkSection } from './check.ts';
import { themeSection } from './theme.ts';
import { tryItSection } from './try-it.ts';

/** Placeholder for the URL of a page as Markdown. */
const PLACEHOLDER = '{url}';
const WRITTEN = /^https:\/\/[^\s\\{}]+\/[^\s\\{}]*(?:\{url\}[^\s\\{}]*)+$/i;

const address = textual(
  'an address such as https://assistant.example/?q={url}',
  { pattern: '^[Hh][Tt][Tt][Pp][Ss]://.*\\{url\\}' },
  (value, wrong, quoted) => {
    const url = URL.parse(value.replaceAll(PLACEHOLDER, ''));
    // The URL may contain a password before `@`, so messages do not quote it.
    if (url !== null && (url.username !== '' || url.password !== ''))
      return wrong('It contains a user name or password.');
    if (url === null || !WRITTEN.test(value))
      return wrong(`${value.includes('@') ? 'It' : quoted(value)} is not an https URL with {url} after its host.`);
    return value;
  },
);

const both = map({ title: line('a name such as Assistant'), url: address });

const PROGRAM = 'a map such as { title: Assistant, url: "https://assistant.example/?q={url}" }';

/** Schema of a program that can open a page; both keys are required. */
const program: Schema<OpenInRecord> = refined(
  both,
  ({ title, url }, place, sourced) => {
    if (title !== undefined && url !== undefined) return { title: title.trim(), url };
    const isLeftOut = (key: string): boolean => sourced.kind !== 'map' || !sourced.entries.has(key);
    for (const key of ['title', 'url'].filter(isLeftOut)) place.complain(`It has no ${key}.`, `Write ${PROGRAM}.`);
    return undefined;
  },
  { expected: PROGRAM, json: { ...both.json, required: ['title', 'url'] } },
);

const openIn = list(`a list of ${PROGRAM.replace('a map', 'maps')}`, program);

const DEFAULT_TITLE = 'API documentation';
const DEFAULT_LOCALE = 'en';

/** Pattern of a BCP 47 tag without extensions and private-use subtags, which would not change the texts. */
const LANGUAGE_TAG =
  '^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*$';

const languageTag = textual(
  'the tag of a language, with a script, region or variant where it needs them, such as de or pt-BR',
  { pattern: LANGUAGE_TAG },
  (value, wrong) =>
    isLanguageTag(value)
      ? value
      : wrong('It is not the tag of a language (BCP 47) without extensions and private parts.'),
);

function isLanguageTag(value: string): boolean {
  try {
    return new RegExp(LANGUAGE_TAG).test(value) && Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

const MOST_NAME_CHARACTERS = 100;

const path = filePath('the path of a module such as config/formats/asciidoc.ts');

const formatModule = refined(path, (file, place) => ({ key: place.keys.at(-1) ?? '', file }));

const moduleName: KeySchema = {
  expected: 'a name such as asciidoc',
  problem: (name) =>
    /^[^\p{Cc}.]+$/u.test(name) && name.length <= MOST_NAME_CHARACTERS ? undefined : 'This name is not allowed.',
  json: { pattern: '^[^.]+$', maxLength: MOST_NAME_CHARACTERS },
};
const namedModules = record(moduleName, formatModule);
const listedModules = list('a map such as { asciidoc: config/formats/asciidoc.ts }, or a list of paths', formatModule);

/**
 * Schema of custom formats: a map by name, to which each configuration file can add entries; or a list, which replaces
 * the list of an earlier file.
 */
const formats: Schema<readonly FormatModuleRecord[]> = {
  expected: listedModules.expected,
  mayBeEmpty: true,
  json: { anyOf: [namedModules.json, listedModules.json] },
  read(sourced, place) {
    if (sourced.kind !== 'map') return listedModules.read(sourced, place);
    return [...(namedModules.read(sourced, place)?.values() ?? [])];
  },
};

const MOST_PATH_CHARACTERS = 200;
const SOURCE_PATH = '^(?:[^./\\\\][^/\\\\]*/)*[^./\\\\][^/\\\\]*\\.[A-Za-z]+$';

/** Key of a descriptor that is fetched: its path in the descriptor folder. */
const sourcePath: KeySchema = {
  expected: 'a path in api-descriptors such as library/v1.yaml',
  problem: (path) =>
    path.length <= MOST_PATH_CHARACTERS && new RegExp(SOURCE_PATH).test(path) && !UNPRINTABLE.test(path)
      ? undefined
      : 'This is not the path of a file there.',
  json: { pattern: SOURCE_PATH, maxLength: MOST_PATH_CHARACTERS },
};

/** Schema of a URL to fetch. It may contain a password or a token, so messages do not quote it. */
const sourceUrl = textual(
  'a URL such as https://api.example.com/openapi.yaml',
  { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
  (value, wrong) => {
    const url = URL.parse(value);
    if (url === null || !/^https?:$/.test(url.protocol)) return wrong('It is not an https URL.');
    if (url.username !== '' || url.password !== '') return wrong('It contains a user name or password.');
    return url.hash === '' ? value : wrong('It has a fragment.');
  },
);

const keys = {
  title: about('The name of the site, on every page.', line('a name such as Example APIs'), DEFAULT_TITLE),
  introduction: about('A text above the list of APIs.', text('Markdown text, such as "The APIs of our shop."')),
  base_url: about(
    'Where clients reach the site, with the path below which it stands: for links, and as the server of descriptors that name none.',
    httpUrl('a URL such as https://api.example.com'),
  ),
  access: about(
    'Who may read the documentation: everyone, or the users of one adapter.',
    line('"public" or the name of an adapter'),
    PUBLIC,
  ),
  audience: about(
    'Who reads the documentation: what descriptors mark with x-internal or x-audience is shown to these alone.',
    list('a list such as [internal, partners]', line('a name such as internal')),
  ),
  locales: about(
    'The languages of the pages, the first one where nothing else is asked for. Words of your own are in config/locales.',
    list('a list such as [en, de]', languageTag),
    [DEFAULT_LOCALE],
  ),
  discovery: about(
    'Whether the site answers `/llms.txt`, `/llms-full.txt`, `/sitemap.xml` and `/.well-known/api-catalog`. By default it does, but for an Astro site with pages of its own.',
    flag,
  ),
  mcp: about(
    'Whether programs of language models may query the documentation through the Model Context Protocol, at `/platform/documentation.mcp`. They read what its readers may read.',
    flag,
    true,
  ),
  laminas_addresses: about(
    'Whether addresses of Laminas API Tools lead here: `/api-tools/documentation`, `/api-tools/swagger`, `/api-tools/blueprint`, what is below them, and the same below `/apigility`.',
    flag,
    false,
  ),
  open_in: about(
    'Programs in which the menu of formats opens a page: `{url}` stands for the percent-encoded address of its Markdown. Needs `base_url`.',
    openIn,
  ),
  try_it: about(
    'APIs whose operations readers may call from their pages, and where: at the origin of the documentation (self), at ' +
      "servers of the descriptor whose origins are listed. These enter the pages' connect-src, and nothing else does " +
      'but origins of log-ins.',
    tryItSection,
  ),
  overlays: about(
    'OpenAPI Overlays of APIs that cannot name what they extend, in their order. The files are among the descriptors.',
    record(
      targetKey,
      listOrOne('a path or a list of paths', filePath('a path such as api-descriptors/public.overlay.yaml')),
    ),
  ),
  sources: about(
    'Descriptors at URLs, which `platform-docs fetch` writes to the paths that are the keys. No other command fetches them.',
    record(sourcePath, sourceUrl),
  ),
  theme: themeSection,
  formats: about('Modules with formats of your own.', formats),
};

/** Schema of `platform-documentation`. */
export function documentationSection({ samples, rules }: Pick<Members, 'samples' | 'rules'>) {
  return map({
    ...keys,
    samples: about(
      'Languages of the samples of each operation, the first one shown first. Samples of a descriptor come before them.',
      list(`a list of ${nameAll(samples.names)}`, oneOf(samples.names)),
      samples.fallback,
    ),
    check: checkSection(rules),
  });
}

type Section = ValueOf<ReturnType<typeof documentationSection>>;

export function toSite(section: Section | undefined): Configuration['site'] {
  const introduction = section?.introduction?.trim() ?? '';
  return {
    title: section?.title?.trim() ?? DEFAULT_TITLE,
    ...(introduction === '' ? {} : { introduction }),
    ...((section?.audience ?? []).length === 0 ? {} : { audience: section?.audience ?? [] }),
    ...((section?.open_in ?? []).length === 0 ? {} : { openIn: section?.open_in ?? [] }),
    ...(section?.samples === undefined ? {} : { samples: [...new Set(section.samples)] }),
    baseUrl: section?.base_url ?? '',
  };
}

/**
 * Checks settings that repeat the path of `base_url`: it belongs to no other path, and a rule that contains it protects
 * nothing.
 * @param placeOf returns the place of keys
 */
export function checkBasePath(
  { site, authentication }: Pick<Configuration, 'site' | 'authentication'>,
  placeOf: (keys: readonly string[]) => Place,
): void {
  const base = basePathOf(site.baseUrl).toLowerCase();
  if (base.endsWith(DOCUMENTATION_ROOT))
    placeOf(['platform-documentation', 'base_url']).complain(
      `The documentation is at ${DOCUMENTATION_ROOT} below this address.`,
      `Write "${site.baseUrl.slice(0, -DOCUMENTATION_ROOT.length)}".`,
    );
  for (const { pattern } of base === '' ? [] : authentication.paths)
    if (`${pattern.toLowerCase()}/`.startsWith(`${base}/`))
      placeOf(['platform-mvc-auth', 'authentication', 'paths', pattern]).complain(
        `Paths are written without that of base_url, ${base}.`,
        `Write "${pattern.slice(base.length) || '/**'}".`,
      );
}

export function toOverlays(section: Section | undefined): readonly OverlaysRecord[] {
  return [...(section?.overlays ?? [])].map(([written, files]) => ({
    ...parseTarget(written),
    files: files.map((file) => normalize(file).replaceAll('\\', '/')),
  }));
}

export function toSources(section: Section | undefined): readonly SourceUrlRecord[] {
  return [...(section?.sources ?? [])].map(([path, url]) => ({ path, url }));
}

/** Canonical language tags in the configured order, without duplicates. */
export function toLocales(section: Section | undefined): readonly string[] {
  const written = (section?.locales ?? []).flatMap((tag) => Intl.getCanonicalLocales(tag));
  return written.length === 0 ? [DEFAULT_LOCALE] : [...new Set(written)];
}

/** @param isNamed true if the key exists: then an invalid or missing value does not make the documentation public */
export function toAccess(section: Section | undefined, isNamed: boolean): Configuration['access'] {
  const written = section?.access ?? (isNamed ? '' : PUBLIC);
  return written === PUBLIC ? { kind: 'public' } : { kind: 'adapter', name: written };
}
