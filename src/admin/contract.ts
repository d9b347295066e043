import type { Attempts } from '../auth/attempts.ts';
import type { Health } from '../auth/contract.ts';
import type { LoadedScheme } from '../auth/schemes/contract.ts';
import type { KnownApi, ReferenceOptions } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ConfigurationReader, ConfigurationReading } from '../config/read-configuration.ts';
import type { Api } from '../model/api.ts';
import type { AdminCard, AdminForm, AdminLink, AdminNotice, AdminPart } from '../presentation/page-data/admin-page.ts';
import type { Site } from '../presentation/page-data/site.ts';

/** Server state that the administration pages show or change. */
export interface AdminSite {
  readonly projectFolder: string;
  /** Reads the configuration files without calling `checkReferences`. */
  readonly readConfiguration: ConfigurationReader;
  readonly site: Site;
  /** Current files, with the problems that `checkReferences` found; forms show and change these files. */
  readonly reading: ConfigurationReading;
  /** Active configuration; read from earlier files if the current files were refused. */
  readonly active: ConfigurationReading;
  /** Reasons why the current files were refused, in addition to the problems in {@link reading}. */
  readonly refusal: readonly string[];
  readonly health: ReadonlyMap<string, Health>;
  /** Every version of every API. */
  readonly apis: readonly KnownApi[];
  /** Further input of `checkReferences`. */
  readonly references: ReferenceOptions;
  /** Documented APIs as the server shows them. */
  readonly documentation: readonly Api[];
  /** Path relative to the project. */
  readonly descriptorFolder: string;
  /** URL of the documentation; null if no configured address leads to it. */
  readonly documentationUrl: string | null;
  /** Time of the last build; null in development. */
  readonly lastBuild: Date | null;
  /** True in development; otherwise changed descriptors take effect at the next build. */
  readonly readsDescriptorsAtOnce: boolean;
  /** Cards of the status page for the sources of the documentation. */
  readonly sources: () => readonly AdminCard[];
  /** Reasons why descriptors are not shown, one line each. */
  readonly descriptorProblems: readonly string[];
  /** All view models, each with the media types that it renders in the served documentation. */
  readonly viewModels: readonly { readonly name: string; readonly mediaTypes: readonly string[] }[];
  /** Reports problems of selectors that only the formats can find; `keys` is the path below `selectors`. */
  readonly checkSelectors: (
    configuration: Configuration,
  ) => readonly { readonly keys: readonly string[]; readonly message: string; readonly remedy: string }[];
  /** Reads the configuration again after it has changed on disk. */
  readonly reload: () => void;
  /** All schemes, the strongest first. */
  readonly schemes: readonly LoadedScheme[];
  /** Checks a password against a stored value, in a worker thread. */
  readonly verifyPassword: (password: string, stored: string) => Promise<'right' | 'wrong' | 'busy'>;
  /** Address of the client. */
  readonly client: string;
  /** User who is logged in; null if no log-in is required. */
  readonly identity: { readonly adapter: string; readonly name: string } | null;
  /** Counter of wrong credentials in tests of one adapter on these pages, separate from that of log-ins. */
  readonly attemptsOf: (adapter: string) => Attempts;
  readonly audit: (change: AdminChange) => void;
  readonly auditTest: (test: CredentialsTest) => void;
}

/** Result of testing an adapter with credentials, for the log. */
export interface CredentialsTest {
  readonly adapter: string;
  /** Null if the log-in would be refused: the name could be a password typed into the wrong field. */
  readonly user: string | null;
  readonly outcome: 'authenticated' | 'rejected' | 'throttled' | 'unavailable';
}

/** Change by a user; never contains a secret. */
export interface AdminChange {
  readonly action: string;
  /** Name of the adapter, API, selector or file. */
  readonly target: string;
  /** File that was written, relative to the project. */
  readonly file: string;
}

export type Input = ReadonlyMap<string, string>;

/** Request for a screen. */
export interface ScreenRequest {
  readonly site: AdminSite;
  readonly query: Input;
  /**
   * Adds address, version and token to a form; the browser submits them with it.
   * @param action path of the page that receives the form, if not this one; that page must not change existing content
   */
  readonly form: (form: Omit<AdminForm, 'action' | 'hidden'>, action?: string) => AdminPart;
}

export interface Submission extends ScreenRequest {
  readonly input: Input;
  /** Version of the content that the form was made from. */
  readonly version: string;
  /** Version of the current content. @param reading the current configuration */
  readonly versionNow: (reading: ConfigurationReading) => string;
  /** Whether the form is too old, or was made by another process or for another user. */
  readonly isExpired: boolean;
}

export interface Content {
  readonly title: string;
  /** Pages between the section and this page. */
  readonly above?: readonly AdminLink[];
  readonly notice?: AdminNotice;
  readonly parts: readonly AdminPart[];
}

export type SubmissionResult =
  /** The change is done; the browser is redirected to another page. */
  | { readonly kind: 'done'; readonly path: string; readonly done: Done }
  | { readonly kind: 'shown'; readonly status: 200 | 403 | 409 | 422 | 429 | 503; readonly content: Content };

export interface Screen {
  /** Path below {@link ADMIN_ROOT}. */
  readonly path: string;
  /**
   * Content that the form shows and changes. If the content differs when the form is sent, an edit conflict is
   * reported. Left out: the form changes no existing content. Undefined: the content no longer exists.
   */
  subject?(request: Pick<ScreenRequest, 'site' | 'query'>): unknown;
  /** @returns undefined if the object that the query names does not exist */
  show(request: ScreenRequest): Content | undefined;
  /** @returns undefined if the object that the query names does not exist */
  readonly submit?: (submission: Submission) => Promise<SubmissionResult | undefined>;
}

/** Problem of a submitted form; `field` is null if the problem concerns no single field. */
export interface FieldProblem {
  readonly field: string | null;
  readonly text: string;
}

/** Notices after a change, by the key `done` in the query: no text from a query is ever shown. */
const DONE_TEXTS = {
  'adapter-created': 'The adapter was created. Map it to an API to require a log-in there.',
  'adapter-changed': 'The adapter was changed.',
  'adapter-deleted': 'The adapter was deleted.',
  'user-added': 'The user was added.',
  'user-changed': 'The password was changed.',
  'user-removed': 'The user was removed.',
  mapped: 'The API was mapped.',
  'selector-created': 'The selector was created.',
  'selector-changed': 'The selector was changed.',
  'selector-deleted': 'The selector was deleted.',
  'texts-saved': 'The texts are saved.',
  'texts-saved-for-build': 'The texts are saved. The pages of the documentation show them after the next build.',
} as const;

type Done = keyof typeof DONE_TEXTS;

/** @returns undefined for an unknown key */
export function doneText(key: string): string | undefined {
  return Object.entries(DONE_TEXTS).find(([known]) => known === key)?.[1];
}
