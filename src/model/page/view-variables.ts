import type { Api } from '../api.ts';
import type { ApiListEntry } from '../records.ts';
import type { Service } from '../service.ts';
import type { Document, Site } from './document.ts';

/** Documentation values for view scripts and view models (specification §4.3). */
export type ViewVariables = {
  /** `platform-documentation.base_url`; `''` when not configured, so that links are relative to the origin. */
  readonly baseUrl: string;
} & (
  | { readonly type: 'apiList'; readonly apis: readonly ApiListEntry[] }
  | { readonly type: 'api'; readonly documentation: Api }
  | { readonly type: 'service'; readonly documentation: Service }
);

/** @returns null for levels that the specification's types do not tell: groups, guides and schemas */
export function viewVariablesOf(document: Document, { baseUrl }: Site): ViewVariables | null {
  switch (document.level) {
    case 'list':
      return { type: 'apiList', apis: document.entries, baseUrl };
    case 'api':
      return { type: 'api', documentation: document.api, baseUrl };
    case 'service':
      return { type: 'service', documentation: document.service, baseUrl };
    default:
      return null;
  }
}
