import { isAbsolute, join } from 'node:path';
import type { ApiTarget, MapRecord, RuleRecord } from '../options/access-records.ts';
import type { MemberRecord, OptionsRecord } from '../options/member.ts';
import type { RuleSettings } from '../rules/contract.ts';

/**
 * Validated settings from `config/autoload`, with defaults for missing keys. All values are plain and frozen (DESIGN
 * §7).
 */
export interface Configuration {
  readonly site: {
    /** `platform-documentation.title`. */
    readonly title: string;
    /** `platform-documentation.introduction`: Markdown above the list of APIs; undefined if not configured. */
    readonly introduction?: string;
    /** `platform-documentation.samples` in the configured order, without duplicates; undefined if not configured. */
    readonly samples?: readonly string[];
    /** `platform-documentation.open_in`; undefined if not configured. */
    readonly openIn?: readonly OpenInRecord[];
    /** `platform-documentation.audience`: audiences of the documentation; undefined for the public only. */
    readonly audience?: readonly string[];
    /** `platform-documentation.base_url` without trailing slash; `''` if not configured. */
    readonly baseUrl: string;
  };
  /** Access to the documentation, from `platform-documentation.access` or the most specific pattern for all of it. */
  readonly access: { readonly kind: 'public' } | { readonly kind: 'adapter'; readonly name: string };
  readonly authentication: {
    /** Configured adapters, and a closed adapter for each name that is used but not configured. */
    readonly adapters: readonly AdapterRecord[];
    /** Adapters of APIs. Entries with a version take precedence over entries without. */
    readonly map: readonly MapRecord[];
    /** Adapters by path pattern, for routes of this site and for APIs without an entry in the map. */
    readonly paths: readonly PathRecord[];
  };
  readonly authorization: {
    /** True if guests cannot call operations without a rule, even of an API without an adapter. */
    readonly denyByDefault: boolean;
    /** Access rules. Rules with a version take precedence over rules without. */
    readonly rules: readonly RuleRecord[];
    readonly groups: Readonly<Record<string, readonly string[]>>;
    /** Path of an Apache group file, as configured: absolute, or relative to the project. */
    readonly groupFile: string | null;
  };
  /** Limit of failed log-ins: `failures` within `perSeconds` block a client; 0 failures never block. */
  readonly throttle: { readonly failures: number; readonly perSeconds: number };
  /** Driver of the state that several servers share. */
  readonly state: MemberRecord;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  readonly services: readonly PublishedApiRecord[];
  /** Settings of `platform-documentation.check`. */
  readonly check: RuleSettings;
  /** True if `/metrics` is served. */
  readonly metrics: boolean;
  readonly auditLog: AuditLogRecord;
  readonly admin: AdministrationRecord;
  /** `platform-documentation.discovery`; null if not configured. */
  readonly discovery: boolean | null;
  /** `platform-documentation.mcp`. */
  readonly mcp: boolean;
  /** `platform-documentation.laminas_addresses`. */
  readonly laminasAddresses: boolean;
  /** `platform-documentation.locales`: canonical BCP 47 tags, the default first, at least one. */
  readonly locales: readonly string[];
  /** `platform-documentation.theme`. */
  readonly theme: ThemeRecord;
  /** `platform-documentation.try_it`. Entries with a version take precedence over entries without. */
  readonly tryIt: readonly TryItRecord[];
  /** `platform-documentation.overlays`. */
  readonly overlays: readonly OverlaysRecord[];
  /** `platform-documentation.sources`. */
  readonly sources: readonly SourceUrlRecord[];
  /** Modules with custom formats. */
  readonly formatModules: readonly FormatModuleRecord[];
  /** Custom templates by the name of the replaced template: `platform-documentation/show` → path as configured. */
  readonly templateMap: Readonly<Record<string, string>>;
  readonly selectors: readonly SelectorRecord[];
}

/** A program that can open a page; `{url}` in its URL is replaced by the URL of the page as Markdown. */
export interface OpenInRecord {
  readonly title: string;
  readonly url: string;
}

/** Origins to which the documentation pages of an API may send requests. */
export interface TryItRecord extends ApiTarget {
  /** True if requests to the origin of the documentation are allowed. */
  readonly isHere: boolean;
  /** Other allowed origins, in the format of the `Origin` header. */
  readonly origins: readonly string[];
  /** True if this server calls {@link origins}, since servers there refuse pages. */
  readonly isViaServer: boolean;
  readonly logIns: readonly LogInRecord[];
}

/** Log-in of pages at a provider of tokens: OAuth 2 or OpenID Connect. */
export interface LogInRecord {
  /** Name of the security scheme in the descriptor. */
  readonly scheme: string;
  /** Origins at which addresses of the provider are used; at least one. */
  readonly origins: readonly string[];
  /** Provider whose metadata alone have the addresses; undefined: the descriptor names them. */
  readonly issuer?: string;
  /** Public client; undefined if readers type one. */
  readonly clientId?: string;
  /** True if this server asks for tokens, since the provider refuses pages. */
  readonly isViaServer: boolean;
}

