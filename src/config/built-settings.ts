import type { Configuration } from './configuration.ts';

/** Settings that are part of what a build writes, by their keys: a running server has those of the build. */
const BUILT: readonly (readonly [keys: readonly string[], settingOf: (configuration: Configuration) => unknown])[] = [
  [['platform-documentation', 'title'], ({ site }) => site.title],
  [['platform-documentation', 'introduction'], ({ site }) => site.introduction],
  [['platform-documentation', 'base_url'], ({ site }) => site.baseUrl],
  [['platform-documentation', 'audience'], ({ site }) => site.audience],
  [['platform-documentation', 'check'], ({ check }) => check],
  [['platform-documentation', 'locales'], ({ locales }) => locales],
  [['platform-documentation', 'open_in'], ({ site }) => site.openIn],
  [['platform-documentation', 'samples'], ({ site }) => site.samples],
  [['platform-documentation', 'theme'], ({ theme }) => theme],
  [['platform-documentation', 'formats'], ({ formatModules }) => formatModules],
  [['platform-documentation', 'try_it'], ({ tryIt }) => tryIt],
  [['view_manager', 'template_map'], ({ templateMap }) => templateMap],
];

export const builtSettings: readonly string[] = BUILT.map(([keys]) => keys.join('.'));

/** The keys of the settings that differ and wait for a build. */
export function waitingForBuild(before: Configuration, after: Configuration): readonly (readonly string[])[] {
  return BUILT.flatMap(([keys, settingOf]) =>
    JSON.stringify(settingOf(before)) === JSON.stringify(settingOf(after)) ? [] : [keys],
  );
}
