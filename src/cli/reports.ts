import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type Diagnostic, errorsFirst } from '../model/diagnostic.ts';
import { ruleAddress } from '../project/product.ts';
import type { BuildResult } from '../release/build-contract.ts';
import { rules as allRules } from '../rules/registry.ts';
import type { Invocation } from './command.ts';

interface CheckResult {
  readonly problems: readonly Diagnostic[];
  readonly errors: number;
  readonly warnings: number;
}

/** Prefix that makes paths relative to the root of the repository, as CI services need them: `docs/`, or `''`. */
type Prefix = string;

interface CheckReport {
  /** Description of the option in the help text. */
  readonly about: string;
  readonly write: (result: CheckResult, prefix: Prefix) => string;
}

/** Machine-readable reports of `check`, by option name. */
export const checkReports = {
  json: {
    about: 'Print {"problems":[…],"errors":n,"warnings":n,"rules":{…}} instead',
    write: ({ problems, errors, warnings }) =>
      JSON.stringify({ problems, errors, warnings, rules: Object.fromEntries(explanations(problems)) }, null, 2),
  },
  sarif: {
    about: 'Print SARIF 2.1.0, for code scanning and editors',
    write: ({ problems }, prefix) => JSON.stringify(sarif(problems, prefix), null, 2),
  },
  github: {
    about: 'Print annotations for a workflow of GitHub, and the total',
    write: ({ problems }, prefix) => problems.map((problem) => githubCommand(problem, prefix)).join('\n'),
  },
  gitlab: {
    about: 'Print a code quality report of GitLab',
    write: ({ problems }, prefix) => JSON.stringify(gitlabIssues(problems, prefix), null, 2),
  },
} as const satisfies Readonly<Record<string, CheckReport>>;

export type CheckReportName = keyof typeof checkReports;

/**
 * Computes the path from the root of the checkout to the project. The root comes from the environment variables of
 * GitHub or GitLab; otherwise it is the nearest parent folder with `.git`. Without a root, the prefix is empty.
 */
export function repositoryPrefix(projectFolder: string, environment: Invocation['environment']): Prefix {
  const checkout = environment['GITHUB_WORKSPACE'] || environment['CI_PROJECT_DIR'] || topOfRepository(projectFolder);
  const path = checkout === undefined ? '' : relative(checkout, projectFolder).split(sep).join('/');
  return path === '' || /^(?:\.\.(?:\/|$)|\/|[A-Za-z]:)/.test(path) ? '' : `${path}/`;
}

/** Finds the nearest folder with `.git`, which is a file in worktrees and submodules. */
function topOfRepository(folder: string): string | undefined {
  const parent = dirname(folder);
  if (existsSync(join(folder, '.git'))) return folder;
  return parent === folder ? undefined : topOfRepository(parent);
}

/** Formats problems for GitHub code scanning and editors. @see SARIF 2.1.0 §3 */
function sarif(problems: readonly Diagnostic[], prefix: Prefix): object {
  const explained = new Map(explanations(problems));
  const rules = [...new Set(problems.map(({ rule }) => rule))].map((id) => {
    const text = explained.get(id);
    if (text === undefined) return { id };
    const help = { text, markdown: text };
    const shortDescription = { text: allRules.get(id)?.messages[0] ?? id };
    return { id, shortDescription, fullDescription: { text }, helpUri: ruleAddress(id), help };
  });
  const results = problems.map(({ file, line, column, severity, rule, message, remedy }) => {
    const region = line > 0 ? { region: { startLine: line, startColumn: column } } : {};
    const uri = `${prefix}${file}`.split('/').map(encodeURIComponent).join('/');
    const locations = [{ physicalLocation: { artifactLocation: { uri }, ...region } }];
    return { ruleId: rule, level: severity, message: { text: `${message} ${remedy}` }, locations };
  });
  const tool = { driver: { name: 'platform-docs check', rules } };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool, columnKind: 'utf16CodeUnits', results }],
  };
}

/** Explanations of the rules with findings. Problems of the configuration and of templates have no rule. */
function explanations(problems: readonly Diagnostic[]): readonly (readonly [rule: string, about: string])[] {
  return [...new Set(problems.map(({ rule }) => rule))].flatMap((name) => {
    const rule = allRules.get(name);
    return rule === undefined ? [] : [[name, rule.about] as const];
  });
}

