import type { Configuration } from '../config/configuration.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import type { DescriptorSet } from '../descriptors/folder-reading.ts';
import { checkLanguageTwins } from '../descriptors/name-checks.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Language } from '../model/language.ts';
import { GUIDE_FILES } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import { entryFor } from '../options/access-records.ts';
import type { ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
import type { Site, SiteTrying } from '../presentation/page-data/site.ts';
import { trialWords } from '../presentation/trying/trial.ts';
import { visibleRecord } from '../store/visible-record.ts';
import { ENGLISH } from '../words/words.ts';
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
  const refused = new Set(twins.map(({ file }) => file));
  const apis = descriptors.apis.filter(({ source }) => !refused.has(source.file));
  const { trying, assets: tryingAssets } = readTrying(configuration, apis, languages);
  return {
    site: {
      ...configuration.site,
      ...(theme && { theme }),
      ...(languages && { languages }),
      ...(trying && { trying }),
    },
    assets: new Map([...assets, ...tryingAssets, ...shownFiles(descriptors, apis, configuration)]),
    apis,
    twins,
    problems: [...themeProblems, ...languageProblems],
    warnings: [...brandWarnings(reading), ...warnings],
  };
}

interface TryingReading {
  /** APIs that pages can call; undefined if there are none. */
  readonly trying: SiteTrying | undefined;
  /** Files by URL path; each contains the texts of the script in one language. */
  readonly assets: ReadonlyMap<string, ThemeAsset>;
}

/** Applies `platform-documentation.try_it` to the described APIs. */
function readTrying(
  { tryIt }: Configuration,
  apis: readonly ApiRecord[],
  languages: readonly Language[] | undefined,
): TryingReading {
  const tried = apis.flatMap(({ name, version }) => {
    const entry = entryFor(tryIt, name, version);
    return entry === undefined ? [] : [{ name, version, isHere: entry.isHere, origins: entry.origins }];
  });
  const assets = new Assets();
  if (tried.length === 0) return { trying: undefined, assets: assets.byPath };
  const words = (languages ?? [ENGLISH]).map((language) => {
    const text = JSON.stringify(trialWords(language));
    return [language.tag, assets.addText(`try-it.${language.tag}.json`, text)] as const;
  });
  return { trying: { apis: tried, words: Object.fromEntries(words) }, assets: assets.byPath };
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