/** Overlays of an API, in the order in which they are applied; paths are relative to the project. */
export interface OverlaysRecord extends ApiTarget {
  readonly files: readonly string[];
}

/** Descriptor that is fetched from a URL. */
export interface SourceUrlRecord {
  /** Path in the descriptor folder, with forward slashes. */
  readonly path: string;
  readonly url: string;
}

/** Appearance of pages. File names refer to `config/theme`. */
export interface ThemeRecord {
  readonly logo: { readonly light: string; readonly dark: string | null } | null;
  readonly icon: string | null;
  readonly image: string | null;
  /** Colour such as `#0b57b8`, in lower case. */
  readonly brand: { readonly light: string; readonly dark: string | null } | null;
  readonly font: 'inter' | 'system';
  readonly stylesheet: string | null;
}

/** An entry of `authentication.adapters`. Paths are as configured: absolute, or relative to the project. */
export interface AdapterRecord {
  readonly name: string;
  /** Names of the schemes that the adapter accepts. */
  readonly schemes: readonly string[];
  readonly realm: string;
  /** Options of all schemes by key, including schemes that the adapter does not accept. */
  readonly options: OptionsRecord;
  /** Problems, one line each. If there are any, the adapter is closed, and its other settings are not used. */
  readonly problems: readonly string[];
}

interface PathRecord {
  /** Decoded path such as `/reports/**`: `*` matches one segment, `**` at the end any number, including none. */
  readonly pattern: string;
  readonly adapter: string;
}

/** Source of API responses: the trusted descriptor, pages of this site, or an untrusted server. */
export type AnswersFrom = 'descriptor' | 'pages' | 'elsewhere';

/** Backend of a published API, with its settings. */
export interface PublishedApiRecord extends ApiTarget {
  readonly backend: MemberRecord;
  readonly answersFrom: AnswersFrom;
  readonly maxBodyBytes: number;
  /** Path prefix of this API, without trailing slash unless it is `/`; null for the paths of its descriptor. */
  readonly basePath: string | null;
  /** Origins that may call the API, or `*`. Null allows all origins if the API needs no log-in, otherwise none. */
  readonly corsOrigins: readonly string[] | null;
  /** Environment in which browsers run HTML and scripts of the API: a sandbox, or the origin of this site. */
  readonly documents: 'sandboxed' | 'trusted';
  /** Additional response header fields to pass on to clients. */
  readonly responseHeaders: readonly string[];
  /** Problems, one line each. If there are any, the API is closed. */
  readonly problems: readonly string[];
}

/** Settings of the administration pages in production. */
export interface AdministrationRecord {
  /** Adapter of the administration pages; null if only the development server serves them. */
  readonly adapter: string | null;
  readonly listen: AdministrationAddress;
  /** Public URL of the administration pages, without trailing slash; `''` if browsers use the `listen` address. */
  readonly baseUrl: string;
}

export type AdministrationAddress =
  /** Loopback address and the first free port above that of the documentation. */
  | { readonly kind: 'free-port' }
  /** Separate address. `host`: IP address (IPv6 without brackets) or host name. */
  | { readonly kind: 'address'; readonly host: string; readonly port: number }
  /** Same address as the documentation. */
  | { readonly kind: 'same' };

export type AuditLogRecord =
  | { readonly kind: 'off' }
  /** Audit log on standard output. */
  | { readonly kind: 'output' }
  | { readonly kind: 'file'; readonly path: string };

/** A module with custom formats of the project. */
export interface FormatModuleRecord {
  /** Key in `platform-documentation.formats`: the name of a map entry, or the index of a list item from 0. */
  readonly key: string;
  /** Path as configured: absolute, or relative to the project. */
  readonly file: string;
}

export interface SelectorRecord {
  readonly name: string;
  readonly viewModels: readonly { readonly name: string; readonly mediaTypes: readonly string[] }[];
}

/** Settings that a build copies into its release. Changes take effect with the next build. */
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
  [['platform-documentation', 'overlays'], ({ overlays }) => overlays],
  [['view_manager', 'template_map'], ({ templateMap }) => templateMap],
];

export const builtSettings: readonly string[] = BUILT.map(([keys]) => keys.join('.'));

/** Keys of the changed settings that take effect only with the next build. */
export function waitingForBuild(before: Configuration, after: Configuration): readonly (readonly string[])[] {
  return BUILT.flatMap(([keys, settingOf]) =>
    JSON.stringify(settingOf(before)) === JSON.stringify(settingOf(after)) ? [] : [keys],
  );
}

/** Freezes a plain value and all nested values. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) deepFreeze(item);
  return Object.freeze(value);
}

/** Resolves a configured path, which may be relative to the project, to an absolute path. */
export function inProject(projectFolder: string, path: string): string {
  return isAbsolute(path) ? path : join(projectFolder, path);
}
