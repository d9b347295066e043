import { parseList } from '../../http/grammar.ts';

/** Answer that a client prefers: the status of a described response, and the name of one of its examples. */
export interface PreferredAnswer {
  readonly code?: number;
  readonly example?: string;
  /** Query of the request with its `?`, which chooses an example if none is named; left out: it has none. */
  readonly query?: string;
}

const PREFERENCE = /^(code|example)\s*=\s*(?:"([^"\\]*)"|([^\s;"]+))\s*(?:;|$)/i;
const MOST_CHARACTERS = 1000;

/** Reads `Prefer: code=404, example=missing`; other preferences are ignored. @see RFC 7240 §2: the first one counts */
export function preferredAnswer(prefer: string): PreferredAnswer {
  const found = new Map<string, string>();
  for (const member of parseList(prefer, MOST_CHARACTERS)) {
    const [, name = '', quoted, token = ''] = PREFERENCE.exec(member) ?? [];
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted ?? token);
  }
  const [code = '', example] = [found.get('code'), found.get('example')];
  return { ...(/^[2-5]\d\d$/.test(code) && { code: Number(code) }), ...(example !== undefined && { example }) };
}
