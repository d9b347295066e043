import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { countOf, type Diagnostic } from '../../model/diagnostic.ts';
import { withVisibleControls } from '../../model/texts.ts';
import { escapeHtml } from '../../views/html.ts';
import type { BytesAnswer } from '../answers/contract.ts';
import { textAnswer } from '../answers/text-answer.ts';

/** Reason why the development server cannot show the requested page. */
export interface Fault {
  /** `api-descriptors/shop/openapi.yaml:12:3`; `''` where no file of the project is known to be the reason. */
  readonly place: string;
  /** Problem and fix, in one line or several. */
  readonly text: string;
}

/** Errors that the page shows; descriptors may have thousands. */
const MOST_SHOWN = 20;

export interface FaultPageFacts {
  readonly status: 500 | 503;
  /** One sentence: what does not work because of the faults. */
  readonly summary: string;
  readonly faults: readonly Fault[];
  /** Documentation that can be shown all the same. */
  readonly links: readonly { readonly title: string; readonly path: string }[];
  /** Answer of {@link STAMP_PATH} when the page was made. */
  readonly stamp: string;
}

/**
 * Answers with text that changes when a file does, so that the page can reload itself without Vite, which may be
 * closed.
 */
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

/** Asks each second while the page is seen. A server that is being started again is waited for. */
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
 * Answer of the development server in the place of a page that it cannot show: each fault with its place and the
 * fix. The page is whole in itself, since Vite and Astro may be what fails, and reloads itself when a file changes.
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

/** The errors of a project. */
export function faultsOf(diagnostics: readonly Diagnostic[], projectFolder: string): readonly Fault[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic) => {
      // The module that a key names is where to look, not the key.
      const module = diagnostic.rule === 'configuration' ? placeWithin(diagnostic.message, projectFolder) : '';
      const { file, line, column } = diagnostic;
      const place = line > 0 ? `${file}:${line}:${column}` : file;
      return { place: module || place, text: `${diagnostic.message}\n${diagnostic.remedy}` };
    });
}

/**
 * Makes a fault from the message of a compiler or a template, at the first place in its text that is in the project.
 */
export function faultOfText(text: string, projectFolder: string): Fault {
  return { place: placeWithin(text, projectFolder), text: text.replaceAll(`${projectFolder}${sep}`, '') };
}

/** `file:line:column` as compilers and stacks write it; a stack may have `file://` before it. */
const PLACE = /(?<![^\s:()'"])(?:file:\/\/)?((?:[A-Za-z]:)?[^\s:()'"]+\.[a-z]+):(\d+):(\d+)/g;
/** Files that are not named: dependencies, password files, and files such as `.env`. */
const NOT_SHOWN = /^\.\.(?:\/|$)|(?:^|\/)(?:node_modules\/|\.)|^data\//;

/** `''` where the text names no file of the project. */
function placeWithin(text: string, projectFolder: string): string {
  for (const [, path = '', line, column] of text.matchAll(PLACE)) {
    const file = relative(projectFolder, resolve(projectFolder, path)).split(sep).join('/');
    if (isAbsolute(file) || NOT_SHOWN.test(file)) continue;
    return `${file}:${line}:${column}`;
  }
  return '';
}
