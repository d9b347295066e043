import type { Attempts } from '../auth/attempts.ts';
import type { Health } from '../auth/contract.ts';
import type { LoadedScheme } from '../auth/schemes/contract.ts';
import type { KnownApi, ReferenceOptions } from '../config/check-references.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ConfigurationReader, ConfigurationReading } from '../config/read-configuration.ts';
import type { Api } from '../model/api.ts';
import type { AdminCard, AdminForm, AdminNotice, AdminPart } from '../presentation/page-data/admin-page.ts';
import type { Site } from '../presentation/page-data/site.ts';

/** State of the server, as far as these pages show or change it. */
export interface AdminSite {
  readonly projectFolder: string;
  /** Reads the files without `checkReferences`. */
  readonly readConfiguration: ConfigurationReader;
  readonly site: Site;
  /** The files as they are now, with the problems that `checkReferences` found: forms show and change these. */
  readonly reading: ConfigurationReading;
  /** The active configuration; it was read from earlier files where the current ones were refused. */
  readonly active: ConfigurationReading;
  /** Why the current files were refused, beside the problems in {@link reading}. */
  readonly refusal: readonly string[];
  readonly health: ReadonlyMap<string, Health>;
  /** Every version of every API. */
  readonly apis: readonly KnownApi[];
  /** Further input of `checkReferences`. */
  readonly references: ReferenceOptions;
  /** Everything that is documented, as it is served. */
  readonly documentation: readonly Api[];
  /** Relative to the project. */
  readonly descriptorFolder: string;
  /** True while developing; else descriptors count at the next build. */
  readonly readsDescriptorsAtOnce: boolean;
  /** Sources of the documentation: cards of the status page. */
  readonly sources: () => readonly AdminCard[];
  /** Reasons why descriptors are not shown, one line each. */
  readonly descriptorProblems: readonly string[];
  /** All view models, each with the media types that it renders in the served documentation. */
  readonly viewModels: readonly { readonly name: string; readonly mediaTypes: readonly string[] }[];
  /** Reports problems of selectors that only the formats can find; `keys` is their place below `selectors`. */
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
  /** User who is logged in; null where no log-in is needed. */
  readonly identity: { readonly adapter: string; readonly name: string } | null;
  /** Wrong credentials that were tried on these pages with one adapter; log-ins are counted elsewhere. */
  readonly attemptsOf: (adapter: string) => Attempts;
  readonly audit: (change: AdminChange) => void;
  readonly auditTest: (test: CredentialsTest) => void;
}

/** Test of an adapter with credentials, for the log. */
export interface CredentialsTest {
  readonly adapter: string;
  /** Null where the log-in would be refused: the name could be a password typed into the wrong field. */
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

/** One request for a screen. */
export interface ScreenRequest {
  readonly site: AdminSite;
  readonly query: Input;
  /** Completes a form with its address, version and token, which it sends back. */
  readonly form: (form: Omit<AdminForm, 'action' | 'hidden'>) => AdminPart;
}

export interface Submission extends ScreenRequest {
  readonly input: Input;
  /** Version of the content that the form was made from. */
  readonly version: string;
  /** Version of the current content. @param reading of the configuration */
  readonly versionNow: (reading: ConfigurationReading) => string;
  /** Whether the form is too old, or was made by another process or for another person. */
  readonly isExpired: boolean;
}

export interface Content {
  readonly title: string;
  readonly notice?: AdminNotice;
  readonly parts: readonly AdminPart[];
}

export type SubmissionResult =
  /** Done; the browser goes on to another page. */
  | { readonly kind: 'done'; readonly path: string; readonly done: Done }
  | { readonly kind: 'shown'; readonly status: 200 | 403 | 409 | 422 | 429 | 503; readonly content: Content };

export interface Screen {
  /** Below {@link ADMIN_ROOT}. */
  readonly path: string;
  /**
   * Content that the form changes, as shown: if it differs when the form is sent, that is an edit conflict.
   * Left out: the form changes nothing that existed. Undefined: the content no longer exists.
   */
  subject?(request: Pick<ScreenRequest, 'site' | 'query'>): unknown;
  /** @returns undefined where there is nothing of that name */
  show(request: ScreenRequest): Content | undefined;
  /** @returns undefined where there is nothing of that name */
  readonly submit?: (submission: Submission) => Promise<SubmissionResult | undefined>;
}

/** One thing that is wrong with what was filled in; `field`: null where it is about no single one. */
export interface FieldProblem {
  readonly field: string | null;
  readonly text: string;
}

/** Texts of the page after a form, by the key in its address: nothing of a query is ever repeated. */
const DONE_TEXTS = {
  'adapter-created': 'The adapter was created. Map it to an API, and that needs a log-in.',
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
  'texts-saved-for-build': 'The texts are saved. The pages of the documentation have them after the next build.',
} as const;

type Done = keyof typeof DONE_TEXTS;

/** @returns undefined for an unknown key */
export function doneText(key: string): string | undefined {
  return Object.entries(DONE_TEXTS).find(([known]) => known === key)?.[1];
}
