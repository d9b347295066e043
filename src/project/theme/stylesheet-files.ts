import { THEME_FOLDER } from '../folders.ts';

interface StylesheetProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly remedy: string;
}

/** Comments are matched so that nothing in them is. */
const REFERENCE =
  /\/\*[\s\S]*?\*\/|(?<rule>@import)\b[^;]*|(?<=\burl\()(?<open>\s*(?<quote>["']?))(?<target>.+?)(?=\k<quote>\s*\))/gi;
const NAME = /^(?:\.\/)?(?<file>[\w-][\w.-]*\.(?:woff2|svg|png|webp|avif|jpe?g|gif))(?<fragment>#.*)?$/i;
/** A path of the site itself, a part of the page, or a picture between the rules. */
const AS_IT_IS = /^(?:\/(?!\/)|#|data:(?!font\/|application\/))/i;

/**
 * A stylesheet that names the files beside it as they are published, in the same folder as it is.
 * @param publish gives the published name; undefined where there is no such file
 */
export function withPublishedFiles(
  css: string,
  publish: (file: string) => string | undefined,
): { readonly css: string; readonly problems: readonly StylesheetProblem[] } {
  const problems: StylesheetProblem[] = [];
  const written = css.replaceAll(REFERENCE, (whole: string, ...found: readonly unknown[]) => {
    const { rule, open = '', target } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const wrong = (message: string, remedy: string): string => {
      const before = css.slice(0, found.at(-3) as number).split('\n');
      problems.push({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message, remedy });
      return whole;
    };
    if (rule !== undefined) return wrong(`${rule} is not followed.`, 'Write the rules into this stylesheet.');
    if (target === undefined || AS_IT_IS.test(target)) return whole;
    const place = `Put a file (woff2, svg, png, webp, avif, jpg, gif) into ${THEME_FOLDER}, and write its name.`;
    if (/^data:/i.test(target)) return wrong('A font between the rules is not loaded.', place);
    const { file, fragment = '' } = NAME.exec(target)?.groups ?? {};
    if (file === undefined) return wrong(`“${target}” is not the name of a file that pages may load.`, place);
    const published = publish(file);
    if (published !== undefined) return `${open}${published}${fragment}`;
    return wrong(`There is no file ${THEME_FOLDER}/${file}.`, 'Create it, or correct the name.');
  });
  return { css: written, problems };
}
