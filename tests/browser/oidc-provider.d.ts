/** Parts of the package that tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Tokens {
    find(token: string): Promise<{ readonly isValid: boolean; readonly scope?: string } | undefined>;
  }

  export default class Provider {
    readonly AccessToken: Tokens;
    readonly ClientCredentials: Tokens;
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
}
