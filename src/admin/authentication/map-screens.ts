import { CONFIGURATION_FOLDER, LOCAL_FILE } from '../../config/configuration-files.ts';
import type { ConfigurationReading } from '../../config/read-configuration.ts';
import { PUBLIC } from '../../options/access-records.ts';
import { changeConfiguration, configurationNow } from '../change-configuration.ts';
import type { Content, FieldProblem, Input, Screen, ScreenRequest } from '../contract.ts';
import { againOver, fieldMaker, formContent } from '../fields.ts';
import {
  AUTHENTICATION_PATH,
  adapterCard,
  findAdapter,
  inheritedBy,
  MAP_KEYS,
  mappedIn,
  targetCard,
  targetsOf,
  typeText,
} from './adapters.ts';

/** Lists all adapters, and the adapter of each API. */
export const adapterListScreen: Screen = {
  path: '/authentication',
  show({ site }) {
    const { authentication } = site.reading.configuration;
    return {
      title: 'Authentication',
      parts: [
        {
          kind: 'text',
          text: 'An adapter is a realm with a way to log in and a password file. Map an API to an adapter to make its clients log in.',
        },
        { kind: 'links', links: [{ text: 'New adapter', path: `${AUTHENTICATION_PATH}/new`, isPrimary: true }] },
        {
          kind: 'cards',
          heading: 'Adapters',
          cards: authentication.adapters.map((adapter) => adapterCard(adapter, site)),
          empty: 'There is no adapter yet.',
        },
        {
          kind: 'cards',
          view: 'table',
          heading: 'APIs',
          cards: targetsOf(site).map((target) => targetCard(target, site)),
          empty: 'There is no API.',
        },
      ],
    };
  },
};

/** Maps one API, or one version of it, to an adapter. */
export const mapScreen: Screen = {
  path: '/authentication/map',
  subject: ({ site, query }) => mappedIn(site.reading.configuration, query.get('target') ?? '') ?? null,
  show(request) {
    const target = targetOf(request);
    return target === undefined
      ? undefined
      : content(
          request,
          target,
          new Map([['adapter', mappedIn(request.site.reading.configuration, target) ?? '']]),
          [],
        );
  },
  async submit(submission) {
    const { site, input } = submission;
    const target = targetOf(submission);
    if (target === undefined) return undefined;
    const name = input.get('adapter') ?? '';
    const keys = [...MAP_KEYS, target];
    const result = await changeConfiguration(submission, {
      action: name === '' ? 'API unmapped' : `API mapped to ${name}`,
      target,
      problems(now) {
        const isKnown = ['', PUBLIC].includes(name) || findAdapter(now, name) !== undefined;
        return isKnown ? [] : [{ field: 'adapter', text: 'There is no adapter of that name. Choose another.' }];
      },
      edits(reading) {
        const edit = name === '' ? ({ kind: 'delete', keys } as const) : ({ kind: 'set', keys, value: name } as const);
        return { file: fileOf(reading, keys), edits: [edit] };
      },
      fieldOf: ({ path }) => ([keys, MAP_KEYS].some((own) => path === own.join('.')) ? 'adapter' : undefined),
      isDone: (configuration) => (mappedIn(configuration, target) ?? '') === name,
    });
    if (result.kind === 'changed') return { kind: 'done', path: AUTHENTICATION_PATH, done: 'mapped' };
    const now = mappedIn(configurationNow(site), target);
    return againOver(new Map([['adapter', now ?? '']]), result, (problems) =>
      content(submission, target, input, problems),
    );
  },
};

function fileOf(reading: ConfigurationReading, keys: readonly string[]): string {
  const written = [keys, MAP_KEYS].map((path) => reading.fileOf(path)).find((file) => file !== CONFIGURATION_FOLDER);
  return written ?? LOCAL_FILE;
}

function targetOf({ site, query }: ScreenRequest): string | undefined {
  return targetsOf(site).find((target) => target === query.get('target'));
}

function content(request: ScreenRequest, target: string, input: Input, problems: readonly FieldProblem[]): Content {
  const { authentication } = request.site.reading.configuration;
  const inherited = inheritedBy(target, request.site);
  const options = [
    { value: '', text: inherited === undefined ? 'None' : `None of its own: ${inherited}` },
    { value: PUBLIC, text: 'None, though other versions have one' },
    ...authentication.adapters.map((adapter) => ({
      value: adapter.name,
      text: `${adapter.name}, ${typeText(adapter)}, realm ${adapter.realm}`,
    })),
  ];
  const hint =
    'Its clients must log in with this adapter. Without an adapter it is open, unless rules close it or the API as a whole has an adapter.';
  const field = fieldMaker(input, problems)('adapter', 'Adapter', { control: 'select', options, hint });
  const file = fileOf(request.site.reading, [...MAP_KEYS, target]);
  return formContent(request, `Adapter of ${target}`, [field], { cancel: AUTHENTICATION_PATH, file });
}
