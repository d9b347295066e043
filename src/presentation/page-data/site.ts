import type { Language, PageEnding } from '../../model/language.ts';
import type { OAuthFlowObject } from '../../model/openapi-objects.ts';

/** Properties of the site that documents use. */
export interface Site {
  /** `platform-documentation.title`. */
  readonly title: string;
  /** `platform-documentation.introduction`: Markdown shown above the list of APIs. */
  readonly introduction?: string;
  /**
   * `platform-documentation.base_url` without a trailing slash, such as `https://api.example.com`; `''` if not
   * configured.
   */
  readonly baseUrl: string;
  /**
   * `platform-documentation.audience`: readers of this site, who see the parts of descriptors that are marked for them.
   * Omitted: all parts marked as internal or for an audience are hidden.
   */
  readonly audience?: readonly string[];
  /** Languages of the pages, the default first; omitted: only English. */
  readonly languages?: readonly Language[];
  /** Language of the current page; omitted for the default language. */
  readonly language?: Language;
  /**
   * Set for a site of static files, which supports neither content negotiation nor API calls; omitted for our server,
   * and for a web server that is configured like it.
   */
  readonly pageEnding?: PageEnding;
  /**
   * `platform-documentation.samples`: names of the sample languages in display order; omitted: the default languages.
   */
  readonly samples?: readonly string[];
  /** `platform-documentation.open_in`: links to programs; `{url}` is replaced by the URL of the page as Markdown. */
  readonly openIn?: readonly { readonly title: string; readonly url: string }[];
  /** `platform-documentation.theme`; omitted: the default theme. */
  readonly theme?: SiteTheme;
  /** Map of language tag → URL path of the texts of the search palette; omitted: pages have no palette. */
  readonly searchTexts?: Readonly<Record<string, string>>;
  /** `platform-documentation.try_it`; omitted: no operation may be called from pages. */
  readonly trying?: SiteTrying;
}

/** URL paths of files that are published with the pages. */
export interface SiteTheme {
  /** Stylesheet that pages load after ours. */
  readonly stylesheet: string | null;
  readonly logo: { readonly light: string; readonly dark: string | null } | null;
  readonly icon: string | null;
  /** Preview image for links to any page, for social media and chat programs. */
  readonly image: string | null;
  readonly font: 'inter' | 'system';
}

export interface SiteTrying {
  /** API versions whose operations may be called from their pages. */
  readonly apis: readonly TriedApi[];
  /** Map of language tag → URL path of the script's texts in that language. */
  readonly words: Readonly<Record<string, string>>;
}

/** API version whose operations may be called. */
export interface TriedApi {
  readonly name: string;
  readonly version: number;
  /** Whether operations may be called at the origin of the documentation itself. */
  readonly isHere: boolean;
  /** Set if another program answers calls at this origin, and no adapter of this site checks them. */
  readonly hasOwnLogIn?: true;
  /** Other origins that may be called, in their serialized form: `https://api.example.com`. */
  readonly origins: readonly string[];
  /** Set if this server calls {@link origins} for pages, since servers there do not allow pages of other origins. */
  readonly isViaServer?: true;
  /** Lower-case names of the header fields that its operations describe, which this server passes then. */
  readonly fields?: readonly string[];
  /** Log-ins that its pages offer; omitted: none. */
  readonly logIns?: readonly SiteLogIn[];
}

/** Log-in at a provider of tokens, OAuth 2 or OpenID Connect. All of its URLs are at {@link origins}. */
export interface SiteLogIn {
  /** Name of the security scheme. */
  readonly scheme: string;
  readonly origins: readonly string[];
  /** Public client; undefined if readers type one. */
  readonly clientId?: string;
  /** Whether this server asks for tokens, since the provider refuses pages of other origins. */
  readonly isViaServer: boolean;
  readonly isOpenId: boolean;
  /** Address of the provider's metadata (OpenID Connect Discovery 1.0 §4, RFC 8414). */
  readonly metadataUrl?: string;
  /** Flows by their names in OpenAPI. */
  readonly flows: Readonly<Record<string, OAuthFlowObject>>;
}
