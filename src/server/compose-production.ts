import { isAbout } from '../config/api-target.ts';
import type { KnownApi } from '../config/check-references.ts';
import { checkReferences } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import { formatProblem } from '../config/problem.ts';
import type { LoadedFormats } from '../formats/extension/load-format-modules.ts';
import type { SiteFormats } from '../formats/site-formats.ts';
import { siteFormats } from '../formats/site-formats.ts';
import type { AccessRule } from '../model/access.ts';
import type { ApiRecord } from '../model/records.ts';
import { servedResources } from '../project/access-rule.ts';
import { toKnownApi } from '../project/published-names.ts';
import type { CurrentRelease } from '../store/current-release.ts';
import { followCurrentRelease } from '../store/current-release.ts';
import type { AccessControl } from './access/access-control.ts';
import { reportHealth } from './access/access-control.ts';
import { keepClosed } from './access/keep-closed.ts';
import { openedSinceBuild } from './access/opened-since-build.ts';
import type { ClosableRuntime } from './compose-runtime.ts';
import { composeRuntime } from './compose-runtime.ts';
import type { DerivationWorkersOptions } from './derivation/derivation-workers.ts';
import { createDerivationWorkers } from './derivation/derivation-workers.ts';
import { createDocumentationHandler } from './documentation/handler.ts';
import { followConfiguration } from './live-configuration.ts';
import { createProcessParts } from './process-resources.ts';
import type { RenderPage, Runtime } from './runtime.ts';

export interface ProductionOptions {
  /** `dist/documentation`. */
  readonly documentationFolder: string;
  /** With `config/` and `data/`. */
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly passwordWorkerUrl: URL;
  /** Files of the threads that make documents. Left out: the thread that answers requests makes them. */
  readonly derivation?: Pick<DerivationWorkersOptions, 'workerUrl' | 'rendererUrl'>;
  readonly renderPage: RenderPage;
  /** What was compiled of the project's own formats. */
  readonly customFormats: LoadedFormats;
  readonly log: (message: string) => void;
  /** Called after a runtime has taken the place of another. */
  readonly changed?: () => void;
}

export interface Production {
  /** What is served now; to be asked at every request. */
  runtime(): Runtime;
  /**
   * Until then it may not be said that the server is ready: a build takes away the files that threads load. Never
   * rejects.
   */
  readonly loaded: Promise<void>;
  /** When the last request is answered: ends what keeps the process alive. */
  close(): Promise<void>;
}

/** A server has the formats that it was started with. */
const ADDED_FORMAT = 'If the format is new, run "npm run build" and restart the server.';
const REMOVED_FORMAT = 'If the format was removed, run "npm run build" and restart the server.';

let current: (() => Runtime) | undefined;

/**
 * Composes the production server over the published documentation and the configuration beside it, both of which may
 * change while it runs. A configuration that names what the release does not have keeps guests out of whatever has no
 * rule.
 * @throws when nothing is published, or the configuration cannot be used
 */
