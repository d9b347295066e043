import { withoutFields } from '../../http/header-list.ts';
import { PROBLEM_MEDIA_TYPE, writeProblem } from '../../http/problem.ts';
import { basePathOf, documentPath } from '../../model/locations.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { withVisibleControls } from '../../model/texts.ts';
import { linkAddress } from '../../presentation/description-links.ts';
import { type Page, referenceTo } from '../../presentation/page-data/document.ts';
import { suspectedTemplates } from '../../project/template-faults.ts';
import { LoopBusyError } from '../../threads/loop-turns.ts';
import { withFoundLinks } from '../../views/description-elements.ts';
import { nearLinks } from '../../views/near-links.ts';
import { wordsOf } from '../../words/words.ts';
import type { BytesAnswer, PageAnswer } from '../answers/contract.ts';
import { pageBelow } from '../base-path.ts';
import type { RenderPage } from '../runtime.ts';

/** Invisible markup, which Astro and Vite add to every page. */
const NOT_SHOWN = /<!doctype[^>]*>|<script\b[\s\S]*?<\/script>|<style\b[\s\S]*?<\/style>|<link\b[^>]*>/gi;
const TOO_BUSY = wordsOf({}).say('problem.tooBusy');
const NOTHING = 'It renders nothing, or returns a Response. Let it render a page.';
/** Name of Astro's error for a template inside a page that returns a Response. */
const RESPONSE_INSIDE = 'ResponseSentError';
/** Header fields about the page, left out of a problem document that replaces it. */
const OF_THE_PAGE = /^(?:content-type|etag|link|content-location)$/;
/**
 * Marker of Astro's `<ClientRouter />`, which swaps pages within one document. The document would keep the security
 * policy of its first page, and scripts would not run again: the marker is disabled, so that pages load completely.
 */
const ROUTED = '<meta name="astro-view-transitions-enabled"';
const NOT_ROUTED = '<meta name="astro-view-transitions-refused"';
const encoder = new TextEncoder();

/**
 * Reads a rendered page completely, because a template may fail, or return something other than a page, long after the
 * head. Makes control characters visible, which HTML cannot contain, resolves links in descriptions, shortens links to
 * documents nearby unless the page becomes a file, and adds the base path to all others.
 * @param drawn HTML of the page, if the response is without it
 * @throws the error of the template, or an error about its answer
 */
export async function bytesOfPage(response: Response, page: Page, drawn = ''): Promise<Uint8Array<ArrayBuffer>> {
  if (response.status !== 200) throw new Error(`The template answered ${response.status}. Let it render a page.`);
  const html = drawn || (await wholeBody(response));
  if (isBlank(html)) throw new Error(NOTHING);
  const document = page.kind === 'document' && page.document.level !== 'list' ? page.document : null;
  const linked = withFoundLinks(withVisibleControls(html.replace(ROUTED, NOT_ROUTED)), (target) => {
    if (document !== null) return linkAddress(document.api, target);
    return target.startsWith('/') ? target : null;
  });
  const { baseUrl, pageEnding } = page.site;
  const near =
    document === null || ELSEWHERE.has(document.level) || pageEnding !== undefined
      ? linked
      : nearLinks(linked, documentPath(referenceTo(document)));
  return encoder.encode(pageBelow(basePathOf(baseUrl), near));
}

/**
 * Levels of pages with URLs from which relative addresses would lead elsewhere: that of an API is one folder higher,
 * and changes without a version in the path are those of the highest version, not of the default one.
 */
const ELSEWHERE: ReadonlySet<string> = new Set(['api', 'changes']);

async function wholeBody(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw error instanceof Error && error.name === RESPONSE_INSIDE ? new Error(NOTHING, { cause: error }) : error;
  }
}

/**
 * Renders a page for sending. If rendering fails, logs the reason and returns the answer of {@link instead}. Under
 * overload, it returns that answer without logging.
 */
export async function renderedAnswer(
  answer: PageAnswer,
  renderPage: RenderPage,
  log: (error: unknown) => void,
): Promise<BytesAnswer> {
  try {
    const body = await renderPage(answer.page);
    const headers = [...answer.headers, 'Content-Length', String(body.byteLength)];
    const rendered: BytesAnswer = { kind: 'bytes', status: answer.status, headers, body };
    const finished = answer.finish?.(rendered) ?? rendered;
    return finished.kind === 'page' ? await renderedAnswer(finished, renderPage, log) : finished;
  } catch (error) {
    if (!(error instanceof LoopBusyError)) log(error);
    return instead(answer, error);
  }
}

/** Builds the answer in place of a page that cannot be rendered: the problem that it shows, or else a 500 or 503. */
function instead({ page, status, headers }: PageAnswer, error: unknown): BytesAnswer {
  const isProblem = page.kind === 'problem';
  const isBusy = !isProblem && error instanceof LoopBusyError;
  const failed = isBusy ? 503 : 500;
  const json = isProblem
    ? page.problem.json
    : writeProblem({
        status: failed,
        title: reasonPhrase(failed),
        detail: isBusy ? TOO_BUSY : 'The page cannot be shown. The log of the server says why.',
      });
  const body = encoder.encode(json);
  const kept = withoutFields(headers, (name) => OF_THE_PAGE.test(name));
  return {
    kind: 'bytes',
    status: isProblem ? status : failed,
    headers: [
      ...kept,
      ...['Content-Type', PROBLEM_MEDIA_TYPE, 'Content-Length', String(body.byteLength)],
      ...(isBusy ? ['Retry-After', String(error.retrySeconds)] : []),
    ],
    body,
  };
}

function isBlank(html: string): boolean {
  // Real pages have a body, so the slow second check is rare.
  return !html.includes('<body') && html.replaceAll(NOT_SHOWN, '').trim() === '';
}

/**
 * Creates an error from a template's error, with a line for each template of the project that may be the cause.
 * @param templateMap the project's own templates, as named in the configuration
 */
export function pageFailure(page: Page, cause: unknown, templateMap: Readonly<Record<string, string>>): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const trace = cause instanceof Error ? (cause.stack ?? '') : reason;
  return new Error([reason, ...suspectedTemplates(page, templateMap, trace)].join('\n'), { cause });
}
