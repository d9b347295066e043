import type { Configuration, SelectorRecord } from '../../config/configuration.ts';
import { CONFIGURATION_FOLDER, GLOBAL_FILE } from '../../config/configuration-files.ts';
import type { ConfigurationReading } from '../../config/read-configuration.ts';
import {
  ADMIN_ROOT,
  type AdminCard,
  type AdminField,
  type AdminLink,
} from '../../presentation/page-data/admin-page.ts';
import { changeConfiguration, configurationNow } from '../change-configuration.ts';
import type { Content, FieldProblem, Input, Screen, ScreenRequest } from '../contract.ts';
import { again, againOver, confirmationOf, fieldMaker, formContent, keyProblems, pathWith } from '../fields.ts';

const NEGOTIATION_PATH = `${ADMIN_ROOT}/content-negotiation`;

/** Media types of one view model as configured; undefined if the selector has no such view model. */
function mediaTypesOf(
  { selectors }: Configuration,
  selector: string,
  viewModel: string,
): readonly string[] | undefined {
  return selectors.find(({ name }) => name === selector)?.viewModels.find(({ name }) => name === viewModel)?.mediaTypes;
}

function hasSelector({ selectors }: Configuration, selector: string): boolean {
  return selectors.some(({ name }) => name === selector);
}

function selectorKeys(...below: readonly string[]): readonly string[] {
  return ['platform-content-negotiation', 'selectors', ...below];
}

/** Lists all configured selectors, and the media types of each view model. */
export const selectorListScreen: Screen = {
  path: '/content-negotiation',
  show({ site }) {
    return {
      title: 'Content negotiation',
      parts: [
        {
          kind: 'text',
          text: 'A selector says which view model answers for which media types. Selectors add to the media types that are built in.',
        },
        { kind: 'links', links: [{ text: 'New selector', path: `${NEGOTIATION_PATH}/new`, isPrimary: true }] },
        {
          kind: 'cards',
          heading: 'Selectors',
          cards: site.reading.configuration.selectors.map(selectorCard),
          empty: 'Nothing is configured.',
        },
        {
          kind: 'cards',
          heading: 'View models',
          view: 'table',
          cards: site.viewModels.map(({ name, mediaTypes }) => ({
            title: name,
            state: null,
            facts: [{ term: 'Answers for', text: mediaTypes.join(', ') }],
            links: [],
          })),
          empty: 'There is no view model.',
        },
      ],
    };
  },
};

function selectorCard({ name, viewModels }: SelectorRecord): AdminCard {
  const link = (
    text: string,
    about: string,
    page: string,
    query: Readonly<Record<string, string>> = {},
  ): AdminLink => ({
    text,
    about,
    path: pathWith(`${NEGOTIATION_PATH}/${page}`, { selector: name, ...query }),
  });
  return {
    title: name,
    state: null,
    facts: viewModels.map((model) => ({
      term: model.name,
      text: model.mediaTypes.length === 0 ? 'no media types' : model.mediaTypes.join(', '),
    })),
    links: [
      link('Add view model', `to ${name}`, 'view-model'),
      ...viewModels.flatMap((model) => [
        link(`Edit ${shortName(model.name)}`, `of ${name}`, 'view-model', { view_model: model.name }),
        link(`Remove ${shortName(model.name)}`, `from ${name}`, 'delete', { view_model: model.name }),
      ]),
      { ...link('Delete', name, 'delete'), isDangerous: true },
    ],
  };
}

/** Name of a view model without the namespace of the built-in ones. */
function shortName(viewModel: string): string {
  return viewModel.replace(/^Platform\\Documentation\\/, '');
}

const SELECTOR_TAKEN: FieldProblem = {
  field: 'name',
  text: 'There is a selector of that name already. Add a view model to it, or choose another name.',
};

