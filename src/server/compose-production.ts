import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedScheme } from '../auth/schemes/contract.ts';
import { checkReferences, type KnownApi, type ReferenceOptions } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ConfigurationReading } from '../config/read-configuration.ts';
import type { Format } from '../formats/contract.ts';
import type { LoadedFormats } from '../formats/extension/load-format-modules.ts';
import { type SiteFormats, siteFormats } from '../formats/site-formats.ts';
import { versionedName } from '../model/locations.ts';
import type { ApiRecord } from '../model/records.ts';
import { formatProblem } from '../options/problem.ts';
import { knowsAll, servedResources, withExamples } from '../project/access-rule.ts';
import { toKnownApi } from '../project/published-names.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import { type CurrentRelease, followCurrentRelease, type ReleaseFolders } from '../store/current-release.ts';
import { CURRENT_FILE } from '../store/release.ts';
import { type AccessControl, reportHealth } from './access/access-control.ts';
import { keepClosed, openedSinceBuild } from './access/keep-closed.ts';
import { type ClosableRuntime, composeRuntime } from './compose-runtime.ts';
import { createDerivationWorkers, type DerivationWorkersOptions } from './derivation/derivation-workers.ts';
import { followConfiguration, type LiveConfiguration } from './live-configuration.ts';
import { createProcessResources, type ProcessResources } from './process-resources.ts';
import type { AdministeredSite } from './route-context.ts';
import type { RenderPage, Runtime } from './runtime.ts';

export interface ProductionOptions extends ReleaseFolders {
  /** All authentication schemes, the strongest first. */
  readonly schemes: readonly LoadedScheme[];
  /** Folder that contains `config/` and `data/`. */
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly passwordWorkerUrl: URL;
  /** Modules of the threads that generate documents. Default: the thread that answers requests generates them. */
  readonly derivation?: Pick<DerivationWorkersOptions, 'workerUrl' | 'rendererUrl'>;
  readonly renderPage: RenderPage;
  /** Whether the site has pages besides the documentation. */
  readonly hasPages?: boolean;
  /** See `Served`. */
  readonly isMounted?: boolean;
  /** Version of the product that compiled the server. */
  readonly version: string;
  /** The project's own formats, as compiled. */
  readonly customFormats: LoadedFormats;
  readonly log: (message: string) => void;
  /** Called after a new runtime has replaced the active one. */
  readonly changed?: () => void;
}

export interface Production {
  /** Returns the active runtime; to be called for every request. */
  runtime(): Runtime;
  /**
   * Resolves when the threads have loaded their files, which the next build deletes; the server is not ready before.
   * Never rejects.
   */
  readonly loaded: Promise<void>;
  /** Stops everything that keeps the process running; to be called after the last answer. */
  close(): Promise<void>;
}

/**
 * Composes the production server from the published documentation and the configuration, both of which may change while
 * it runs. If the configuration names parts that the release does not have, guests get no access to anything that has
 * no rule.
 * @throws if nothing is published, or if the configuration is unusable
 */
export function composeProduction(options: ProductionOptions): Production {
  for (const { module, message } of options.customFormats.problems)
    options.log(`platform-documentation.formats.${module.key}: ${message}`);
  const production = new RunningProduction(options);
  try {
    production.runtime();
  } catch (error) {
    void production.close();
    throw error;
  }
  return production;
}

/** Runtime with the inputs from which it was composed. */
interface Composed {
  readonly reading: ConfigurationReading;
  readonly store: ArtifactStore;
  /** Name of the release. */
  readonly release: string;
  readonly runtime: ClosableRuntime;
}

/** Result of checking the configuration against the release. */
interface Agreed {
  readonly configuration: Configuration;
  /** Configuration as read; names that the release does not have are added to its problems. */
  readonly checked: ConfigurationReading;
  /** Reason why parts that were closed at build time stay closed; null: none do. */
  readonly whyClosed: string | null;
  readonly formats: readonly Format[];
  /** APIs of the release, for checks of other readings. */
  readonly known: readonly KnownApi[];
  readonly references: ReferenceOptions;
}

