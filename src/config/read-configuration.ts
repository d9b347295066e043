import { createHash } from 'node:crypto';
import { checkConfiguration } from './check.ts';
import type { Configuration, ConfigurationProblem } from './configuration.ts';
import type { ConfigurationFile } from './configuration-files.ts';
import { CONFIGURATION_FOLDER, readConfigurationFiles } from './configuration-files.ts';
import type { Environment } from './environment.ts';
import type { Sourced } from './merge.ts';
import { mergeSourced, toSourced } from './merge.ts';
import { configurationSchema } from './schema.ts';

/** Stands where nobody has configured one. */
const DEFAULT_TITLE = 'API documentation';

export interface ConfigurationReading {
  /** Frozen. With problems it holds defaults for what is wrong, and nothing may be published with it. */
  readonly configuration: Configuration;
  /** All problems of all files. */
  readonly problems: readonly ConfigurationProblem[];
  /** What the result depends on: files by their path, environment variables as `$NAME`. */
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
}

/** Reads, merges and checks `config/autoload/*.yaml` of a project (DESIGN §7). Never throws for what users wrote. */
export function readConfiguration(projectFolder: string, environment: Environment): ConfigurationReading {
  const { files, problems: fileProblems } = readConfigurationFiles(projectFolder);
  const { root, problems: rootProblems } = mergeFiles(files);
  const { values, problems, variables } = checkConfiguration(root, configurationSchema, environment);
  const text = (path: string): string | undefined => {
    const value = values.get(path);
    return typeof value === 'string' ? value : undefined;
  };
  const introduction = text('platform-documentation.introduction')?.trim() ?? '';
  return Object.freeze({
    configuration: Object.freeze({
      site: Object.freeze({
        title: text('platform-documentation.title')?.trim() ?? DEFAULT_TITLE,
        ...(introduction === '' ? {} : { introduction }),
        baseUrl: text('platform-documentation.base_url')?.replace(/\/+$/, '') ?? '',
      }),
      access: 'public',
    }),
    problems: Object.freeze([...fileProblems, ...rootProblems, ...problems]),
    inputs: Object.freeze([
      ...files.map(({ path, sha256 }) => ({ path, sha256 })),
      ...[...variables].sort().map((name) => ({
        path: `$${name}`,
        sha256: createHash('sha256')
          .update(environment[name] ?? '')
          .digest('hex'),
      })),
    ]),
  });
}

/** A file that holds a list or text is told by itself: merging it would hide what the others say. */
function mergeFiles(files: readonly ConfigurationFile[]): { readonly root: Sourced; readonly problems: readonly ConfigurationProblem[] } {
  const problems: ConfigurationProblem[] = [];
  let root: Sourced = { kind: 'map', entries: new Map(), file: CONFIGURATION_FOLDER };
  for (const { path, value } of files) {
    const sourced = toSourced(value, path);
    if (sourced.kind === 'map' || sourced.value === null) root = mergeSourced(root, sourced);
    else
      problems.push({
        file: path,
        line: 0,
        column: 0,
        path: '',
        message: 'The file does not hold a map.',
        remedy: 'Write keys such as "platform-documentation:".',
      });
  }
  return { root, problems };
}
