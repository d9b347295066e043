import { isAbsolute, join } from 'node:path';
import type { ApiTarget, MapRecord, RuleRecord } from '../options/access-records.ts';
import type { MemberRecord, OptionsRecord } from '../options/member.ts';
import type { RuleSettings } from '../rules/contract.ts';

/**
 * Everything that `config/autoload` says, checked, with defaults for what it leaves out: plain frozen values (DESIGN
 * §7).
 */
export interface Configuration {
  readonly site: {
    /** `platform-documentation.title`. */
    readonly title: string;
    /** `platform-documentation.introduction`: Markdown above the list of APIs; left out where there is none. */
    readonly introduction?: string;
    /** `platform-documentation.samples` without repetitions, in their order; left out when not configured. */
    readonly samples?: readonly string[];
    /** `platform-documentation.open_in`; left out where there is none. */
    readonly openIn?: readonly OpenInRecord[];
    /** `platform-documentation.audience`: readers of the documentation; left out for the public only. */
    readonly audience?: readonly string[];
    /** `platform-documentation.base_url` without a slash at its end; `''` when not configured. */
    readonly baseUrl: string;
  };
  /** Access by `platform-documentation.access`, or by the most specific path over all of the documentation. */
  readonly access: { readonly kind: 'public' } | { readonly kind: 'adapter'; readonly name: string };
  readonly authentication: {
    /** Every configured adapter, and a closed one for every name that is used but not configured. */
    readonly adapters: readonly AdapterRecord[];
    /** Adapters of APIs; an entry with a version wins over one without. */
    readonly map: readonly MapRecord[];
    /** Adapters by path: of routes of this site, of what pages of the documentation need, and of APIs without one. */
    readonly paths: readonly PathRecord[];
  };
  readonly authorization: {
    /** True: operations without a rule are closed to guests, mapped or not. */
    readonly denyByDefault: boolean;
    /** A rule with a version wins over one without. */
    readonly rules: readonly RuleRecord[];
    readonly groups: Readonly<Record<string, readonly string[]>>;
    /** An Apache group file, relative to the project. */
    readonly groupFile: string | null;
  };
  /** `failures` failed log-ins within `perSeconds` block a client; 0 failures: never. */
  readonly throttle: { readonly failures: number; readonly perSeconds: number };
  /** Driver of the shared state. */
  readonly state: MemberRecord;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly services: readonly PublishedApiRecord[];
  /** Settings of `platform-documentation.check`. */
  readonly check: RuleSettings;
  /** Counters at `/metrics`. */
  readonly metrics: boolean;
  readonly auditLog: AuditLogRecord;
  readonly admin: AdministrationRecord;
  /** `platform-documentation.discovery`; null: not configured. */
  readonly discovery: boolean | null;
  /** `platform-documentation.mcp`. */
  readonly mcp: boolean;
  /** `platform-documentation.locales`: tags as BCP 47 writes them, the default first, at least one. */
  readonly locales: readonly string[];
  /** `platform-documentation.theme`. */
  readonly theme: ThemeRecord;
  /** `platform-documentation.try_it`; an entry with a version wins over one without. */
  readonly tryIt: readonly TryItRecord[];
  /** Modules of custom formats: paths relative to the project, or absolute. */
  readonly formatModules: readonly FormatModuleRecord[];
  /** View scripts by the name of what they replace: `platform-documentation/show` → path relative to the project. */
  readonly templateMap: Readonly<Record<string, string>>;
  readonly selectors: readonly SelectorRecord[];
}

/** A program that a page can be handed to; in its address `{url}` stands for that of the page as Markdown. */
export interface OpenInRecord {
  readonly title: string;
  readonly url: string;
}

/** Origins at which the operations of an API may be called from their pages. */
export interface TryItRecord extends ApiTarget {
  /** Whether they may be called at the origin of the documentation. */
  readonly isHere: boolean;
  /** Other origins, as browsers write them. */
  readonly origins: readonly string[];
}

/** How pages look; names are those of files in `config/theme`. */
export interface ThemeRecord {
  readonly logo: { readonly light: string; readonly dark: string | null } | null;
  readonly icon: string | null;
  readonly image: string | null;
  /** `#0b57b8`, in small letters. */
  readonly brand: { readonly light: string; readonly dark: string | null } | null;
  readonly font: 'inter' | 'system';
  readonly stylesheet: string | null;
}