class RunningProduction implements Production {
  readonly loaded: Promise<void>;
  readonly #options: ProductionOptions;
  readonly #live: LiveConfiguration;
  readonly #release: CurrentRelease;
  readonly #resources: ProcessResources;
  readonly #documents: ReturnType<typeof createDerivationWorkers> | undefined;
  readonly #warn: (lines: readonly string[]) => void;
  readonly #warnOfOpened: (lines: readonly string[]) => void;
  /** Whether the configuration of the last composition had names that the release does not have. */
  #hadProblems = false;
  #composed: Composed | undefined;

  constructor(options: ProductionOptions) {
    const { schemes, projectFolder, environment, passwordWorkerUrl, customFormats, log } = options;
    this.#options = options;
    this.#warn = onlyNew(log);
    this.#warnOfOpened = onlyNew(log);
    this.#live = followConfiguration(projectFolder, environment, log, () => this.#composeAhead());
    this.#documents = options.derivation && createDerivationWorkers({ ...options.derivation, log });
    this.loaded = this.#documents?.start() ?? Promise.resolve();
    const { formats } = siteFormats([], customFormats.formats);
    const derive = this.#documents && { derive: this.#documents.derive };
    this.#release = followCurrentRelease(options, { formats, ...derive }, log, () => this.#composeAhead());
    this.#resources = createProcessResources(projectFolder, { schemes, environment, passwordWorkerUrl, log });
  }

  /** Returns the active runtime; an arrow function, so that it can be passed as a callback. */
  readonly runtime = (): Runtime => {
    const composed = this.#composed;
    const isCurrent =
      composed !== undefined && composed.reading === this.#live.current() && composed.store === this.#release.store();
    return isCurrent ? composed.runtime : this.#composeAnew();
  };

  async close(): Promise<void> {
    this.#live.close();
    this.#release.close();
    this.#composed?.runtime.close();
    await Promise.all([this.#resources.close(), this.#documents?.close()]);
  }

  /** Composes immediately, not at the next request, so that errors are reported and connections are ready early. */
  #composeAhead(): void {
    try {
      if (this.#composed !== undefined) this.runtime();
    } catch (error) {
      this.#options.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  #composeAnew(): Runtime {
    const before = this.#composed;
    if (before === undefined) return this.#compose();
    try {
      return this.#compose();
    } catch (error) {
      // The active runtime stays; storing the refused inputs prevents another attempt at every request.
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.log(
        `A change of the configuration or the release cannot be used; the one before stays active: ${reason}`,
      );
      this.#composed = { ...before, reading: this.#live.current(), store: this.#release.store() };
      return before.runtime;
    }
  }

  #compose(): Runtime {
    const reading = this.#live.current();
    const agreed = this.#agree(reading);
    const { configuration } = agreed;
    const records = configuration.authentication.paths.length === 0 ? [] : recordsOf(this.#release.store());
    const make = (access: AccessControl): ClosableRuntime => this.#runtimeWith(access, agreed);
    const runtime = this.#resources.factory.replace(configuration, make, servedResources(records));
    const before = this.#composed;
    before?.runtime.close();
    // Read only here: composing a runtime gives the release a new store for the access rule.
    const release = this.#release.id();
    this.#composed = { reading, store: this.#release.store(), release, runtime };
    if (before !== undefined && before.release !== release)
      this.#options.log(`The release ${release} is served, in place of ${before.release}.`);
    if (before !== undefined) this.#options.changed?.();
    return runtime;
  }

  /** Checks the configuration against the release, and logs the names that the release does not have. */
  #agree(reading: ConfigurationReading): Agreed {
    const { log, customFormats } = this.#options;
    const store = this.#release.store();
    const known = store.operations().map(toKnownApi);
    const removed = store.removed().map(toKnownApi);
    const references: ReferenceOptions = { complete: false, removed: () => removed };
    const checked = checkReferences(reading, known, references);
    const { configuration, reason: whyClosed } = keepClosed(checked, {
      closed: store.closed(),
      records: () => recordsOf(store),
    });
    const ofReferences = checked.problems.slice(reading.problems.length);
    for (const problem of ofReferences) log(formatProblem(problem));
    if (this.#hadProblems && ofReferences.length === 0) log('Every name in the configuration is known now.');
    this.#hadProblems = ofReferences.length > 0;
    const { formats, problems } = siteFormats(configuration.selectors, customFormats.formats);
    this.#warn([...checked.warnings.map(formatProblem), ...problems.map(selectorLine)]);
    return { configuration, checked, whyClosed, formats, known, references };
  }

  #runtimeWith(access: AccessControl, agreed: Agreed): ClosableRuntime {
    const { log, renderPage, hasPages = false, isMounted = false, version } = this.#options;
    const { configuration, formats } = agreed;
    const release = this.#release;
    const unanswered = new Set(release.store().unanswered());
    const rule = withExamples(
      (operation) => access.authorization.access(operation),
      configuration.services,
      unanswered,
    );
    this.#warnOfOpened(
      openedSinceBuild(release.store().operations(), rule, unanswered).map(
        ({ api, version }) =>
          `${versionedName(api, version)} needed a log-in when it was built, and is open to everyone now. ` +
          'If that is wrong, map it to an adapter.',
      ),
    );
    const prepared = release.withAccess(rule, formats);
    const isWhole = knowsAll(configuration.services);
    const runtime = composeRuntime(this.#resources, {
      configuration,
      access,
      store: () => release.store(),
      formats,
      hasPages,
      isMounted,
      apis: () => prepared.store.apis(),
      routed: {
        apis: prepared.store.routed(isWhole),
        whole: (api) => prepared.store.api(api.getName(), api.getVersion(), isWhole(api.getName(), api.getVersion())),
      },
      asset: (path) => release.asset(path),
      renderPage,
      admin: {
        isDevelopment: false,
        site: () => this.#administered(agreed),
      },
      release: () => release.id(),
      version,
    });
    prepared.takeOver();
    reportHealth(access, log);
    return runtime;
  }