export function composeProduction(options: ProductionOptions): Production {
  const { projectFolder, environment, log, renderPage, customFormats } = options;
  for (const { module, message } of customFormats.problems)
    log(`platform-documentation.formats.${module.key}: ${message}`);
  const live = followConfiguration(projectFolder, environment, log, () => composeAhead());
  const documents = options.derivation && createDerivationWorkers({ ...options.derivation, log });
  const loaded = documents?.start() ?? Promise.resolve();
  const release: CurrentRelease = followCurrentRelease(
    options.documentationFolder,
    { formats: siteFormats([], customFormats.formats).formats, ...(documents && { derive: documents.derive }) },
    log,
  );
  const parts = createProcessParts(projectFolder, { environment, passwordWorkerUrl: options.passwordWorkerUrl, log });
  let seen: { readonly reading: object; readonly store: object; readonly runtime: ClosableRuntime } | undefined;

  const warn = onlyNew(log);
  const warnOfOpened = onlyNew(log);

  const recordsOfRelease = (): readonly ApiRecord[] =>
    release
      .store()
      .apis()
      .map(({ record }) => record);

  const compose = (): Runtime => {
    const reading = live.current();
    const known = release.store().operations().map(toKnownApi);
    const removed = release.store().removed().map(toKnownApi);
    const references = { complete: false, removed: () => removed };
    const checked = checkReferences(reading, known, references);
    const { problems, warnings } = checked;
    const { configuration, reason: whyClosed } = keepClosed(checked, {
      closed: release.store().closed(),
      records: recordsOfRelease,
    });
    for (const problem of problems.slice(reading.problems.length)) log(formatProblem(problem));
    const { formats, problems: selectorProblems }: SiteFormats = siteFormats(
      configuration.selectors,
      customFormats.formats,
    );
    const ofFormats = selectorProblems.map(({ keys, message, remedy }) => {
      const place = `platform-content-negotiation.selectors${keys.map((key) => `.${key}`).join('')}`;
      return `${place}: ${message} ${remedy} ${keys.length === 0 ? REMOVED_FORMAT : ADDED_FORMAT}`;
    });
    warn([...warnings.map(formatProblem), ...versionsLeftOut(configuration, known), ...ofFormats]);
    const make = (access: AccessControl): ClosableRuntime => {
      const rule: AccessRule = (operation) => access.authorization.access(operation);
      warnOfOpened(
        openedSinceBuild(release.store().operations(), rule).map(
          ({ api, version }) =>
            `${api}-v${version} needed a log-in when it was built, and is open to everyone now. If that is wrong, map it to an adapter.`,
        ),
      );
      const told = release.toldBy(rule, formats);
      const composed = composeRuntime(parts, {
        configuration,
        access,
        handleDocumentation: createDocumentationHandler({ store: () => release.store(), formats, log }),
        site: () => release.store().site,
        apis: told.store.apis(),
        asset: (path) => release.store().asset(path),
        renderPage,
        admin: {
          isDevelopment: false,
          site: () => ({
            projectFolder,
            readConfiguration: live.read,
            reading: checkReferences(live.read(), known, references),
            inForce: { ...checked, configuration },
            refusal: whyClosed === null ? live.refusal() : [whyClosed, ...live.refusal()],
            apis: known,
            references,
            descriptorProblems: [],
            viewModels: formats.map(({ viewModel }) => viewModel),
            checkSelectors: ({ selectors }) => siteFormats(selectors, customFormats.formats).problems,
            reload: () => void live.reload(),
          }),
          release: () => release.id(),
        },
      });
      told.takeOver();
      reportHealth(access, log);
      return composed;
    };
    // Models are read for that only where there are protected paths: what is served of them is read with its access.
    const records = configuration.authentication.paths.length === 0 ? [] : recordsOfRelease();
    const runtime = parts.factory.replace(configuration, make, servedResources(records));
    const before = seen;
    before?.runtime.close();
    seen = { reading, store: release.store(), runtime };
    if (before !== undefined) options.changed?.();
    return runtime;
  };

  /** Not at the next request: what is wrong is told at once, and connections are there when a request comes. */
  const composeAhead = (): void => {
    try {
      current?.();
    } catch (error) {
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  };

  const recompose = (): Runtime => {
    if (seen === undefined) return compose();
    try {
      return compose();
    } catch (error) {
      // What is served goes on being served; the same change is not tried again at every request.
      log(
        `A change of the configuration or the release cannot be used; the one before stays active: ${error instanceof Error ? error.message : String(error)}`,
      );
      seen = { ...seen, reading: live.current(), store: release.store() };
      return seen.runtime;
    }
  };
  current = () =>
    seen !== undefined && seen.reading === live.current() && seen.store === release.store()
      ? seen.runtime
      : recompose();
  const close = async (): Promise<void> => {
    live.close();
    release.close();
    seen?.runtime.close();
    await Promise.all([parts.close(), documents?.close()]);
  };
  try {
    current();
  } catch (error) {
    void close();
    throw error;
  }
  return { runtime: current, loaded, close };
}

/** Logs the lines that were not among those of the call before: what is known is not told again at each reload. */
function onlyNew(log: (line: string) => void): (lines: readonly string[]) => void {
  let told: ReadonlySet<string> = new Set();
  return (lines) => {
    for (const line of lines) if (!told.has(line)) log(line);
    told = new Set(lines);
  };
}

/** A version that was added after others were mapped one by one is open, which may not be meant. */
function versionsLeftOut({ authentication }: Configuration, apis: readonly KnownApi[]): readonly string[] {
  const mapped = new Set(authentication.map.map(({ api }) => api));
  const covers = ({ name, version }: KnownApi): boolean =>
    authentication.map.some((entry) => isAbout(entry, name, version));
  return apis
    .filter((api) => mapped.has(api.name) && !covers(api))
    .map(
      ({ name, version }) =>
        `${name}-v${version} has no adapter, though other versions of ${name} have one. ` +
        `Map ${name}-v${version} too, or ${name} for all, in platform-mvc-auth.authentication.map.`,
    );
}

/** The runtime of this process, for Astro's middleware; undefined while pages are only rendered. */
export function productionRuntime(): Runtime | undefined {
  return current?.();
}
