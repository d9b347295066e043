import { templateMap as compiled } from 'virtual:platform-documentation/template-map';
import type { Page } from '../../presentation/page-data/document.ts';
import { suspectedTemplates } from '../../project/template-faults.ts';

/**
 * Makes an error from a template's error, with a line for each template of the project that may be the cause.
 * @param templateMap left out: the compiled one
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
