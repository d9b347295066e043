import { expect, test } from 'vitest';
import type { Page } from '../../../src/presentation/page-data/document.ts';
import { suspectedTemplates } from '../../../src/project/template-faults.ts';

const PAGE = { kind: 'document', document: { level: 'api' } } as unknown as Page;
const OWN = { 'platform-documentation/show': 'templates/Show.astro', 'platform-documentation/service': 'S.astro' };
const KEY = 'view_manager.template_map.platform-documentation/show: templates/Show.astro';

test.each([
  ['a stack that names it', 'at eval (/site/templates/Show.astro:27:1)', `${KEY} failed.`],
  [
    'a stack of compiled code, with the way to its line',
    'at file:///site/dist/server/chunks/ViewScriptPage.mjs:49:50',
    `${KEY} may be the template that failed; "platform-docs dev" shows the line.`,
  ],
])('of a page that cannot be rendered the template is said from %s', (_title, trace, line) => {
  expect(suspectedTemplates(PAGE, OWN, trace)).toEqual([line]);
});
