import { readFileSync } from 'node:fs';
import { formatTarget } from '../config/api-target.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import type { DescriptorSet } from '../descriptors/folder-reading.ts';
import { checkLanguageTwins } from '../descriptors/name-checks.ts';
import { Api } from '../model/api.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Language } from '../model/language.ts';
import { GUIDE_FILES, OPERATION_SCRIPT_PATH } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import { entryFor, isAbout } from '../options/access-records.ts';
import type { ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
import type { Site, SiteTrying } from '../presentation/page-data/site.ts';
import { siteLogIn } from '../presentation/trying/log-ins.ts';
import { offeredBy, trialWords } from '../presentation/trying/trial.ts';
import { paletteTexts } from '../search/palette-texts.ts';
import { visibleRecord, visibleRecords } from '../store/visible-record.ts';
import { ENGLISH, wordsOf } from '../words/words.ts';
import { knowsAll } from './access-rule.ts';
import { readLanguages } from './read-languages.ts';
import { Assets, brandWarnings, readTheme, type ThemeAsset, toAsset } from './theme/read-theme.ts';

interface SiteReading {
  readonly site: Site;
  /** Files that pages load, by URL path. */
  readonly assets: ReadonlyMap<string, ThemeAsset>;
  /** All APIs except those with a name that equals the URL of another page in a language. */
  readonly apis: readonly ApiRecord[];
  /** Problems with names that equal the URL of another page. */
  readonly twins: readonly Diagnostic[];
  readonly problems: readonly ConfigurationProblem[];
  readonly warnings: readonly ConfigurationWarning[];
}

/** Reads the data that all pages share: theme, languages, APIs that pages can call, and files of guides. */
export function readSite(
  projectFolder: string,
  reading: ConfigurationReading,
  descriptors: DescriptorSet,
): SiteReading {
  const { configuration } = reading;
  const { theme, assets, problems: themeProblems } = readTheme(projectFolder, reading);
  const { languages, problems: languageProblems, warnings } = readLanguages(projectFolder, reading);
  const twins = checkLanguageTwins(descriptors.apis, languages?.slice(1).map(({ tag }) => tag) ?? []);
  const apis = descriptors.apis.filter(({ source }) => !twins.some(({ file }) => file === source.file));
  const texts = new Assets();
  const textsOf = (name: string, textsIn: TextsIn): Readonly<Record<string, string>> =>
    publishTexts(texts, name, languages ?? [ENGLISH], textsIn);
  texts.byPath.set(OPERATION_SCRIPT_PATH, operationScript(languages ?? [ENGLISH]));
  const apisToTry = triedApis(configuration, apis);
  return {
    site: {
      ...configuration.site,
      ...(theme && { theme }),
      ...(languages && { languages }),
      searchTexts: textsOf('search', paletteTexts),
      ...(apisToTry.length > 0 && { trying: { apis: apisToTry, words: textsOf('try-it', trialWords) } }),
    },
    assets: new Map([...assets, ...texts.byPath, ...shownFiles(descriptors, apis, configuration)]),
    apis,
    twins,
    problems: [...themeProblems, ...languageProblems],
    warnings: [...brandWarnings(reading), ...warnings, ...logInWarnings(reading, apisToTry)],
  };
}

/** APIs that pages can call, by `platform-documentation.try_it`, with what their visible operations need of it. */
function triedApis(configuration: Configuration, apis: readonly ApiRecord[]): SiteTrying['apis'] {
  const { tryIt, services, authentication, site } = configuration;
  const isElsewhere = knowsAll(services);
  const named = apis.filter(({ name }) => tryIt.some(({ api }) => api === name));
  return visibleRecords(named, site.audience).flatMap((record) => {
    const { name, version } = record;
    const entry = entryFor(tryIt, name, version);
    if (entry === undefined || record.services.length === 0) return [];
    const isMapped = (entryFor(authentication.map, name, version)?.adapters ?? []).length > 0;
    const ownLogIn = isElsewhere(name, version) && !isMapped ? { hasOwnLogIn: true as const } : {};
    const api = new Api(record);
    const { isHere, isViaServer } = entry;
    const offered = offeredBy(api, { isHere, origins: entry.origins, ...ownLogIn });
    const used = entry.logIns.filter(({ scheme }) => offered.schemes.has(scheme));
    const logIns = used.flatMap((configured) => siteLogIn(configured, api.components) ?? []);
    return [
      {
        name,
        version,
        isHere,
        origins: entry.origins.filter((origin) => offered.origins.has(origin)),
        ...(isViaServer && { isViaServer: true as const, fields: [...offered.fields] }),
        ...ownLogIn,
        ...(logIns.length > 0 && { logIns }),
      },
    ];
  });
}

/** Reports log-ins that no page offers. */
function logInWarnings(reading: ConfigurationReading, tried: SiteTrying['apis']): readonly ConfigurationWarning[] {
  return reading.configuration.tryIt.flatMap((entry) => {
    const about = tried.filter(({ name, version }) => isAbout(entry, name, version));
    const offered = new Set(about.flatMap(({ logIns }) => logIns?.map(({ scheme }) => scheme) ?? []));
    const unused = about.length === 0 ? [] : entry.logIns.filter(({ scheme }) => !offered.has(scheme));
    return unused.map(({ scheme }) => {
      const keys = ['platform-documentation', 'try_it', formatTarget(entry), 'log_ins', scheme];
      return {
        ...{ file: reading.fileOf(keys), line: 0, column: 0, path: keys.join('.') },
        message:
          'No operation on the pages needs an OAuth 2 or OpenID Connect scheme of this name with an address at these origins.',
        remedy: 'Write the name of a scheme, and the origins of its tokenUrl, openIdConnectUrl or oauth2MetadataUrl.',
      };
    });
  });
}

/** Texts of a script in one language, by key. */
type TextsIn = (language: Language) => Readonly<Record<string, string>>;

/**
 * Publishes the texts of a script, one file for each language, so that pages do not repeat them.
 * @returns map of language tag → URL path
 */
function publishTexts(
  assets: Assets,
  name: string,
  languages: readonly Language[],
  textsIn: TextsIn,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    languages.map((language) => {
      const text = JSON.stringify(textsIn(language));
      return [language.tag, assets.addText(`${name}.${language.tag}.json`, text)];
    }),
  );
}

