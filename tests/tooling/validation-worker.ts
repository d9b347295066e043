/** A thread that validates, see `validation-threads.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { validateWithRaml1Parser, validateWithWebApiParser } from './raml-parsers.ts';
import type { SharedTasks } from './validation-threads.ts';
import { type NamedText, validateHtml, validateOpenApi } from './validators.ts';

type Validate = (documents: readonly NamedText[]) => Promise<readonly string[]>;

const validators = {
  openapi: validateOpenApi,
  html: validateHtml,
  'webapi-parser': oneByOne(validateWithWebApiParser),
  'raml-1-parser': oneByOne(validateWithRaml1Parser),
} as const satisfies Readonly<Record<string, Validate>>;

export type ValidatorName = keyof typeof validators;

const { tasks, next }: SharedTasks = workerData;
for (let position = Atomics.add(next, 0, 1); position < tasks.length; position = Atomics.add(next, 0, 1)) {
  const task = tasks[position];
  if (task !== undefined) parentPort?.postMessage([position, await validators[task.validator](task.documents)]);
}

function oneByOne(validate: (document: NamedText) => Promise<readonly string[]>): Validate {
  return async (documents) => {
    const problems: string[] = [];
    for (const document of documents) problems.push(...(await validate(document)));
    return problems;
  };
}
