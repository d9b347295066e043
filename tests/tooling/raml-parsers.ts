import { parseRAML } from 'raml-1-parser';
import webApiParser from 'webapi-parser';
import type { NamedText } from './validators.ts';

/** AMF, which most tools for RAML are built on. */
export async function validateWithWebApiParser({ name, text }: NamedText): Promise<readonly string[]> {
  try {
    const model = await webApiParser.WebApiParser.raml10.parse(text, 'file:///document.raml');
    const report = await webApiParser.WebApiParser.raml10.validate(model);
    return report.conforms
      ? []
      : report.results.map((result) => `${name}:${result.position?.start.line ?? 0}: ${result.message}`);
  } catch (error) {
    return [`${name}: ${String(error)}`];
  }
}

/**
 * Its time grows faster than the document: four million characters gave no result in six minutes, three hundred
 * thousand take three seconds.
 */
const MOST_CHARACTERS = 1_000_000;

/** Whether {@link validateWithRaml1Parser} reads a document; those it does not read are for the other parser alone. */
export function isForRaml1Parser({ text }: NamedText): boolean {
  return text.length <= MOST_CHARACTERS;
}

/** The parser of the RAML Workgroup, which shares no code with the other. */
export async function validateWithRaml1Parser({ name, text }: NamedText): Promise<readonly string[]> {
  const own = new Set(Reflect.ownKeys(Object.prototype));
  try {
    const api = await parseRAML(text, {
      rejectOnErrors: false,
      filePath: '/document.raml',
      fsResolver: NOTHING,
      httpResolver: NOTHING,
    });
    return problemsOf(api.errors())
      .filter(({ code }) => !ALLOWED_WARNINGS.has(code))
      .map(({ range, code, message }) => `${name}:${range.start.line + 1}: ${code} ${message}`);
  } catch (error) {
    return [`${name}: ${String(error)}`];
  } finally {
    restorePrototype(own);
  }
}

/** Documents of ours include nothing: what the parser asks for all the same is not there. */
const NOTHING = {
  content: (): string => '',
  contentAsync: async (): Promise<string> => '',
  getResource: (): object => ({}),
  getResourceAsync: async (): Promise<object> => ({}),
};

/** Its advice on style; the documents are read as they are meant. Errors are never allowed. */
const ALLOWED_WARNINGS: ReadonlySet<string> = new Set([
  // "Keys should not have spaces": names of examples, parameters and resources are the descriptor's, and RAML 1.0 has
  // no such rule.
  'SPACES_IN_KEY',
  // "it is likely that you forgot closing": guessed of every quoted text with a colon and a line break, such as one
  // that ends in two line breaks.
  'SUSPICIOUS_DOUBLEQUOTE',
]);

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly isWarning: boolean;
  readonly range: { readonly start: { readonly line: number } };
  readonly trace?: readonly Problem[];
}

/** Problems and those inside them; some say where they come from in their trace alone. */
function problemsOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap((problem) => [problem, ...problemsOf(problem.trace ?? [])]);
}

/**
 * The parser assigns to `map[name]` with names of the document: after a document with `__proto__`, the next ones would
 * fail.
 */
function restorePrototype(own: ReadonlySet<PropertyKey>): void {
  for (const key of Reflect.ownKeys(Object.prototype)) if (!own.has(key)) Reflect.deleteProperty(Object.prototype, key);
}
