import { parseAuthParameters } from './auth-params.ts';
import { parseList } from './grammar.ts';

/** One way to log in that a server offers. */
interface Challenge {
  /** As it was sent: `Digest`. */
  readonly scheme: string;
  /** Names lower-cased, values without quotes; undefined where they are malformed, or a single token68. */
  readonly parameters: ReadonlyMap<string, string> | undefined;
}

/** Longer lists of challenges are not read further. */
const MOST_CHARACTERS = 16_384;

/** A scheme, and what may follow it in the same member of the list. */
const BEGINNING = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?:[ \t]+(.*))?$/s;
const PARAMETER = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*=/;

/**
 * Reads the challenges of WWW-Authenticate, of one field line or of several that were joined by commas: what separates
 * parameters separates challenges as well.
 * @see RFC 9110 §11.6.1
 */
export function parseChallenges(text: string): readonly Challenge[] {
  const found: { readonly scheme: string; readonly members: string[] }[] = [];
  for (const member of parseList(text, MOST_CHARACTERS)) {
    if (PARAMETER.test(member)) {
      found.at(-1)?.members.push(member);
      continue;
    }
    const [, scheme, first] = BEGINNING.exec(member) ?? [];
    if (scheme !== undefined) found.push({ scheme, members: first === undefined ? [] : [first] });
  }
  return found.map(({ scheme, members }) => ({ scheme, parameters: parseAuthParameters(members.join(', ')) }));
}
