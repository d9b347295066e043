import type { Configuration } from '../../config/configuration.ts';
import { ADMIN_ROOT } from '../../model/page/admin-page.ts';

export const NEGOTIATION_PATH = `${ADMIN_ROOT}/content-negotiation`;

/** Media types of one view model as configured; undefined where the selector has no such view model. */
export function mediaTypesOf(
  { selectors }: Configuration,
  selector: string,
  viewModel: string,
): readonly string[] | undefined {
  return selectors.find(({ name }) => name === selector)?.viewModels.find(({ name }) => name === viewModel)?.mediaTypes;
}

export function hasSelector({ selectors }: Configuration, selector: string): boolean {
  return selectors.some(({ name }) => name === selector);
}

export function selectorKeys(...below: readonly string[]): readonly string[] {
  return ['platform-content-negotiation', 'selectors', ...below];
}
