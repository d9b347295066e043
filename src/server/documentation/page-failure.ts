import { templateMap as compiled } from 'virtual:platform-documentation/template-map';
import type { Page } from '../../model/page/document.ts';
import { suspectedTemplates } from '../../project/suspected-templates.ts';

/**
 * What a template has thrown, with a line for each template of the project that it may be.
 * @param templateMap left out: what was compiled
 */
export function pageFailure(
  page: Page,
  cause: unknown,
  templateMap: Readonly<Record<string, string>> = compiled,
): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const trace = cause instanceof Error ? (cause.stack ?? '') : reason;
  return new Error([reason, ...suspectedTemplates(page, templateMap, trace)].join('\n'), { cause });
}
