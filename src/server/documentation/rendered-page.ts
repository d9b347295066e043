import { withoutFields } from '../../http/header-list.ts';
import { PROBLEM_MEDIA_TYPE, writeProblem } from '../../http/problem.ts';
import { holdsControls, withVisibleControls } from '../../model/control-characters.ts';
import { withoutDependencies } from '../../model/dependencies.ts';
import type { Page } from '../../model/page/document.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import type { RenderPage } from '../runtime.ts';
import type { BytesAnswer, PageAnswer } from './contract.ts';

/** What stands on a page without anything to see: what Astro and Vite put there themselves. */
const NOT_SHOWN = /<!doctype[^>]*>|<script\b[\s\S]*?<\/script>|<style\b[\s\S]*?<\/style>|<link\b[^>]*>/gi;
const NOTHING = 'It renders nothing, or returns a Response. Let it render a page.';
/** What Astro says of a Response in the middle of a page, where it does not leave it out. */
const RESPONSE_INSIDE = 'ResponseSentError';
/** Of a page that is a problem document instead; what these say is of the page. */
const OF_THE_PAGE = /^(?:content-type|etag|link|content-location)$/;
const encoder = new TextEncoder();

/**
 * What Astro has rendered, to its end: a template may fail, or answer something else than a page, when the head is long
 * there. Control characters, which HTML cannot hold, are made visible.
 * @throws what the template has thrown, or what is wrong with its answer
 */
export async function bytesOfPage(response: Response, page: Page): Promise<Uint8Array<ArrayBuffer>> {
  if (response.status !== 200) throw new Error(`The template answered ${response.status}. Let it render a page.`);
  const bytes = await wholeBody(response);
  if (isBlank(bytes)) throw new Error(NOTHING);
  return mayHoldControls(page) ? encoder.encode(withVisibleControls(new TextDecoder().decode(bytes))) : bytes;
}

/** Looking at every page would take longer than looking at its API once. */
function mayHoldControls(page: Page): boolean {
  if (page.kind !== 'document' || page.document.level === 'list') return true;
  const { api } = page.document;
  // Without any on the page itself its bytes are the same either way.
  return withoutDependencies(() => holdsControls(api.record));
}

async function wholeBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw error instanceof Error && error.name === RESPONSE_INSIDE ? new Error(NOTHING, { cause: error }) : error;
  }
}

/** A page as it is sent. Where it cannot be rendered, the log says why, and the client gets {@link instead}. */
export async function renderedAnswer(
  answer: PageAnswer,
  renderPage: RenderPage,
  log: (error: unknown) => void,
): Promise<BytesAnswer> {
  try {
    const body = await renderPage(answer.page);
    return {
      kind: 'bytes',
      status: answer.status,
      headers: [...answer.headers, 'Content-Length', String(body.byteLength)],
      body,
    };
  } catch (error) {
    log(error);
    return instead(answer);
  }
}

/** For a page that cannot be rendered: the problem that it was to show, else one that says so. */
function instead({ page, status, headers }: PageAnswer): BytesAnswer {
  const isProblem = page.kind === 'problem';
  const json = isProblem
    ? page.problem.json
    : writeProblem({
        status: 500,
        title: reasonPhrase(500),
        detail: 'The page cannot be shown. The log of the server says why.',
      });
  const body = encoder.encode(json);
  const kept = withoutFields(headers, (name) => OF_THE_PAGE.test(name));
  return {
    kind: 'bytes',
    status: isProblem ? status : 500,
    headers: [...kept, 'Content-Type', PROBLEM_MEDIA_TYPE, 'Content-Length', String(body.byteLength)],
    body,
  };
}

function isBlank(bytes: Uint8Array<ArrayBuffer>): boolean {
  const html = Buffer.from(bytes.buffer);
  // Of every page that is one; the rest takes its time.
  return !html.includes('<body') && html.toString('utf8').replaceAll(NOT_SHOWN, '').trim() === '';
}
