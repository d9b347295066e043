import type { Configuration } from '../config/configuration.ts';
import type { Language } from '../model/language.ts';
import type { ApiRecord } from '../model/records.ts';
import { entryFor } from '../options/access-records.ts';
import type { SiteTrying } from '../presentation/page-data/site.ts';
import { trialWords } from '../presentation/trying/trial-words.ts';
import { ENGLISH } from '../words/words.ts';
import { Assets, type ThemeAsset } from './theme/read-theme.ts';

interface TryingReading {
  /** Undefined where nothing may be called from pages. */
  readonly trying: SiteTrying | undefined;
  /** Keys are URL paths. Each file has the texts of the script in one language. */
  readonly assets: ReadonlyMap<string, ThemeAsset>;
}

/** `platform-documentation.try_it` for the APIs that there are. */
export function readTrying(
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
