import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { load } from 'js-yaml';
import { isForRaml1Parser, validateWithRaml1Parser, validateWithWebApiParser } from './raml-parsers.ts';

/** A document to validate; problems are reported under its name. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * OpenAPI 3.x documents, JSON or YAML, by two validators that share no code.
 * @returns `name:line: rule message`, empty when all are valid
 */
export async function validateOpenApi(documents: readonly NamedText[]): Promise<readonly string[]> {
  const [linted, structural] = await Promise.all([
    lintWithRedocly(documents),
    Promise.all(documents.map(checkOfficialSchema)),
  ]);
  return [...linted, ...structural.flat()];
}

/** The same for Swagger 2.0. */
export const validateSwagger = validateOpenApi;

/** RAML 1.0, by two parsers that share no code; by the second where {@link isForRaml1Parser} says so. */
export async function validateRaml(documents: readonly NamedText[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const document of documents) {
    problems.push(...(await validateWithWebApiParser(document)));
    if (isForRaml1Parser(document)) problems.push(...(await validateWithRaml1Parser(document)));
  }
  return problems;
}

/** Whole HTML pages: structure, identifiers, accessibility that markup alone shows. */
export async function validateHtml(documents: readonly NamedText[]): Promise<readonly string[]> {
  const validator = new HtmlValidate(
    new StaticConfigLoader({ root: true, extends: ['html-validate:standard', 'html-validate:a11y'] }),
  );
  const problems: string[] = [];
  for (const { name, text } of documents) {
    const report = await validator.validateString(text, name);
    for (const { line, column, ruleId, message } of report.results.flatMap(({ messages }) => messages)) {
      problems.push(`${name}:${line}:${column}: ${ruleId} ${message}`);
    }
  }
  return problems;
}

const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** The `spec` rule set: what the specification demands, no style. One process for all documents. */
async function lintWithRedocly(documents: readonly NamedText[]): Promise<readonly string[]> {
  if (documents.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const files = documents.map(({ text }, index) => {
      const file = `${index}.${/^\s*\{/.test(text) ? 'json' : 'yaml'}`;
      writeFileSync(join(folder, file), text);
      return file;
    });
    const output = await run(
      process.execPath,
      [redocly, 'lint', ...files, '--extends=spec', '--format=json', '--max-problems=1000'],
      folder,
    );
    // One JSON text a document, one after the other, in the order of the documents.
    const reports = output.trim() === '' ? [] : output.trim().split(/(?<=^\})(?=\{)/m);
    if (reports.length !== documents.length)
      return [`Redocly reported on ${reports.length} of ${documents.length} documents.`];
    return reports.flatMap((report, index) => redoclyProblems(report, documents[index]?.name ?? ''));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string; readonly start?: { readonly line: number } }[];
  }[];
}

function redoclyProblems(report: string, name: string): readonly string[] {
  const { problems } = JSON.parse(report) as RedoclyReport;
  return problems
    .map(({ ruleId, message, location }) => ({
      ruleId,
      message,
      pointer: location[0]?.pointer ?? '',
      line: location[0]?.start?.line ?? 0,
    }))
    .filter((problem) => !REDOCLY_FALSE_ALARMS.some((isFalseAlarm) => isFalseAlarm(problem)))
    .map(({ ruleId, message, pointer, line }) => `${name}:${line}: ${ruleId} ${message} (${pointer})`);
}

/** Recognizes problems that Redocly reports although the specification allows the text. */
const REDOCLY_FALSE_ALARMS: readonly ((problem: {
  readonly ruleId: string;
  readonly message: string;
  readonly pointer: string;
}) => boolean)[] = [
  // `then: true` and `else: false` are schemas (JSON Schema 2020-12 §4.3.2), which its types do not know at these two
  // keywords.
  ({ ruleId, message, pointer }) =>
    ruleId === 'struct' && /\/(then|else)$/.test(pointer) && message.includes('boolean'),
];

/** Compiles the schema of a version once; between its own awaits it keeps nothing of a document. */
const officialSchemas = new Validator();

/** Against the JSON Schemas that the OpenAPI Initiative publishes. */
async function checkOfficialSchema({ name, text }: NamedText): Promise<readonly string[]> {
  const specification: unknown = /^\s*\{/.test(text) ? JSON.parse(text) : load(text);
  if (typeof specification !== 'object' || specification === null) return [`${name}: is not an object`];
  const { errors = [] } = await officialSchemas.validate(Object.fromEntries(Object.entries(specification)));
  if (typeof errors === 'string') return [`${name}: ${errors}`];
  return errors
    .slice(0, 20)
    .map(({ instancePath, message, params }) => `${name}: ${instancePath} ${message ?? ''} ${JSON.stringify(params)}`);
}

function run(program: string, args: readonly string[], folder: string): Promise<string> {
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(chunks.join('')));
  });
}
