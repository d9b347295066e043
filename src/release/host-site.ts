import { statSync } from 'node:fs';

/**
 * Problems of the documentation or of the surrounding site, one line each; nothing was published. The empty stack keeps
 * Astro from printing a stack trace and the hint about browsers that it adds to errors with “document”.
 */
export class DocumentationError extends Error {
  override readonly stack = '';

  override toString(): string {
    return 'Error';
  }
}

/** Settings of the surrounding Astro site with which our pages must be compatible. */
interface HostSettings {
  /** Version of Astro that builds the site. */
  readonly astro: string;
  readonly base: string;
  /** Path of `platform-documentation.base_url`. */
  readonly basePath: string;
  readonly output: string;
  /** Name of the adapter; undefined if the site has none. */
  readonly adapter: string | undefined;
  readonly assets: string;
  readonly hasAssetsPrefix: boolean;
  /** Absolute path; undefined if our pages do not use a layout of the site. */
  readonly layout: string | undefined;
  /** Names of the options of our integration that are set. */
  readonly options: readonly string[];
}

const OPTIONS: readonly string[] = ['layout'];

/** Reports whether the site consists only of static files. */
export function isStaticSite({ output, adapter }: Pick<HostSettings, 'output' | 'adapter'>): boolean {
  return output === 'static' && adapter === undefined;
}

/** @returns reasons why our pages and server cannot be part of the site, one line each: place, problem, remedy */
export function hostProblems(settings: HostSettings): readonly string[] {
  const { astro, base, basePath, adapter, assets, hasAssetsPrefix, layout, options } = settings;
  if (Number.parseInt(astro, 10) < 7)
    return [`package.json: astro: The documentation needs Astro 7, not ${astro}. Run "npx @astrojs/upgrade".`];
  const problems: string[] = [];
  const complain = (place: string, problem: string): void => void problems.push(`astro.config: ${place}: ${problem}`);
  const path = base.replace(/\/$/, '');
  if (path !== basePath)
    complain(
      'base',
      `The site is below "${path}/", but its documentation below "${basePath}/", the path of its address. Write the same ` +
        'path here and in platform-documentation.base_url, such as https://docs.example.com/docs.',
    );
  if (assets !== '_astro')
    complain(
      'build.assets',
      `Pages of the documentation load scripts and styles from /_astro/ only, not from "${assets}". Remove it.`,
    );
  if (hasAssetsPrefix)
    complain(
      'build.assetsPrefix',
      'Pages of the documentation load scripts and styles from their own origin only. Remove it.',
    );
  if (adapter !== undefined && adapter !== '@astrojs/node')
    complain(
      'adapter',
      `${adapter} cannot run the server of the documentation. Use node({ mode: 'standalone' }) of @astrojs/node, or no adapter: then the documentation is written as files.`,
    );
  for (const option of options.filter((name) => !OPTIONS.includes(name)))
    complain(
      `integrations, platformDocumentation({ ${option} })`,
      `There is no such option. Remove it: ${OPTIONS.join(', ')} is the only one.`,
    );
  const inLayout = layout === undefined ? undefined : layoutProblem(layout);
  if (inLayout !== undefined) complain(`integrations, platformDocumentation({ layout }): ${layout}`, inLayout);
  return problems;
}

function layoutProblem(layout: string): string | undefined {
  if (!layout.endsWith('.astro')) return 'It is not an .astro file. Name a layout such as "/src/layouts/Site.astro".';
  return statSync(layout, { throwIfNoEntry: false })?.isFile() === true
    ? undefined
    : 'There is no such file. Create it, or correct the path.';
}
