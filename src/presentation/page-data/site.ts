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
   * `platform-documentation.audience`: what descriptors keep for others is shown to these. Left out: hidden from all
   * readers.
   */
  readonly audience?: readonly string[];
  /** Languages of its pages, the default first; left out: English alone. */
  readonly languages?: readonly Language[];
  /** Language of this page, where it is not the default. */
  readonly language?: Language;
  /**
   * Set for a site of files that are sent as they are: no address there chooses a format or answers a call. Left out:
   * our server, or one that is configured like it, answers.
   */
  readonly pageEnding?: PageEnding;
  /**
   * `platform-documentation.samples`: names of the languages of samples, the first shown first; left out: as they come.
   */
  readonly samples?: readonly string[];
  /** `platform-documentation.open_in`: programs, with `{url}` where the address of the page as Markdown goes. */
  readonly openIn?: readonly { readonly title: string; readonly url: string }[];
  /** `platform-documentation.theme`; left out where pages look as they come. */
  readonly theme?: SiteTheme;
  /** `platform-documentation.try_it`; left out where nothing may be called from pages. */
  readonly trying?: SiteTrying;
}

/** URL paths of files that are published with the pages. */
export interface SiteTheme {
  /** After ours. */
  readonly stylesheet: string | null;
  readonly logo: { readonly light: string; readonly dark: string | null } | null;
  readonly icon: string | null;
  /** Programs show it beside a link to any page. */
  readonly image: string | null;
  readonly font: 'inter' | 'system';
}

export interface SiteTrying {
  /** APIs whose operations may be called from their pages, a version each. */
  readonly apis: readonly TriedApi[];
  /** Tag of a language → URL path of what the script of pages says in it. */
  readonly words: Readonly<Record<string, string>>;
}

interface TriedApi {
  readonly name: string;
  readonly version: number;
  /** At the origin of the documentation, where it answers. */
  readonly isHere: boolean;
  /** Other origins, as browsers write them: `https://api.example.com`. */
  readonly origins: readonly string[];
}