/** One entry of `authentication.adapters`. Paths are as configured: absolute or relative to the project. */
export interface AdapterRecord {
  readonly name: string;
  /** Names of the schemes that the adapter accepts. */
  readonly schemes: readonly string[];
  readonly realm: string;
  /** Options of every scheme there is, by their keys. */
  readonly options: OptionsRecord;
  /** Problems, one line each. If there are any, the adapter is closed, with any other values of this record. */
  readonly problems: readonly string[];
}

interface PathRecord {
  /** Decoded path, `/reports/**`: `*` stands for one segment, `**` at the end for any number, also none. */
  readonly pattern: string;
  readonly adapter: string;
}

/** Source of answers: the descriptor, which this site trusts; pages of this site; or another source. */
export type AnswersFrom = 'descriptor' | 'pages' | 'elsewhere';

/** Backend of a published API, with its settings. */
export interface PublishedApiRecord extends ApiTarget {
  readonly backend: MemberRecord;
  readonly answersFrom: AnswersFrom;
  readonly maxBodyBytes: number;
  /** Path that is served for this API only, without a final slash except for `/`; null: paths of its descriptor. */
  readonly basePath: string | null;
  /** Origins of pages that may call it; `*`: all. Null: all where the API has no log-in, else none. */
  readonly corsOrigins: readonly string[] | null;
  /** Whether its documents and scripts run on this origin, or in a sandbox. */
  readonly documents: 'sandboxed' | 'trusted';
  /** Header fields of its answers that are passed on beside the usual ones. */
  readonly responseHeaders: readonly string[];
  /** Problems, one line each. If there are any, the API is closed. */
  readonly problems: readonly string[];
}

/** The administration pages in production. */
export interface AdministrationRecord {
  /** Null: the pages are served only while developing. */
  readonly adapter: string | null;
  readonly listen: AdministrationAddress;
  /** Origin by which browsers reach a separate address, without a final slash; `''`: the address itself. */
  readonly baseUrl: string;
}

export type AdministrationAddress =
  /** Loopback, on the first free port above that of the documentation. */
  | { readonly kind: 'free-port' }
  /** `host`: an address or name, IPv6 without brackets. */
  | { readonly kind: 'address'; readonly host: string; readonly port: number }
  /** Address of the documentation. */
  | { readonly kind: 'same' };

export type AuditLogRecord =
  | { readonly kind: 'off' }
  /** To standard output. */
  | { readonly kind: 'output' }
  | { readonly kind: 'file'; readonly path: string };

/** A module that brings formats of the project's own. */
export interface FormatModuleRecord {
  /** Key below `platform-documentation.formats`: the name of an entry, or the number of an item from 0. */
  readonly key: string;
  /** Path as configured. */
  readonly file: string;
}

export interface SelectorRecord {
  readonly name: string;
  readonly viewModels: readonly { readonly name: string; readonly mediaTypes: readonly string[] }[];
}

/** Settings that a build writes into its release: changes of them wait for the next build. */
const BUILT: readonly (readonly [keys: readonly string[], settingOf: (configuration: Configuration) => unknown])[] = [
  [['platform-documentation', 'title'], ({ site }) => site.title],
  [['platform-documentation', 'introduction'], ({ site }) => site.introduction],
  [['platform-documentation', 'base_url'], ({ site }) => site.baseUrl],
  [['platform-documentation', 'audience'], ({ site }) => site.audience],
  [['platform-documentation', 'check'], ({ check }) => check],
  [['platform-documentation', 'locales'], ({ locales }) => locales],
  [['platform-documentation', 'open_in'], ({ site }) => site.openIn],
  [['platform-documentation', 'samples'], ({ site }) => site.samples],
  [['platform-documentation', 'theme'], ({ theme }) => theme],
  [['platform-documentation', 'formats'], ({ formatModules }) => formatModules],
  [['platform-documentation', 'try_it'], ({ tryIt }) => tryIt],
  [['view_manager', 'template_map'], ({ templateMap }) => templateMap],
];

export const builtSettings: readonly string[] = BUILT.map(([keys]) => keys.join('.'));

/** The keys of the settings that differ and wait for a build. */
export function waitingForBuild(before: Configuration, after: Configuration): readonly (readonly string[])[] {
  return BUILT.flatMap(([keys, settingOf]) =>
    JSON.stringify(settingOf(before)) === JSON.stringify(settingOf(after)) ? [] : [keys],
  );
}

/** Freezes plain values, with everything in them. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) deepFreeze(item);
  return Object.freeze(value);
}

/** Makes a configured path absolute, which may be relative to the project. */
export function inProject(projectFolder: string, path: string): string {
  return isAbsolute(path) ? path : join(projectFolder, path);
}
