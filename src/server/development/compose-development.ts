import { loadSchemes } from '../../auth/schemes/registry.ts';
import { checkReferences } from '../../config/check-references.ts';
import type { ConfigurationReading } from '../../config/read-configuration.ts';
import { formats as ownFormats } from '../../formats/registry.ts';
import { siteFormats } from '../../formats/site-formats.ts';
import { PROBLEM_MEDIA_TYPE, writeProblem } from '../../http/problem.ts';
import { formatDiagnostic, problemLines } from '../../model/diagnostic.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { formatProblem } from '../../options/problem.ts';
import { knownToBackends, servedResources } from '../../project/access-rule.ts';
import { createConfigurationReader } from '../../project/configuration.ts';
import { stampOf } from '../../project/fingerprint.ts';
import { SITE_FOLDERS } from '../../project/folders.ts';
import { productVersion } from '../../project/product.ts';
import type { ProjectReading } from '../../project/project-reading.ts';
import { toKnownApi } from '../../project/published-names.ts';
import { readProject } from '../../project/read-project.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import { createLiveStore, liveRepresentation } from '../../store/live-store.ts';
import { SiteDocuments } from '../../store/site-documents.ts';
import { LoopTurns } from '../../threads/loop-turns.ts';
import { type AccessControl, reportHealth } from '../access/access-control.ts';
import { uncachedAnswer } from '../answers/bytes-answers.ts';
import type { BytesAnswer, SiteRequest } from '../answers/contract.ts';
import { prefersPage, problemAnswer } from '../answers/problem-answer.ts';
import { type ClosableRuntime, composeRuntime } from '../compose-runtime.ts';
import { reasonsAgainst } from '../live-configuration.ts';
import { log } from '../log.ts';
import { createClientOf } from '../node/client-address.ts';
import { credentialsRequestOf } from '../node/node-request.ts';
import { createProcessResources, type ProcessResources } from '../process-resources.ts';
import type { AdministeredSite } from '../route-context.ts';
import type { Route, Runtime } from '../runtime.ts';
import { CLOSED, faultOfText, faultsOf, NOT_READ, type ProjectFaults } from './fault-page.ts';

/** State that is kept across edits of the project's files: keys, threads and counts. */
export interface KeptInDevelopment {
  resources: ProcessResources | null;
  /** Active runtime; while the configuration is unusable, the previous one. */
  runtime: ClosableRuntime | null;
  /** Configuration that was applied last. */
  reading: ConfigurationReading | null;
  /** Latest composition, with the stamp of its files. */
  composed: Composed | null;
  /** Whether the files have errors, which have been logged. */
  isWrong: boolean;
}

interface Composed {
  readonly stamp: string;
  readonly formatModules: FormatModules;
  readonly runtime: Promise<DevelopmentRuntime>;
}

/** Custom formats of a project, each with a function that loads it; a new list after each edit. */
export type FormatModules = typeof import('virtual:platform-documentation/format-modules').formatModules;

export const NO_FORMAT_MODULES: FormatModules = [];

/** Input of the development server's composition. */
interface DevelopedProject {
  readonly projectFolder: string;
  readonly formatModules: FormatModules;
  /** Whether the site has pages besides the documentation. */
  readonly hasPages: boolean;
}

/** Runtime with the faults that keep parts of the project from being shown. */
export interface DevelopmentRuntime extends Runtime {
  readonly project: ProjectFaults;
}

/**
 * Composes the development server. It rereads descriptors and configuration after a change, at the latest for the next
 * request, shows APIs without errors and logs the problems of the others. Files are compared at each request, not
 * watched: a watcher may miss the second of two quick changes. While the configuration is unusable, or lacks a file
 * that had content, every request gets 503 with the reasons: defaults could open protected parts.
 * @param kept members are null at first
 */
export function composeDevelopment(project: DevelopedProject, kept: KeptInDevelopment): Promise<DevelopmentRuntime> {
  const { projectFolder, formatModules } = project;
  const stamp = stampOf(projectFolder, SITE_FOLDERS);
  const { composed } = kept;
  if (composed?.stamp === stamp && composed.formatModules === formatModules) return composed.runtime;
  // Changes are composed in order, so that the latest one is served.
  const before = composed?.runtime.catch(() => undefined);
  const runtime = before === undefined ? compose(project, kept) : before.then(() => compose(project, kept));
  kept.composed = { stamp, formatModules, runtime };
  return runtime;
}

