/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The page to show; set by this site's own code alone, never by a request. */
    documentationPage?: import('./model/document.ts').Page;
    /** While developing: what the documentation handler decided before Astro saw the request; its page is still to be rendered. */
    documentationAnswer?: import('./server/documentation/contract.ts').PageAnswer;
  }
}
