import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { PROBLEM_MEDIA_TYPE, writeProblem } from '../../http/problem.ts';
import { countOf, type Diagnostic } from '../../model/diagnostic.ts';
import { documentPath } from '../../model/locations.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { withVisibleControls } from '../../model/texts.ts';
import { escapeHtml } from '../../views/html.ts';
import { isForWindow, isLocal } from '../administration/admin-guard.ts';
import { textAnswer, uncachedAnswer } from '../answers/bytes-answers.ts';
import type { BytesAnswer, SiteAnswer } from '../answers/contract.ts';
import { prefersPage } from '../answers/problem-answer.ts';
import { isDocumentation } from '../documentation/target.ts';

/** Reason why the development server cannot show the requested page. */
export interface Fault {
  /** Place, such as `api-descriptors/shop/openapi.yaml:12:3`; `''` if no file of the project is known. */
  readonly place: string;
  /** Problem and fix, in one line or several. */
  readonly text: string;
}

/** Maximum errors on the page; descriptors may have thousands. */
const MOST_SHOWN = 20;

interface FaultPageFacts {
  readonly status: 500 | 503;
  /** One sentence about what the faults prevent. */
  readonly summary: string;
  readonly faults: readonly Fault[];
  /** Documentation that can be shown despite the faults. */
  readonly links: readonly { readonly title: string; readonly path: string }[];
  /** Answer of {@link STAMP_PATH} when the page was generated. */
  readonly stamp: string;
}

/** Path of a text that changes when a file changes. The page polls it to reload without Vite, which may be closed. */
export const STAMP_PATH = '/@platform-documentation/stamp';

const STYLE = `
:root{color-scheme:light dark;--text:light-dark(#1b2330,#e4e9f0);--muted:light-dark(#566072,#a3aebd);
--line:light-dark(#d5dbe3,#333d4b);--bad:light-dark(#a3161f,#ff9a9f);--link:light-dark(#0b57b8,#7fb4ff)}
body{margin:0;padding:2rem clamp(1rem,5vw,4rem);background:light-dark(#fff,#11161d);color:var(--text);
font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-inline-size:60rem;margin-inline:auto}
h1{margin:0 0 .5rem;font-size:1.6rem;line-height:1.25}
h2{margin:0 0 .5rem;font:600 .95rem/1.4 ui-monospace,Consolas,monospace;color:var(--bad)}
section{margin-block:1.5rem;padding:1rem 1.25rem;border:1px solid var(--line);border-inline-start:4px solid var(--bad);
border-radius:8px}
p{margin:.5rem 0;white-space:pre-line}
.note{color:var(--muted)}
a{color:var(--link)}
`;

/** Polls each second while the page is visible; errors are ignored, since the server may be restarting. */
const SCRIPT = `
const { stamp } = document.documentElement.dataset;
setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch('${STAMP_PATH}', { cache: 'no-store' });
    if (answer.ok && (await answer.text()) !== stamp) location.reload();
  } catch {}
}, 1000);
`;