function githubCommand({ file, line, column, severity, rule, message, remedy }: Diagnostic, prefix: Prefix): string {
  const place = line > 0 ? { line, column } : undefined;
  return githubAnnotation(severity, prefix + file, rule, `${message} ${remedy}`, place);
}

/**
 * Formats an annotation as a GitHub workflow command. Line breaks are escaped: text of a descriptor after a line break
 * could be another command.
 * @param file path relative to the root of the repository
 */
export function githubAnnotation(
  severity: Diagnostic['severity'] | 'notice',
  file: string,
  title: string,
  message: string,
  place?: Pick<Diagnostic, 'line' | 'column'>,
): string {
  const where = place === undefined ? '' : `,line=${place.line},col=${place.column}`;
  return `::${severity} file=${property(file)}${where},title=${property(title)}::${escaped(message)}`;
}

/** Formats an annotation for an error that does not concern a file. */
export function githubError(title: string, message: string): string {
  return `::error title=${property(title)}::${escaped(message)}`;
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Matches the line and column of a place that a message mentions: `a.yaml:4:27`. */
const PLACE_IN_TEXT = /:\d+:\d+/g;

/** Formats a GitLab code quality report. A fingerprint identifies an issue and must not change when lines move. */
function gitlabIssues(problems: readonly Diagnostic[], prefix: Prefix): readonly object[] {
  const seen = new Map<string, number>();
  return problems.map(({ file, line, severity, rule, message, remedy }) => {
    const path = prefix + file;
    const key = JSON.stringify([path, rule, message.replaceAll(PLACE_IN_TEXT, '')]);
    const earlier = seen.get(key) ?? 0;
    seen.set(key, earlier + 1);
    const fingerprint = createHash('sha256').update(`${key}${earlier}`).digest('hex');
    const location = { path, lines: { begin: Math.max(line, 1) } };
    const body = allRules.get(rule)?.about;
    return {
      description: `${message} ${remedy}`,
      check_name: rule,
      fingerprint,
      severity: severity === 'error' ? 'major' : 'minor',
      location,
      ...(body === undefined ? {} : { content: { body } }),
    };
  });
}

interface FinishedBuild {
  readonly result: BuildResult;
  readonly milliseconds: number;
}

interface BuildReport {
  /** Description of the option in the help text. */
  readonly about: string;
  /** @param prefix prefix of paths, see `repositoryPrefix` */
  readonly write: (build: FinishedBuild, prefix: string) => string;
}

/** Machine-readable reports that `build` prints instead of the list of problems, by option name. */
export const buildReports = {
  json: {
    about: 'Print {"result":…,"release":…,"apis":[…],"problems":[…],…} in one line instead',
    write: (build) => JSON.stringify(buildObject(build)),
  },
  github: {
    about: 'Print problems as annotations for a workflow of GitHub',
    write: ({ result: { diagnostics, failures } }, prefix) => {
      const problems = errorsFirst(diagnostics);
      const places = checkReports.github.write({ problems, errors: 0, warnings: 0 }, prefix);
      return [places, ...failures.map((failure) => githubError('build', failure))].filter(Boolean).join('\n');
    },
  },
} as const satisfies Readonly<Record<string, BuildReport>>;

type BuildReportName = keyof typeof buildReports;

export const buildReportNames = Object.keys(buildReports) as BuildReportName[];

/** Creates the JSON report. Only `timing` differs between builds of the same project and `dist`. */
function buildObject({ result, milliseconds }: FinishedBuild): object {
  const { kind, diagnostics, failures } = result;
  const isPublished = kind === 'published' || kind === 'unchanged';
  const problems = errorsFirst(diagnostics);
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  return {
    result: kind,
    release: isPublished ? result.release : null,
    apis: isPublished ? result.contents() : [],
    ...(kind === 'published' && result.lost !== undefined && { lost: result.lost }),
    problems,
    failures,
    errors: problems.length - warnings + failures.length,
    warnings,
    timing: { seconds: Math.round(milliseconds) / 1000 },
  };
}
