import { stripVTControlCharacters } from 'node:util';
import { LockHeld } from '../files/lock.ts';
import { isSystemError, systemProblem } from '../files/system-error.ts';
import type { FormatError } from '../formats/contract.ts';
import type { TemplateFault } from '../project/template-faults.ts';

/** Error in the templates; the message contains its position. */
export class TemplateError extends Error {}

/** Failures of custom formats to render documents, which prevent publication. */
export class FormatFailures extends Error {
  readonly failures: readonly FormatError[];

  constructor(failures: readonly FormatError[]) {
    super(failures.map(({ message }) => message).join('\n'));
    this.failures = failures;
  }
}

/** Hint that Astro adds to every failure whose path contains “document”, as our paths do. */
const BROWSER_HINT = /^ +Hint:\n +Browser APIs.*\n(?:(?: {4}.*)?\n)*/gm;

/** Reports templates that do not compile. */
export class CompileError extends TemplateError {
  readonly faults: readonly TemplateFault[];
  /** Compiler message on one line. */
  readonly reason: string;

  /** @param folder folder in which Astro compiled */
  constructor(output: string, faults: readonly TemplateFault[], folder: string, { pnp } = process.versions) {
    const lines = faults.map(({ key, named, file, line, column }) => {
      const place = line === 0 ? file : `${file}:${line}:${column}`;
      return `${key}: ${named} cannot be compiled: ${place}\n`;
    });
    // A fault with a position is an error in the project's code, not an effect of the folder.
    const hindered = faults.some(({ line }) => line > 0) ? undefined : hindrance(folder, pnp);
    super(hindered ?? `${lines.join('')}The templates do not compile. Fix what Astro reports:\n${failureIn(output)}`);
    this.faults = faults;
    this.reason =
      hindered ??
      /Build failed[^\n]*\n([^\n]+)/.exec(stripVTControlCharacters(output))?.[1]?.trim() ??
      'See "npm run build".';
  }
}

/** Explains why Astro cannot compile in a folder; Astro's log only lists the files that it misread. */
function hindrance(folder: string, plugAndPlay: string | undefined): string | undefined {
  if (plugAndPlay !== undefined)
    return (
      'Astro cannot build with Yarn PnP. ' +
      'Write "nodeLinker: node-modules" into .yarnrc.yml, and run "yarn install".'
    );
  const [sign] = /[#?*']/.exec(folder) ?? [];
  return sign && `Astro cannot build in a folder with ${sign} in its path: ${folder}. Rename it, or move the project.`;
}

/**
 * Extracts the failure from Astro's log, without earlier messages and Astro's stack trace; returns the whole log if it
 * has another format.
 */
function failureIn(output: string): string {
  const [, failure = output] = /Build failed[^\n]*\n([\s\S]+)/.exec(stripVTControlCharacters(output)) ?? [];
  return failure
    .replaceAll(BROWSER_HINT, '')
    .replaceAll(/^\s+(?:Stack trace:|at .+)$\n?/gm, '')
    .trim();
}

/** Messages of a failed build. @throws the error itself if it is a bug: not caused by project, host or other builds */
export function failureMessages(error: unknown): readonly string[] {
  if (isSystemError(error)) return [systemProblem(error)];
  if (error instanceof FormatFailures) return error.failures.map(({ message }) => message);
  if (error instanceof TemplateError || error instanceof LockHeld) return [error.message];
  throw error;
}
