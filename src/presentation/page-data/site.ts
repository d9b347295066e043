import type { Language, PageEnding } from '../../model/language.ts';

/** Facts about the site that a document may use. */
export interface Site {
  /** `platform-documentation.title`. */
  readonly title: string;
  /** `platform-documentation.introduction`: Markdown above the list of APIs. */
  readonly introduction?: string;
  /**
   * `platform-documentation.base_url` without a slash at its end, such as `https://api.example.com`; `''` when not
   * configured.
   */
  readonly baseUrl: string;
  /**
   * `platform-documentation.audience`: audiences that see the internal parts of descriptors. Left out: those are hidden
   * from all readers.
   */
  readonly audience?: readonly string[];
  /** Languages of its pages, the default first; left out: English alone. */
  readonly languages?: readonly Language[];
  /** Language of this page, where it is not the default. */
  readonly language?: Language;
  /**
   * Set for a site of static files: no address there chooses a format or answers a call. Left out: our server, or one
   * configured like it, answers.
   */
  readonly pageEnding?: PageEnding;
  /**
   * `platform-documentation.samples`: names of the languages of samples, the first shown first; left out: the defaults.
   */
  readonly samples?: readonly string[];
  /** `platform-documentation.open_in`: programs; `{url}` stands for the address of the page as Markdown. */
  readonly openIn?: readonly { readonly title: string; readonly url: string }[];
  /** `platform-documentation.theme`; left out: the default look. */
  readonly theme?: SiteTheme;
  /** `platform-documentation.try_it`; left out: no operation may be called from pages. */
  readonly trying?: SiteTrying;
}

/** URL paths of files that are published with the pages. */
export interface SiteTheme {
  /** Stylesheet loaded after ours. */
  readonly stylesheet: string | null;
  readonly logo: { readonly light: string; readonly dark: string | null } | null;
  readonly icon: string | null;
  /** Image that programs show beside a link to any page. */
  readonly image: string | null;
  readonly font: 'inter' | 'system';
}

export interface SiteTrying {
  /** Versions of APIs whose operations may be called from their pages. */
  readonly apis: readonly TriedApi[];
  /** Tag of a language → URL path of the script's texts in that language. */
  readonly words: Readonly<Record<string, string>>;
}

interface TriedApi {
  readonly name: string;
  readonly version: number;
  /** Whether operations may be called at the origin of the documentation. */
  readonly isHere: boolean;
  /** Other origins that may be called, as browsers write them: `https://api.example.com`. */
  readonly origins: readonly string[];
}
