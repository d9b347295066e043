import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEM_FOLDER, PROBLEM_STATUSES } from '../file-servers/fields.ts';
import { type Problem, writeProblem } from '../http/problem.ts';
import { extensionIn } from '../model/language.ts';
import type { ProblemPage, Site } from '../model/page/document.ts';
import { reasonPhrase } from '../model/status-codes.ts';
import { type Key, wordsOf } from '../words/words.ts';

type Status = (typeof PROBLEM_STATUSES)[number];

/** Of what a file can say before anybody asks: no names, no formats that there are instead. */
const DETAILS = {
  400: 'problem.malformed',
  404: 'problem.nothingAtPath',
  405: 'problem.readOnly',
  406: 'problem.notAcceptable',
} as const satisfies Readonly<Record<Status, Key>>;

/** What most hosts of files answer with where they have none. */
const NOT_FOUND_PAGE = '404.html';

/**
 * Writes what a file server answers problems with: a document and, in every language, a page each; and the page that
 * hosts look for at the root.
 * @param renderPage HTML as files have it
 * @returns how many there are
 */
export async function writeProblems(
  folder: string,
  site: Site,
  renderPage: (page: ProblemPage) => Promise<string>,
): Promise<number> {
  const target = join(folder, PROBLEM_FOLDER);
  mkdirSync(target, { recursive: true });
  let files = 0;
  const write = (file: string, content: string): void => {
    writeFileSync(file, content);
    files += 1;
  };
  for (const status of PROBLEM_STATUSES) {
    const problem = problemOf(status);
    write(join(target, `${status}.json`), writeProblem(problem));
    for (const [language, spoken] of inLanguages(site)) {
      const page = await renderPage(pageOf(problem, wordsOf(spoken).say(DETAILS[status]), spoken));
      write(join(target, `${status}${extensionIn(language, '.html')}`), page);
      if (status === 404 && language === null) write(join(folder, NOT_FOUND_PAGE), page);
    }
  }
  return files;
}

function problemOf(status: Status): Problem {
  return { status, title: reasonPhrase(status), detail: wordsOf({}).say(DETAILS[status]) };
}

function pageOf(problem: Problem, detail: string, site: Site): ProblemPage {
  const { status, title } = problem;
  const json = writeProblem(problem);
  return { kind: 'problem', site, problem: { status, title, detail, suggestions: [], available: [], allow: [], json } };
}

/** Null: the default one. */
function inLanguages(site: Site): readonly (readonly [string | null, Site])[] {
  const [, ...others] = site.languages ?? [];
  return [[null, site], ...others.map((language) => [language.tag, { ...site, language }] as const)];
}
