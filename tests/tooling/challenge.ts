import { parseAuthParameters, splitCredentials } from '../../src/http/authentication.ts';

/** Parameters of the one challenge in a field value; undefined when it is malformed. */
export function challengeParameters(text: string): ReadonlyMap<string, string> | undefined {
  const parts = splitCredentials(text);
  return parts && parseAuthParameters(parts.rest);
}