/** Creates a selector, with its first view model and the media types of that view model. */
export const newSelectorScreen: Screen = {
  path: '/content-negotiation/new',
  show: (request) => nameForm(request, new Map(), []),
  async submit(submission) {
    const { input } = submission;
    const name = (input.get('name') ?? '').trim();
    const viewModel = (input.get('view_model') ?? '').trim();
    const mediaTypes = mediaTypesIn(input);
    const keys = selectorKeys(name);
    // A selector may be created empty, without a view model.
    const isEmpty = viewModel === '' && mediaTypes.length === 0;
    const result = await changeConfiguration(submission, {
      action: 'selector created',
      target: name,
      problems: (now) => [
        ...(hasSelector(now, name) ? [SELECTOR_TAKEN] : []),
        ...keyProblems('name', name),
        ...(isEmpty ? [] : [...keyProblems('view_model', viewModel), ...mediaTypeProblems(mediaTypes)]),
      ],
      edits: () => ({
        file: GLOBAL_FILE,
        edits: [{ kind: 'set', keys, value: isEmpty ? {} : { [viewModel]: mediaTypes } }],
      }),
      fieldOf: ({ path }) => (path === keys.join('.') ? 'name' : fieldOf(path, [...keys, viewModel].join('.'))),
      isDone: (configuration) => hasSelector(configuration, name),
    });
    if (result.kind === 'changed') return { kind: 'done', path: NEGOTIATION_PATH, done: 'selector-created' };
    return again(result, (problems) => nameForm(submission, input, problems));
  },
};

/** Edits the media types of a view model of a selector; adds a view model if the query names none. */
export const viewModelScreen: Screen = {
  path: '/content-negotiation/view-model',
  subject({ site, query }) {
    const { configuration } = site.reading;
    const [selector = '', own] = [query.get('selector'), query.get('view_model')];
    if (own === undefined) return hasSelector(configuration, selector) ? [] : undefined;
    return mediaTypesOf(configuration, selector, own);
  },
  show(request) {
    const { query, site } = request;
    const own = query.get('view_model');
    const written = own === undefined ? [] : mediaTypesOf(site.reading.configuration, query.get('selector') ?? '', own);
    if (written === undefined || !hasSelector(site.reading.configuration, query.get('selector') ?? ''))
      return undefined;
    return viewModelForm(request, mediaTypesInput(written), []);
  },
  async submit(submission) {
    const { input, query, site } = submission;
    const selector = query.get('selector') ?? '';
    if (!hasSelector(site.reading.configuration, selector)) return undefined;
    const own = query.get('view_model');
    const name = own ?? (input.get('view_model') ?? '').trim();
    const mediaTypes = mediaTypesIn(input);
    const keys = selectorKeys(selector, name);
    const isTaken = (now: Configuration): boolean =>
      own === undefined && mediaTypesOf(now, selector, name) !== undefined;
    const result = await changeConfiguration(submission, {
      action: own === undefined ? 'view model added' : 'view model changed',
      target: `${selector}: ${name}`,
      problems: (now) => [
        ...(isTaken(now)
          ? [{ field: 'view_model', text: 'The selector has this view model already. Edit that one.' }]
          : []),
        ...keyProblems('view_model', name),
        ...mediaTypeProblems(mediaTypes),
      ],
      edits: (reading) => ({
        file: fileOf(reading, selector),
        // Unchanged media types stay: the file may contain environment variables, which an edit would replace.
        edits: isSame(mediaTypesOf(reading.configuration, selector, name), mediaTypes)
          ? []
          : [{ kind: 'set', keys, value: mediaTypes }],
      }),
      fieldOf: ({ path }) => fieldOf(path, keys.join('.')),
      isDone: (configuration) => isSame(mediaTypesOf(configuration, selector, name), mediaTypes),
    });
    if (result.kind === 'changed') return { kind: 'done', path: NEGOTIATION_PATH, done: 'selector-changed' };
    const now = own === undefined ? undefined : mediaTypesOf(configurationNow(site), selector, own);
    return againOver(now && mediaTypesInput(now), result, (problems) => viewModelForm(submission, input, problems));
  },
};

/** Removes a view model from a selector, or the whole selector. */
export const deleteSelectorScreen: Screen = {
  path: '/content-negotiation/delete',
  subject({ site, query }) {
    const { configuration } = site.reading;
    const { selector, viewModel } = deletedBy(query);
    if (viewModel !== undefined) return mediaTypesOf(configuration, selector, viewModel);
    return configuration.selectors.find(({ name }) => name === selector)?.viewModels;
  },
  show: confirmation,
  async submit(submission) {
    const { query, site } = submission;
    const { selector, viewModel } = deletedBy(query);
    if (!isThere(site.reading.configuration, query)) return undefined;
    const keys = selectorKeys(selector, ...(viewModel === undefined ? [] : [viewModel]));
    const result = await changeConfiguration(submission, {
      action: viewModel === undefined ? 'selector deleted' : 'view model removed',
      target: viewModel === undefined ? selector : `${selector}: ${viewModel}`,
      edits: (reading) => ({ file: reading.fileOf(keys), edits: [{ kind: 'delete', keys }] }),
      fieldOf: () => undefined,
      isDone: (configuration) => !isThere(configuration, query),
    });
    if (result.kind === 'changed')
      return {
        kind: 'done',
        path: NEGOTIATION_PATH,
        done: viewModel === undefined ? 'selector-deleted' : 'selector-changed',
      };
    return again(result, () => confirmation(submission));
  },
};

