import { errorsFirst } from '../model/diagnostic.ts';
import type { BuildResult } from '../release/build.ts';
import { checkReports, githubError } from './check-reports.ts';

interface FinishedBuild {
  readonly result: BuildResult;
  readonly milliseconds: number;
}

interface BuildReport {
  /** Text behind the option in the help. */
  readonly about: string;
  /** @param prefix of paths, see `repositoryPrefix` */
  readonly write: (build: FinishedBuild, prefix: string) => string;
}

/** Reports that `build` prints for programs in place of problems. Keys are the options that ask for them. */
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

/** Everything but `timing` is the same for the same project over the same `dist`. */
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
