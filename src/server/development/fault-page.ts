import { createHash } from 'node:crypto';
import { withVisibleControls } from '../../model/control-characters.ts';
import { countOf } from '../../model/diagnostic.ts';
import { escapeHtml } from '../../views/helpers/markup.ts';
import type { BytesAnswer } from '../documentation/contract.ts';
import { textAnswer } from '../documentation/text-answer.ts';
import { type Fault, MOST_EXCERPTS } from './faults.ts';
import type { SourceExcerpt } from './source-excerpt.ts';

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
--line:light-dark(#d5dbe3,#333d4b);--code:light-dark(#f3f5f8,#161d26);--bad:light-dark(#a3161f,#ff9a9f);
--tint:light-dark(#fdecec,#3a1d22);--link:light-dark(#0b57b8,#7fb4ff)}
body{margin:0;padding:2rem clamp(1rem,5vw,4rem);background:light-dark(#fff,#11161d);color:var(--text);
font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-inline-size:60rem;margin-inline:auto}
h1{margin:0 0 .5rem;font-size:1.6rem;line-height:1.25}
h2{margin:0 0 .5rem;font:600 .95rem/1.4 ui-monospace,Consolas,monospace;color:var(--bad)}
section{margin-block:1.5rem;padding:1rem 1.25rem;border:1px solid var(--line);border-inline-start:4px solid var(--bad);
border-radius:8px}
p{margin:.5rem 0;white-space:pre-line}
pre{margin:1rem 0 0;padding:.75rem 0;overflow-x:auto;border-radius:6px;background:var(--code);
font:.875rem/1.6 ui-monospace,Consolas,monospace;tab-size:2;overflow-wrap:normal}
pre span{display:block;inline-size:max-content;min-inline-size:100%;box-sizing:border-box;padding-inline:.75rem}
pre .at{background:var(--tint)}
i{display:inline-block;min-inline-size:2.5rem;margin-inline-end:1rem;color:var(--muted);font-style:normal;
text-align:end;user-select:none}
mark{background:none;color:var(--bad);font-weight:700;text-decoration:underline wavy;text-underline-offset:4px}
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
 * Answer of the development server in the place of a page that it cannot show: each fault with its place, the fix, and
 * the lines around it. The page is whole in itself, since Vite and Astro may be what fails, and reloads itself when a
 * file changes.
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
  const more = faults.length - MOST_EXCERPTS;
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
${faults.slice(0, MOST_EXCERPTS).map(sectionOf).join('\n')}
${more > 0 ? `<p>${more} more: the terminal has them all.</p>` : ''}
${links.length === 0 ? '' : `<p>Documentation without errors: ${links.map(linkOf).join(', ')}</p>`}
<p class="note">This page reloads when a file of the project changes.</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function sectionOf({ place, text, excerpt }: Fault): string {
  const heading = place === '' ? '' : `<h2>${escapeHtml(place)}</h2>\n`;
  const source = excerpt === null ? '' : `\n<pre tabindex="0">${excerpt.lines.map(lineOf).join('')}</pre>`;
  return `<section>\n${heading}<p dir="auto">${escapeHtml(text)}</p>${source}\n</section>`;
}

function lineOf({ number, before, marked, after }: SourceExcerpt['lines'][number]): string {
  const [attribute, mark] = marked === '' ? ['', ''] : [' class="at"', `<mark>${escapeHtml(marked)}</mark>`];
  return `<span${attribute}><i>${number}</i>${escapeHtml(before)}${mark}${escapeHtml(after)}</span>`;
}

function linkOf({ title, path }: FaultPageFacts['links'][number]): string {
  return `<a href="${escapeHtml(path)}"><bdi>${escapeHtml(title)}</bdi></a>`;
}

/** Source expression for inline content in a policy (CSP Level 3 §2.3.1, hash-source). */
function integrityOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