function nameForm(request: ScreenRequest, input: Input, problems: readonly FieldProblem[]): Content {
  const field = fieldMaker(input, problems);
  const fields = [
    field('name', 'Name', { hint: 'Any name, such as Documentation: all selectors are used.' }),
    ...viewModelFields(request, field),
  ];
  return formContent(request, 'New selector', fields, { cancel: NEGOTIATION_PATH, file: GLOBAL_FILE });
}

function viewModelForm(request: ScreenRequest, input: Input, problems: readonly FieldProblem[]): Content {
  const own = request.query.get('view_model');
  const both = viewModelFields(request, fieldMaker(input, problems));
  const fields = own === undefined ? both : both.slice(1);
  const selector = request.query.get('selector') ?? '';
  const title = own ?? `New view model of ${selector}`;
  const file = fileOf(request.site.reading, selector);
  return formContent(request, title, fields, { cancel: NEGOTIATION_PATH, file });
}

function viewModelFields({ site }: ScreenRequest, field: ReturnType<typeof fieldMaker>): readonly AdminField[] {
  const options = site.viewModels.map(({ name }) => ({ value: name, text: name }));
  return [
    field('view_model', 'View model', {
      hint: 'The name of a view model. The field offers those that there are.',
      options,
    }),
    field('media_types', 'Media types', { control: 'lines', hint: 'One per line, such as application/raml+yaml.' }),
  ];
}

function mediaTypesIn(input: Input): readonly string[] {
  return (input.get('media_types') ?? '').split(/[\s,]+/).filter((type) => type !== '');
}

function mediaTypeProblems(mediaTypes: readonly string[]): readonly FieldProblem[] {
  const problem = (text: string): readonly FieldProblem[] => [{ field: 'media_types', text }];
  if (mediaTypes.length === 0) return problem('The list is empty. Write a media type such as application/raml+yaml.');
  return new Set(mediaTypes).size < mediaTypes.length ? problem('A media type is listed twice. Write it once.') : [];
}

/** Part that a page deletes: the view model in the query, else the whole selector. */
function deletedBy(query: Input): { readonly selector: string; readonly viewModel: string | undefined } {
  return { selector: query.get('selector') ?? '', viewModel: query.get('view_model') };
}

function isThere(configuration: Configuration, query: Input): boolean {
  const { selector, viewModel } = deletedBy(query);
  return viewModel === undefined
    ? hasSelector(configuration, selector)
    : mediaTypesOf(configuration, selector, viewModel) !== undefined;
}

function confirmation(request: ScreenRequest): Content | undefined {
  const { query, site } = request;
  const { selector, viewModel } = deletedBy(query);
  if (!isThere(site.reading.configuration, query)) return undefined;
  const what = viewModel ?? selector;
  return confirmationOf(request, {
    title: viewModel === undefined ? `Delete selector ${selector}` : `Remove ${viewModel} from ${selector}`,
    text: 'Its entry in the configuration is removed, with the comments inside it. Built-in media types stay.',
    button: { text: `Delete ${what}`, intent: 'delete' },
    file: request.site.reading.fileOf(selectorKeys(selector, ...(viewModel === undefined ? [] : [viewModel]))),
    cancel: NEGOTIATION_PATH,
  });
}

function fileOf(reading: ConfigurationReading, selector: string): string {
  const file = reading.fileOf(selectorKeys(selector));
  return file === CONFIGURATION_FOLDER ? GLOBAL_FILE : file;
}

function fieldOf(path: string, own: string): string | undefined {
  if (path === own) return 'view_model';
  return path.startsWith(`${own}.`) ? 'media_types' : undefined;
}

function mediaTypesInput(mediaTypes: readonly string[]): Input {
  return new Map([['media_types', mediaTypes.join('\n')]]);
}

function isSame(written: readonly string[] | undefined, wanted: readonly string[]): boolean {
  return written !== undefined && JSON.stringify(written) === JSON.stringify(wanted);
}