  /** Collects the data of the administration pages from the current files. */
  #administered({ configuration, checked, whyClosed, formats, known, references }: Agreed): AdministeredSite {
    const { projectFolder, customFormats } = this.#options;
    const refusal = this.#live.refusal();
    return {
      projectFolder,
      readConfiguration: this.#live.read,
      reading: checkReferences(this.#live.read(), known, references),
      active: { ...checked, configuration },
      refusal: whyClosed === null ? refusal : [whyClosed, ...refusal],
      apis: known,
      references,
      descriptorProblems: [],
      lastBuild:
        statSync(join(this.#options.documentationFolder, CURRENT_FILE), { throwIfNoEntry: false })?.mtime ?? null,
      viewModels: formats.map(({ viewModel, mediaTypes }) => ({ name: viewModel, mediaTypes })),
      checkSelectors: ({ selectors }) => siteFormats(selectors, customFormats.formats).problems,
      reload: () => void this.#live.reload(),
    };
  }
}

/** Reads the records with their routes only, which is all that rules for protected paths need. */
function recordsOf(store: ArtifactStore): readonly ApiRecord[] {
  return store.routed().map(({ record }) => record);
}

const ADDED_FORMAT = 'If the format is new, run "npm run build" and restart the server.';
const REMOVED_FORMAT = 'If the format was removed, run "npm run build" and restart the server.';

/** Formats a problem of a selector. The remedy includes a restart, since formats are loaded only at startup. */
function selectorLine({ keys, message, remedy }: SiteFormats['problems'][number]): string {
  const place = `platform-content-negotiation.selectors${keys.map((key) => `.${key}`).join('')}`;
  return `${place}: ${message} ${remedy} ${keys.length === 0 ? REMOVED_FORMAT : ADDED_FORMAT}`;
}

/** Logs only lines that the previous call did not contain, so that reloads do not repeat them. */
function onlyNew(log: (line: string) => void): (lines: readonly string[]) => void {
  let logged: ReadonlySet<string> = new Set();
  return (lines) => {
    for (const line of lines) if (!logged.has(line)) log(line);
    logged = new Set(lines);
  };
}
