import { parseAuthParameters } from './auth-params.ts';
import { TOKEN } from './grammar.ts';

/** One way to log in that a server offers. */
interface Challenge {
  /** Scheme as sent: `Digest`. */
  readonly scheme: string;
  /** Names lower-cased, values without quotes; undefined where they are malformed, or a single token68. */
  readonly parameters: ReadonlyMap<string, string> | undefined;
}

/** Text between commas. A quote that is never closed extends to the end. */
const MEMBER = /(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",])+/g;
/** A scheme, and its first parameter or token68. Other members belong to the challenge before them. */
const BEGINNING = new RegExp(`^(${TOKEN})(?:[ \\t]+([^=\\s].*))?$`);

/**
 * Reads the challenges of WWW-Authenticate, of one field line or of several that were joined by commas: what separates
 * parameters separates challenges as well. Time is linear in the text.
 * @see RFC 9110 §11.6.1
 */
export function parseChallenges(text: string): readonly Challenge[] {
  const found: { readonly scheme: string; readonly members: string[] }[] = [];
  for (const member of text.match(MEMBER) ?? []) {
    const [, scheme, first = ''] = BEGINNING.exec(member.trim()) ?? [];
    if (scheme === undefined) found.at(-1)?.members.push(member);
    else found.push({ scheme, members: [first] });
  }
  return found.map(({ scheme, members }) => ({ scheme, parameters: parseAuthParameters(members.join()) }));
}