async function compose(
  { projectFolder, formatModules, hasPages }: DevelopedProject,
  kept: KeptInDevelopment,
): Promise<DevelopmentRuntime> {
  const project = await readProject(projectFolder, process.env, {
    importModule: async (file) => (await formatModules.find((module) => module.file === file)?.load())?.default,
  });
  const reasons = reportProblems(project, kept);
  if (reasons.length > 0) return closedBy(reasons, project, projectFolder);
  const { configuration, formats } = project;
  kept.resources ??= createProcessResources(projectFolder, {
    schemes: await loadSchemes(),
    environment: process.env,
    passwordWorkerUrl: new URL('../../auth/hashing/password-worker.ts', import.meta.url),
    log,
  });
  const { resources } = kept;
  const documents = new SiteDocuments(project.apis, {
    site: project.site,
    formats,
    development: true,
    accessRule: project.accessRule,
  });
  const answered = knownToBackends(
    configuration.services,
    documents.apis(),
    documents.visible(),
    ({ record }) => record,
  );
  const store: DocumentationStore = createLiveStore(documents, formats);
  const make = (access: AccessControl): ClosableRuntime => {
    reportHealth(access, log);
    return composeRuntime(resources, {
      configuration,
      access,
      store: () => store,
      formats,
      hasPages,
      apis: () => documents.apis(),
      routed: { apis: answered },
      asset(path) {
        const asset = project.themeAssets.get(path);
        return asset && { mediaType: asset.mediaType, representation: liveRepresentation(asset.bytes) };
      },
      admin: {
        isDevelopment: true,
        site: administeredSite(projectFolder, project),
      },
      release: () => 'development',
      version: productVersion(),
    });
  };
  const runtime = resources.factory.replace(configuration, make, servedResources(project.apis));
  kept.runtime?.close();
  kept.runtime = runtime;
  kept.reading = project.reading;
  return {
    ...runtime,
    // A missing route may be one that a descriptor with errors describes.
    answerElsewhere(asked) {
      const answer = runtime.answerElsewhere(asked);
      const isMissing = !project.isComplete && answer.status === 404;
      return isMissing ? problemAnswer(asked, store.site, { status: 503, detail: NOT_READ }) : answer;
    },
    project: { faults: faultsOf(project.problems, projectFolder), isClosed: false, isComplete: project.isComplete },
  };
}

/** Logs the problems of a project. @returns reasons why it cannot be served; empty: it can */
function reportProblems(project: ProjectReading, kept: KeptInDevelopment): readonly string[] {
  for (const line of problemLines(project.problems)) log(line);
  const reasons = reasonsAgainst(project.reading, kept.reading);
  const isWrong = reasons.length > 0 || project.problems.some(({ severity }) => severity === 'error');
  if (kept.isWrong && !isWrong) log('There are no errors any more.');
  kept.isWrong = isWrong;
  return reasons;
}

function closedBy(reasons: readonly string[], project: ProjectReading, projectFolder: string): DevelopmentRuntime {
  const known = project.configurationProblems.map(formatProblem);
  const further = reasons.filter((reason) => !known.includes(reason));
  for (const reason of further) log(reason);
  log('Every request is answered with 503 until this is fixed.');
  const wrong = project.problems.filter(({ rule }) => rule === 'configuration');
  const faults = [...faultsOf(wrong, projectFolder), ...further.map((reason) => faultOfText(reason, projectFolder))];
  return { ...closedRuntime(reasons), project: { faults, isClosed: true, isComplete: false } };
}

/** Creates the function that collects the data of the administration pages from the current files. */
function administeredSite(projectFolder: string, project: ProjectReading): () => AdministeredSite {
  const { formats } = project;
  const customFormats = formats.filter((format) => !ownFormats.some(({ name }) => name === format.name));
  const read = createConfigurationReader(projectFolder, process.env);
  return () => {
    const removed = project.removed.map(toKnownApi);
    const references = { complete: project.isComplete, removed: () => removed };
    const reading = checkReferences(read(), project.apis, references);
    return {
      projectFolder,
      lastBuild: null,
      readConfiguration: read,
      reading,
      active: reading,
      refusal: [],
      apis: project.apis,
      references,
      descriptorProblems: project.diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic),
      viewModels: formats.map(({ viewModel, mediaTypes }) => ({ name: viewModel, mediaTypes })),
      checkSelectors: ({ selectors }) => siteFormats(selectors, customFormats).problems,
      // Files are checked before every request.
      reload: () => undefined,
    };
  };
}

const STATUS = 503;

/**
 * Creates the runtime of a development server whose configuration is unusable: it answers 503 to every request.
 * @param reasons one line each, as `formatProblem` writes them; sent to every client
 */
function closedRuntime(reasons: readonly string[]): Runtime {
  const clientOf = createClientOf([]);
  const answer = (request: SiteRequest): BytesAnswer => closedAnswer(request, reasons);
  const routes: readonly Route[] = [({ asked }) => answer(asked)];
  return {
    routes,
    basePath: '',
    administrationBasePath: '',
    administrationRoutes: routes,
    handleDocumentation: answer,
    clientOf,
    turns: new LoopTurns(),
    credentialsOf: (request) => credentialsRequestOf(request, clientOf(request).address),
    administrationAddress: null,
    answerElsewhere: answer,
    release: () => 'development',
    countRequest: null,
  };
}

/** Answers browsers with plain text, because the style sheets of a page would get 503, too. */
function closedAnswer({ method, accept }: SiteRequest, reasons: readonly string[]): BytesAnswer {
  const [type, text] = prefersPage(accept)
    ? ['text/plain; charset=utf-8', `${CLOSED}\n\n${reasons.join('\n')}\n`]
    : [
        PROBLEM_MEDIA_TYPE,
        writeProblem({ status: STATUS, title: reasonPhrase(STATUS), detail: `${CLOSED} ${reasons.join(' ')}` }),
      ];
  return uncachedAnswer(method, STATUS, type, text);
}
