import { DescribedApi } from '../../trying/described-api.ts';
import { DigestLogIn, digestTermsOf } from '../../trying/digest.ts';

/** Parts of the panel for trying operations that are loaded while the reader fills in the form. */
const parts = { DescribedApi, DigestLogIn, digestTermsOf };

declare global {
  /** Parts for the panel. Bundled scripts share no modules, so they are passed through a global. */
  var platformTryingParts: typeof parts | undefined;
}

export type LaterParts = typeof parts;

globalThis.platformTryingParts = parts;
