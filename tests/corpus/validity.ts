import { formats } from '../../src/formats/registry.ts';
import type { ArtifactStore } from '../../src/store/artifact-store.ts';
import { type NamedText, validateHtml, validateOpenApi, validateRaml } from '../tooling/validators.ts';
import type { Check } from './check.ts';
import { PublishedApi, sample } from './published-api.ts';

/** Of each API, so many services, so many schemas: validating is slower than building. */
const MOST_SERVICES = 40;
const MOST_SCHEMA_PAGES = 5;
const MOST_HTML_SERVICES = 12;

type Validate = (documents: readonly NamedText[]) => Promise<readonly string[]>;

const VALIDATORS: Readonly<Record<string, Validate>> = {
  swagger: validateOpenApi,
  openapi: validateOpenApi,
  'openapi-3.0': validateOpenApi,
  'openapi-3.2': validateOpenApi,
  'openapi-yaml': validateOpenApi,
  'openapi-yaml-3.0': validateOpenApi,
  'openapi-yaml-3.2': validateOpenApi,
  raml: validateRaml,
};

/** Every emitted document of every API, services by sample: one check for each API and format. */
export async function checkValidity(store: ArtifactStore, names: readonly string[]): Promise<readonly Check[]> {
  const apis = names.flatMap((name) => PublishedApi.find(store, name) ?? []);
  const checks: Check[] = [];
  for (const { name: format } of formats) {
    const validate = Object.hasOwn(VALIDATORS, format) ? VALIDATORS[format] : undefined;
    if (validate === undefined) continue;
    const documents = await Promise.all(apis.map((api) => api.texts([api.document, ...sample(api.services(), MOST_SERVICES)], format)));
    checks.push(...attributed(await validate(documents.flat()), apis, `${format} valid`));
  }
  const pages = await Promise.all(apis.map((api) => api.texts(pagesOf(api), 'html')));
  checks.push(...attributed(await validateHtml(pages.flat()), apis, 'html valid'));
  return checks;
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
  const checks = apis.map((api) => ({ entry: api.name, name, problems: problems.filter((problem) => problem.startsWith(`${api.name} `)) }));
  const others = problems.filter((problem) => !apis.some((api) => problem.startsWith(`${api.name} `)));
  return others.length > 0 ? [...checks, { entry: 'all', name, problems: others }] : checks;
}
