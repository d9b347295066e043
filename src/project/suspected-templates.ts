import type { TemplateName } from '../config/sections/views.ts';
import type { Page } from '../presentation/page-data/document.ts';

/** The templates that a page is made of, of those that projects may replace; a view script may use any. */
const USED: Readonly<Record<'list' | 'api' | 'service', readonly TemplateName[]>> = {
  list: ['platform-documentation/show', 'platform-documentation/layout', 'platform-documentation/api-list'],
  api: ['platform-documentation/show', 'platform-documentation/layout', 'platform-documentation/api'],
  service: [
    'platform-documentation/show',
    'platform-documentation/layout',
    'platform-documentation/service',
    'platform-documentation/operation',
  ],
};
/** Compiled code has no lines of templates, but while developing. */
const UNNAMED = 'may be the template that failed; "platform-docs dev" shows the line';
const USED_ELSEWHERE: readonly TemplateName[] = ['platform-documentation/layout'];

/**
 * A line for each template of the project that may be why a page cannot be rendered, with the key that names it: the
 * one that the stack of what was thrown or the compiler names, else all that the page is made of.
 * @param templateMap by the names of templates, as configured
 * @param trace message and stack
 */
export function suspectedTemplates(
  page: Page,
  templateMap: Readonly<Record<string, string>>,
  trace: string,
): readonly string[] {
  const used: readonly string[] = usedBy(page);
  const own = Object.entries(templateMap).filter(([name]) => used.includes(name));
  const named = own.filter(([, file]) => trace.includes(file.replace(/^(?:\.{1,2}\/)+/, '')));
  return (named.length > 0 ? named : own).map(
    ([name, file]) => `view_manager.template_map.${name}: ${file} ${named.length > 0 ? 'failed' : UNNAMED}.`,
  );
}

function usedBy(page: Page): readonly TemplateName[] {
  const level = page.kind === 'document' ? page.document.level : '';
  return level === 'list' || level === 'api' || level === 'service' ? USED[level] : USED_ELSEWHERE;
}