const OPERATION_SCRIPT = new URL('../views/scripts/platform-operation.mjs', import.meta.url);
/** Comments on lines of their own, and spaces before code. */
const NOT_SENT = /^ *(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n|^ +/gm;

/** Script with which pages of other sites show an operation, with what it says in each language. */
function operationScript(languages: readonly Language[]): ThemeAsset {
  const code = readFileSync(OPERATION_SCRIPT, 'utf8').replaceAll(NOT_SENT, '');
  const failed = languages.map((language) => [language.tag, wordsOf({ language }).say('frame.notLoaded')]);
  const bytes = new TextEncoder().encode(`${code}define(${JSON.stringify(Object.fromEntries(failed))});\n`);
  return { mediaType: 'text/javascript; charset=utf-8', bytes };
}

const GUIDE_FILE = new RegExp(`${GUIDE_FILES}[\\w.-]+`, 'g');

/** Returns the files that visible guides refer to. */
function shownFiles(
  { linked }: DescriptorSet,
  apis: readonly ApiRecord[],
  { site }: Configuration,
): readonly (readonly [string, ThemeAsset])[] {
  if (linked.size === 0) return [];
  const guides = apis.flatMap((record) => visibleRecord(record, site.audience)?.guides ?? []);
  const shown = new Set(guides.flatMap(({ text }) => text.match(GUIDE_FILE) ?? []));
  return [...linked].filter(([path]) => shown.has(path)).map(([path, bytes]) => [path, toAsset(path, bytes)]);
}