const POLICY = [
  "default-src 'none'",
  `style-src '${integrityOf(STYLE)}'`,
  `script-src '${integrityOf(SCRIPT)}'`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Builds the answer of the development server in place of a page that it cannot show: each fault with place and fix.
 * The page is self-contained, since Vite or Astro may be the cause, and reloads itself when a file changes.
 */
export function faultPage(method: string, facts: FaultPageFacts): BytesAnswer {
  const headers = [
    ...['Content-Type', 'text/html; charset=utf-8'],
    ...['Content-Security-Policy', POLICY, 'Referrer-Policy', 'same-origin', 'X-Content-Type-Options', 'nosniff'],
    ...['Cache-Control', 'no-store', 'Vary', 'Accept'],
  ];
  return textAnswer(method, facts.status, headers, withVisibleControls(htmlOf(facts)));
}

function htmlOf({ summary, faults, links, stamp }: FaultPageFacts): string {
  const title = countOf(faults.length, 'error');
  const more = faults.length - MOST_SHOWN;
  return `<!doctype html>
<html lang="en" data-stamp="${escapeHtml(stamp)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(summary)}</p>
${faults.slice(0, MOST_SHOWN).map(sectionOf).join('\n')}
${more > 0 ? `<p>${more} more: the terminal has them all.</p>` : ''}
${links.length === 0 ? '' : `<p>Documentation without errors: ${links.map(linkOf).join(', ')}</p>`}
<p class="note">This page reloads when a file of the project changes.</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function sectionOf({ place, text }: Fault): string {
  const heading = place === '' ? '' : `<h2>${escapeHtml(place)}</h2>\n`;
  return `<section>\n${heading}<p dir="auto">${escapeHtml(text)}</p>\n</section>`;
}

function linkOf({ title, path }: FaultPageFacts['links'][number]): string {
  return `<a href="${escapeHtml(path)}"><bdi>${escapeHtml(title)}</bdi></a>`;
}

/** Source expression for inline content in a policy (CSP Level 3 §2.3.1, hash-source). */
function integrityOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Converts the errors of a project to faults. */
export function faultsOf(diagnostics: readonly Diagnostic[], projectFolder: string): readonly Fault[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic) => {
      // For a problem with a module, the place is in the module, not at the configuration key that names it.
      const module = diagnostic.rule === 'configuration' ? placeWithin(diagnostic.message, projectFolder) : '';
      const { file, line, column } = diagnostic;
      const place = line > 0 ? `${file}:${line}:${column}` : file;
      return { place: module || place, text: `${diagnostic.message}\n${diagnostic.remedy}` };
    });
}

/** Creates a fault from the message of a compiler or a template. Its place is the first one within the project. */
export function faultOfText(text: string, projectFolder: string): Fault {
  return { place: placeWithin(text, projectFolder), text: text.replaceAll(`${projectFolder}${sep}`, '') };
}

/** `file:line:column` as in messages of compilers and in stack traces, which may put `file://` before it. */
const PLACE = /(?<![^\s:()'"])(?:file:\/\/)?((?:[A-Za-z]:)?[^\s:()'"]+\.[a-z]+):(\d+):(\d+)/g;
/** Files that the page must not name: dependencies, password files, and files such as `.env`. */
const NOT_SHOWN = /^\.\.(?:\/|$)|(?:^|\/)(?:node_modules\/|\.)|^data\//;

/** Finds the first place in a text that is within the project; `''` if there is none. */
function placeWithin(text: string, projectFolder: string): string {
  for (const [, path = '', line, column] of text.matchAll(PLACE)) {
    const file = relative(projectFolder, resolve(projectFolder, path)).split(sep).join('/');
    if (isAbsolute(file) || NOT_SHOWN.test(file)) continue;
    return `${file}:${line}:${column}`;
  }
  return '';
}

/** Faults of a project that the development server knows. */
export interface ProjectFaults {
  readonly faults: readonly Fault[];
  /** Whether every request is answered with 503. */
  readonly isClosed: boolean;
  /** Whether all descriptors could be read; otherwise, parts of the documentation are missing. */
  readonly isComplete: boolean;
}

export const CLOSED = 'The configuration has errors. Every request is answered with 503 until they are fixed.';
const NOT_RENDERED = 'The page cannot be rendered until its template is fixed.';
const NOT_DESCRIBED = 'What these files describe cannot be shown until they are fixed.';
export const NOT_READ = 'This may be described by a file that has errors. The log of this server names them.';

const CONFIGURATION = 'config/';
/** Statuses that the fault page replaces; it replaces a 503 only for faults of the configuration. */
const REPLACED: ReadonlySet<number> = new Set([404, 406]);

/**
 * Replaces an answer with the fault page: for the list, for documents that are missing, closed or not in this format,
 * and for every request while the configuration is unusable. Only browsers on this machine get it: configuration files
 * may contain secrets, and descriptors may need a log-in. If a descriptor has errors, programs get 503 without the
 * reasons instead of 404.
 * @returns null if the answer stays unchanged
 */
export function faultsInstead(
  request: IncomingMessage,
  answer: SiteAnswer,
  { faults, isClosed, isComplete }: ProjectFaults,
  stamp: string,
): BytesAnswer | null {
  if (faults.length === 0) return null;
  const { method = 'GET', url = '', headers } = request;
  if (!isComplete && answer.kind === 'bytes' && answer.status === 404 && isDocumentation(url))
    return problemOf(method, NOT_READ);
  if (!prefersPage(headers.accept) || !mayRead(request)) return null;
  if (isClosed) return faultPage(method, { status: 503, summary: CLOSED, faults, links: [], stamp });
  const links = linksOf(answer, faults);
  return links && faultPage(method, { status: 503, summary: NOT_DESCRIBED, faults, links, stamp });
}

/**
 * Answers for a template that cannot be loaded or rendered: the fault page for a browser on this machine, or else text.
 * @param failure message, with its place if the compiler or the stack reports it
 */
export function failureAnswer(
  request: IncomingMessage,
  failure: string,
  projectFolder: string,
  stamp: string,
): BytesAnswer {
  const method = request.method ?? 'GET';
  if (mayRead(request)) {
    const faults = [faultOfText(failure, projectFolder)];
    return faultPage(method, { status: 500, summary: NOT_RENDERED, faults, links: [], stamp });
  }
  return uncachedAnswer(method, 500, 'text/plain; charset=utf-8', `${failure}\n`);
}

function problemOf(method: string, detail: string): BytesAnswer {
  const text = writeProblem({ status: 503, title: reasonPhrase(503), detail });
  return uncachedAnswer(method, 503, PROBLEM_MEDIA_TYPE, text);
}

/** Whether a browser on this machine opens a page in a window: scripts of other pages must not read source code. */
function mayRead(request: IncomingMessage): boolean {
  return isLocal(request) && isForWindow(request);
}

/** Returns the links of the fault page; null if faults do not replace this answer. */
function linksOf(answer: SiteAnswer, faults: readonly Fault[]): FaultPageFacts['links'] | null {
  if (answer.kind !== 'page') return null;
  const { page, status } = answer;
  if (page.kind === 'problem') {
    const isClosed = status === 503 && faults.some(({ place }) => place.startsWith(CONFIGURATION));
    return isClosed || REPLACED.has(status) ? [] : null;
  }
  if (page.kind !== 'document' || page.document.level !== 'list') return null;
  return page.document.entries.map(({ title, name, defaultVersion }) => ({
    title,
    path: documentPath({ level: 'api', api: name, version: defaultVersion }),
  }));
}
