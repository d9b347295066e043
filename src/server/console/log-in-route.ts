import { createHash } from 'node:crypto';
import { LOG_IN_CHANNEL, LOG_IN_PATH } from '../../model/locations.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { escapeHtml } from '../../views/html.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { methodsAnswer, textAnswer } from '../answers/bytes-answers.ts';
import type { SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { pageLanguage, problemAnswer, siteIn } from '../answers/problem-answer.ts';
import { guardDocumentation } from '../documentation/guarded-documentation.ts';
import { isFromOwnPage } from '../node/foreign-page.ts';
import { readTextBody } from '../node/text-body.ts';
import type { RouteContext } from '../route-context.ts';
import type { Exchange, Route } from '../runtime.ts';
import { ProviderRelay, type Relayed } from './provider-relay.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'] as const;
const PREFLIGHT = methodsAnswer(METHODS);
const MOST_BYTES = 16 * 1024;
/** Requests of one client; a page that waits for a device asks every five seconds. We chose the values. */
const LIMITS = { failures: 60, perSeconds: 60 } as const;
/** Ends the connection, because the rest of a refused body is not read. */
const LAST_ANSWER = ['Connection', 'close'] as const;

/**
 * Creates the route of log-ins at providers of tokens: the page to which they lead back (GET), and requests to those
 * that refuse pages of other origins (POST). It needs the log-in of the documentation, as all of its pages do.
 */
export function createLogInRoute(context: RouteContext): Route {
  const { site, gatekeeper, adapter, credentialsOf } = context;
  const relay = new ProviderRelay();
  return (exchange) => {
    const { asked, request } = exchange;
    // The prefix is compared first, because this runs for every request.
    if (!asked.target.startsWith(LOG_IN_PATH) || asked.target.split('?', 1)[0] !== LOG_IN_PATH) return null;
    const logIns = (site().trying?.apis ?? []).flatMap((api) => api.logIns ?? []);
    if (logIns.length === 0) return null;
    if (asked.method === 'OPTIONS') return PREFLIGHT;
    const handle = (): SiteAnswer | Promise<SiteAnswer> => {
      const spoken = siteIn(pageLanguage(asked, site()), site());
      if (asked.method === 'GET' || asked.method === 'HEAD') return returnPage(asked, spoken);
      const refuse = refusing(asked, spoken);
      if (asked.method !== 'POST')
        return refuse(405, (words) => words.say('problem.methodsHere', { methods: METHODS.join(', ') }));
      return relayed(exchange, context, refuse, (text, client, signal) => relay.ask(text, logIns, client, signal));
    };
    const covers = (): boolean => true;
    return guardDocumentation({ handle, site, gatekeeper, adapter, covers })(asked, () => credentialsOf(request));
  };
}

type Refuse = (status: number, detail: (words: Words) => string, headers?: readonly string[]) => SiteAnswer;

/** Returns a function that writes problems in the language of the page: the page shows their texts. */
function refusing(asked: SiteRequest, spoken: Site): Refuse {
  return (status, detail, headers = []) =>
    problemAnswer({ ...asked, accept: undefined }, spoken, {
      status,
      detail: detail(wordsOf(spoken)),
      headers: [...LAST_ANSWER, ...headers],
      ...(status === 405 && { allow: METHODS }),
    });
}

async function relayed(
  { request, response, awaitsContinue }: Exchange,
  { site, clientOf, memory, resources, served }: RouteContext,
  refuse: Refuse,
  ask: (text: string, client: string, signal: AbortSignal) => Promise<Relayed>,
): Promise<SiteAnswer> {
  const { headers } = request;
  if (!isFromOwnPage(headers, site().baseUrl)) return refuse(403, (words) => words.say('problem.notOwnPage'));
  const client = clientOf(request).address;
  let seconds = 0;
  try {
    seconds = await resources.limitOf(served.configuration, 'console/log-in', LIMITS).recordFailure(client, '');
  } catch {
    return refuse(503, (words) => words.say('problem.loginsUnavailable'));
  }
  if (seconds > 0)
    return refuse(429, (words) => words.say('problem.askedTooOften', { seconds }), ['Retry-After', String(seconds)]);
  const body = await readTextBody(request, {
    name: 'request',
    mediaType: 'application/json',
    mostBytes: MOST_BYTES,
    memory,
    client,
    proceed: () => awaitsContinue && response.writeContinue(),
  });
  if (body.kind === 'refused') return refuse(body.status, () => body.detail, body.headers);
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const answer = await ask(body.text, client, leaving.signal);
  if (answer.kind === 'refused') return refuse(answer.status, (words) => words.say(answer.key));
  const fields = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  return textAnswer('POST', answer.status, fields, answer.text);
}

/**
 * Script of the page to which a provider sends the reader. It removes the code from the address before anything else,
 * and gives it to the page that waits for this `state`, at the same origin; closes the window when that page has it.
 */
const SCRIPT = `const { pathname, search, hash } = location;
history.replaceState(null, '', pathname);
const answer = [search, hash].map((part) => part.slice(1)).find((part) => /(^|&)state=/.test(part)) ?? '';
const channel = new BroadcastChannel('${LOG_IN_CHANNEL}' + new URLSearchParams(answer).get('state'));
channel.onmessage = () => close();
channel.postMessage(answer);`;

const POLICY = [
  `default-src 'none'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

const PAGE_FIELDS = [
  ...['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', POLICY],
  ...['Referrer-Policy', 'no-referrer', 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
];

function returnPage({ method }: SiteRequest, spoken: Site): SiteAnswer {
  const words = wordsOf(spoken);
  const { tag, direction } = words.language;
  return textAnswer(
    method,
    200,
    PAGE_FIELDS,
    `<!doctype html>
<html lang="${escapeHtml(tag)}" dir="${direction}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(words.say('try.logIn'))}</title>
<script>${SCRIPT}</script>
<p>${escapeHtml(words.say('try.oauth.returned'))}</p>
</html>
`,
  );
}
