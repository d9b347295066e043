/**
 * Imports of a project's programs and formats. They are never run: only types are checked, with the package installed.
 */
import { type Configuration, type ConfigurationProblem, readConfiguration } from 'platform-documentation/configuration';
import { type Api, defineFormat, FormatStrategy, type Renderer, ViewModel } from 'platform-documentation/formats';
import { docStatusCodes, escapeHtml, type ViewVariables } from 'platform-documentation/helpers';
import { accessLine } from 'platform-documentation/presentation/access/access-line.ts';

const { configuration, problems } = readConfiguration('.', {});
export const title: Configuration['site']['title'] = configuration.site.title;
export const reasons: readonly ConfigurationProblem[] = problems;

class NameModel extends ViewModel {}

const nameOf = (api: Api): string => api.getName();
const renderer: Renderer = { render: ({ document }) => (document.level === 'api' ? nameOf(document.api) : '') };

export default defineFormat({
  name: 'name',
  title: 'Name',
  viewModelName: 'Acme\\Name\\ViewModel',
  viewModel: NameModel,
  extension: '.name',
  levels: ['api'],
  renderer,
  strategy: (own) => new FormatStrategy(NameModel, own, 'text/plain'),
});

export function wordsOf(view: ViewVariables): string {
  if (view.type !== 'service') return escapeHtml(view.type);
  return view.documentation
    .getAllOperations()
    .map((operation) => `${accessLine(operation).words} ${docStatusCodes(operation)}`)
    .join();
}

// @ts-expect-error: what has no types would be any number, too.
export const notText: number = escapeHtml('text');
