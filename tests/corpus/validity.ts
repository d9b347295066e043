import { formats } from '../../src/formats/registry.ts';
import type { ArtifactStore } from '../../src/store/artifact-store.ts';
import { isForRaml1Parser } from '../tooling/raml-parsers.ts';
import { type ValidationTask, validateOnThreads } from '../tooling/validation-threads.ts';
import type { ValidatorName } from '../tooling/validation-worker.ts';
import type { NamedText } from '../tooling/validators.ts';
import type { Check } from './check.ts';
import { PublishedApi, sample } from './published-api.ts';

/** Limits of the sample of each API, because validating is slower than building. */
const MOST_SERVICES = 40;
const MOST_SCHEMA_PAGES = 5;
const MOST_HTML_SERVICES = 12;

/** Keys are formats; a format without a validator is left out. */
const VALIDATORS: Readonly<Record<string, readonly ValidatorName[]>> = {
  html: ['html'],
  swagger: ['openapi'],
  openapi: ['openapi'],
  'openapi-3.0': ['openapi'],
  'openapi-3.2': ['openapi'],
  'openapi-yaml': ['openapi'],
  'openapi-yaml-3.0': ['openapi'],
  'openapi-yaml-3.2': ['openapi'],
  raml: ['webapi-parser', 'raml-1-parser'],
};

interface Task extends ValidationTask {
  readonly format: string;
}

/** A validator that is a process of its own takes its time to start, and reads many documents then. */
const MOST_CHARACTERS_OF_TASK = 5_000_000;

/**
 * Starts to validate every emitted document of every API, services by sample, on threads of their own: one check for
 * each API, format and validator.
 * @returns when the threads have what they need, so that the caller can do something else
 */
export async function startValidation(
  store: ArtifactStore,
  names: readonly string[],
): Promise<{ readonly checks: Promise<readonly Check[]> }> {
  const apis = names.flatMap((name) => PublishedApi.find(store, name) ?? []);
  const tasks: Task[] = [];
  for (const { name: format } of formats) {
    for (const validator of Object.hasOwn(VALIDATORS, format) ? (VALIDATORS[format] ?? []) : []) {
      const references = (api: PublishedApi) =>
        format === 'html' ? pagesOf(api) : [api.document, ...sample(api.services(), MOST_SERVICES)];
      const documents = (await Promise.all(apis.map((api) => api.texts(references(api), format)))).flat();
      const read = validator === 'raml-1-parser' ? documents.filter(isForRaml1Parser) : documents;
      const leftOut = documents.filter((document) => !read.includes(document)).map(({ name }) => name);
      if (leftOut.length > 0)
        console.log(
          `Too large for ${validator}, which gives no result for them in minutes; the other validator reads them: ${leftOut.join(', ')}.`,
        );
      for (const part of partsOf(read, validator)) tasks.push({ validator, format, documents: part });
    }
  }
  return { checks: validateOnThreads(tasks).then((problems) => checksOf(tasks, problems, apis)) };
}

function checksOf(
  tasks: readonly Task[],
  results: readonly (readonly string[])[],
  apis: readonly PublishedApi[],
): readonly Check[] {
  const found = results.map((problems, index) => ({ name: checkName(tasks[index]), problems }));
  const byName = Map.groupBy(found, ({ name }) => name);
  return [...byName].flatMap(([name, parts]) =>
    attributed(
      parts.flatMap(({ problems }) => problems),
      apis,
      name,
    ),
  );
}

function checkName(task: Task | undefined): string {
  return task?.format === 'raml' ? `raml valid for ${task.validator}` : `${task?.format} valid`;
}

/** Parsers of RAML are given one document at a time: one of them takes longer than all others together. */
function partsOf(documents: readonly NamedText[], validator: ValidatorName): readonly (readonly NamedText[])[] {
  if (VALIDATORS['raml']?.includes(validator)) return documents.map((document) => [document]);
  const parts: NamedText[][] = [];
  let room = 0;
  for (const document of documents) {
    room -= document.text.length;
    if (room < 0 || parts.length === 0) {
      parts.push([]);
      room = MOST_CHARACTERS_OF_TASK - document.text.length;
    }
    parts.at(-1)?.push(document);
  }
  return parts;
}

function pagesOf(api: PublishedApi) {
  return [
    api.document,
    ...sample(api.services(), MOST_HTML_SERVICES),
    ...sample(api.schemas(), MOST_SCHEMA_PAGES),
    ...sample(api.groups(), 3),
    api.schemaIndex,
  ];
}

/** Names of documents begin with that of their API. */
function attributed(problems: readonly string[], apis: readonly PublishedApi[], name: string): readonly Check[] {
  const checks = apis.map((api) => ({
    entry: api.name,
    name,
    problems: problems.filter((problem) => problem.startsWith(`${api.name} `)),
  }));
  const others = problems.filter((problem) => !apis.some((api) => problem.startsWith(`${api.name} `)));
  return others.length > 0 ? [...checks, { entry: 'all', name, problems: others }] : checks;
}
