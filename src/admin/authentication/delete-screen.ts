import type { Configuration } from '../../config/configuration.ts';
import { changeConfiguration } from '../change-configuration.ts';
import type { Content, Screen, ScreenRequest } from '../contract.ts';
import { again } from '../fields.ts';
import { adapterInput } from './adapter-fields.ts';
import { AUTHENTICATION_PATH, adapterKeys, chosenAdapter, findAdapter, usesOf } from './adapters.ts';
import { adapterCard } from './cards.ts';

/** Asks, then deletes an adapter that nothing uses. */
export const deleteAdapterScreen: Screen = {
  path: '/authentication/delete',
  subject(request) {
    const adapter = chosenAdapter(request);
    return adapter && [[...adapterInput(adapter)], usesOf(request.site.reading.configuration, adapter.name)];
  },
  show: confirmation,
  async submit(submission) {
    const adapter = chosenAdapter(submission);
    if (adapter === undefined) return undefined;
    const keys = adapterKeys(adapter.name);
    const result = await changeConfiguration(submission, {
      action: 'adapter deleted',
      target: adapter.name,
      problems: (now) => useProblems(now, adapter.name),
      edits: (reading) => ({ file: reading.fileOf(keys), edits: [{ kind: 'delete', keys }] }),
      fieldOf: () => undefined,
      isDone: (configuration) => findAdapter(configuration, adapter.name) === undefined,
    });
    if (result.kind === 'changed') return { kind: 'done', path: AUTHENTICATION_PATH, done: 'adapter-deleted' };
    return again(result, () => confirmation(submission));
  },
};

function confirmation(request: ScreenRequest): Content | undefined {
  const { site } = request;
  const adapter = chosenAdapter(request);
  if (adapter === undefined) return undefined;
  const { links: _links, ...card } = adapterCard(adapter, site);
  const title = `Delete adapter ${adapter.name}`;
  const shown = { kind: 'cards', heading: 'What goes', cards: [{ ...card, links: [] }], empty: '' } as const;
  const problems = useProblems(site.reading.configuration, adapter.name);
  if (problems.length > 0)
    return {
      title,
      notice: { kind: 'refused', text: 'This cannot be done.', problems },
      parts: [shown, { kind: 'links', links: [{ text: 'Back', path: AUTHENTICATION_PATH }] }],
    };
  const buttons = [{ text: `Delete ${adapter.name}`, intent: 'delete', isDangerous: true }];
  const text = 'Its entry in the configuration goes, with the comments inside it. Its password file stays.';
  return {
    title,
    parts: [{ kind: 'text', text }, shown, request.form({ groups: [], buttons, cancel: AUTHENTICATION_PATH })],
  };
}

/** Refuses to delete an adapter in use: its APIs and paths would be open, or closed to every client. */
function useProblems(
  configuration: Configuration,
  name: string,
): readonly { readonly field: null; readonly text: string }[] {
  const uses = usesOf(configuration, name);
  // The adapter of anything but an API has no form.
  const apis = configuration.authentication.map.filter(({ adapter }) => adapter === name);
  const remedy = uses.length === apis.length ? 'Map that to another one' : 'Name another one in the configuration';
  return uses.length === 0
    ? []
    : [{ field: null, text: `The adapter is used by ${uses.join(', ')}. ${remedy} first.` }];
}
