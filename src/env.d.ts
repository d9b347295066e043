/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Set by the integration: folder of the served project, relative to the compiled server. Ends in a slash. */
  readonly PLATFORM_PROJECT_FOLDER: string;
  /** Set by the integration: the site has pages beside the documentation. */
  readonly PLATFORM_HAS_PAGES: boolean;
  /** Set by the integration: the version of the product. */
  readonly PLATFORM_VERSION: string;
}

/** Made by the integration: modules of `platform-documentation.formats`, by their paths as configured. */
declare module 'virtual:platform-documentation/format-modules' {
  export const formatModules: readonly {
    readonly key: string;
    readonly file: string;
    readonly load: () => Promise<{ readonly default?: unknown }>;
  }[];
}

/** Made by the integration: the layout of the site that our pages are in. */
declare module 'virtual:platform-documentation/site-layout.astro' {
  const SiteLayout: (props: {
    readonly title: string;
    readonly description?: string | undefined;
    readonly page: import('./presentation/page-data/document.ts').Page;
  }) => unknown;
  export default SiteLayout;
}

/** Made by the integration: paths of the project's own templates, as `view_manager.template_map` has them. */
declare module 'virtual:platform-documentation/template-map' {
  export const templateMap: Readonly<Record<string, string>>;
}

declare namespace App {
  interface Locals {
    /** The page to show; set by this site's own code alone, never by a request. */
    documentationPage?: import('./presentation/page-data/document.ts').Page;
    /** Development only: the project's own templates at present, if any; Vite adds their styles to the page. */
    templateMap?: Readonly<Record<string, string>>;
    /** Place for the HTML of the page, which the response is without then. */
    documentationHtml?: string;
    /** Error that a template threw while the page was rendered. */
    renderFailure?: unknown;
    /** Development only: answer of the documentation handler, which runs before Astro; its page is not rendered yet. */
    documentationAnswer?: import('./server/answers/contract.ts').PageAnswer;
    /** Development only: creates the answer for a page that cannot be rendered, from the reason. */
    answerFailure?: (reason: string) => import('./server/answers/contract.ts').BytesAnswer;
    /** Development only: runtime that serves the request. */
    runtime?: import('./server/runtime.ts').Runtime;
    /** Development only: address of the client, as authentication knows it. */
    client?: string;
    /** Identity of the caller; a guest without a log-in (specification §1.3). */
    identity: import('./auth/contract.ts').Identity;
  }
}
