import { isSame } from '../../auth/secrets.ts';
import type { AdapterRecord, Configuration } from '../../config/configuration.ts';
import { LOCAL_FILE } from '../../config/configuration-files.ts';
import type { TextEdit } from '../../config/edit/edit-text.ts';
import { HTTP_ADAPTER } from '../../config/sections/adapters.ts';
import type { AdminButton } from '../../presentation/page-data/admin-page.ts';
import { type ConfigurationChange, changeConfiguration, configurationNow } from '../change-configuration.ts';
import type { ChangeResult } from '../change-file.ts';
import type { AdminSite, Content, FieldProblem, Input, Screen, ScreenRequest, Submission } from '../contract.ts';
import { again, againOver, confirmationOf, keyProblems, SAVE } from '../fields.ts';
import {
  adapterGroups,
  adapterInput,
  FORM_OPTIONS,
  filesOf,
  NEW_ADAPTER,
  optionsOf,
  schemesOf,
  unusedOptions,
} from './adapter-fields.ts';
import {
  AUTHENTICATION_PATH,
  adapterCard,
  adapterKeys,
  chosenAdapter,
  findAdapter,
  userFilesOf,
  usesOf,
} from './adapters.ts';
import { testForm } from './test-screen.ts';
import {
  createUserFile,
  creationProblem,
  fileExists,
  newUserProblems,
  readUserFile,
  type UserFile,
  type UserFileReading,
} from './user-file.ts';

const CREATE_FILE = 'create-file';
const BUTTONS: readonly AdminButton[] = [SAVE, { text: 'Create the file and save', intent: CREATE_FILE }];
const NAME_TAKEN: FieldProblem = { field: 'name', text: 'There is an adapter of that name already. Choose another.' };

export const newAdapterScreen: Screen = {
  path: '/authentication/new',
  show: (request) => form(request, 'New adapter', NEW_ADAPTER, [], true),
  async submit(submission) {
    const { input } = submission;
    const name = (input.get('name') ?? '').trim();
    const result = await save(submission, name, true, (now) => [
      ...(findAdapter(now, name) === undefined ? [] : [NAME_TAKEN]),
      ...keyProblems('name', name),
    ]);
    if (result.kind === 'changed') return { kind: 'done', path: AUTHENTICATION_PATH, done: 'adapter-created' };
    return again(result, (problems) => form(submission, 'New adapter', input, problems, true));
  },
};

export const editAdapterScreen: Screen = {
  path: '/authentication/edit',
  subject(request) {
    const adapter = chosenAdapter(request);
    return adapter && [...adapterInput(adapter)];
  },
  show(request) {
    const adapter = chosenAdapter(request);
    return adapter && form(request, `Adapter ${adapter.name}`, adapterInput(adapter), [], false);
  },
  async submit(submission) {
    const adapter = chosenAdapter(submission);
    if (adapter === undefined) return undefined;
    const { site, input } = submission;
    const firstUser = input.get('intent') === CREATE_FILE ? (input.get('user') ?? '') : null;
    const own = lockOutProblems(site, { before: adapter, files: filesOf(input, site), firstUser });
    const result = await save(submission, adapter.name, false, () => own);
    if (result.kind === 'changed') return { kind: 'done', path: AUTHENTICATION_PATH, done: 'adapter-changed' };
    const now = findAdapter(configurationNow(site), adapter.name);
    return againOver(now && adapterInput(now), result, (problems) =>
      form(submission, `Adapter ${adapter.name}`, submission.input, problems, false),
    );
  },
};

function form(
  request: ScreenRequest,
  title: string,
  input: Input,
  problems: readonly FieldProblem[],
  isNew: boolean,
): Content {
  // Existing files need no first user: another page edits their users.
  const isNeeded =
    isNew || filesOf(input, request.site).some((file) => isMissing(readUserFile(request.site.projectFolder, file)));
  const groups = adapterGroups(input, problems, isNew).filter(
    ({ fields }) => isNeeded || !fields.some(({ name }) => name === 'user'),
  );
  const buttons = isNeeded ? BUTTONS : BUTTONS.filter(({ intent }) => intent !== CREATE_FILE);
  const adapter = isNew ? undefined : chosenAdapter(request);
  const file = adapter === undefined ? LOCAL_FILE : request.site.reading.fileOf(adapterKeys(adapter.name));
  const test = adapter === undefined || isNeeded ? [] : [testForm(request, adapter, new Map(), null)];
  return { title, parts: [request.form({ groups, file, buttons, cancel: AUTHENTICATION_PATH }), ...test] };
}

type Problems = NonNullable<ConfigurationChange['problems']>;

function save(submission: Submission, name: string, isNew: boolean, own: Problems): Promise<ChangeResult> {
  const { input, site } = submission;
  const creates = input.get('intent') === CREATE_FILE;
  const files = filesOf(input, site).filter(({ path }) => path !== '');
  // Each file is read once: a file that appears between check and creation is not mistaken for the created one.
  const readings = files.map((file) => ({ file, reading: readUserFile(site.projectFolder, file) }));
  const missing = readings.flatMap(({ file, reading }) => (isMissing(reading) ? [file] : []));
  const create = (file: UserFile): readonly FieldProblem[] => {
    const problem = createUserFile(site.projectFolder, file, input.get('user') ?? '', input.get('password') ?? '');
    if (problem !== undefined) return [{ field: file.option, text: problem }];
    site.audit({ action: 'password file created', target: name, file: file.path });
    return [];
  };
  const isUserLost = creates && missing.length === 0;
  const wrong = readings.flatMap(({ file, reading }) => fileProblems(input, file, reading, isUserLost));
  const prepare = (): readonly FieldProblem[] => (creates ? missing.flatMap(create) : []);
  const problems: Problems = (now) => [...own(now), ...wrong];
  return changeConfiguration(submission, { ...saveChange(input, name, isNew), problems, prepare });
}

function saveChange(input: Input, name: string, isNew: boolean): ConfigurationChange {
  const keys = adapterKeys(name);
  const options = optionsOf(input);
  return {
    action: isNew ? 'adapter created' : 'adapter changed',
    target: name,
    edits(reading) {
      if (isNew) {
        const value = { adapter: HTTP_ADAPTER, options: Object.fromEntries(options) };
        return { file: LOCAL_FILE, edits: [{ kind: 'set', keys, value }] };
      }
      const before = findAdapter(reading.configuration, name);
      const was = before === undefined ? new Map() : optionsOf(adapterInput(before));
      const set = [...options].filter(([key, value]) => JSON.stringify(was.get(key)) !== JSON.stringify(value));
      const gone = unusedOptions(schemesOf(input));
      const edits: readonly TextEdit[] = [
        ...set.map(([key, value]): TextEdit => ({ kind: 'set', keys: [...keys, 'options', key], value })),
        ...gone.map((key): TextEdit => ({ kind: 'delete', keys: [...keys, 'options', key] })),
      ];
      return { file: reading.fileOf(keys), edits };
    },
    fieldOf: ({ path }) => fieldOf(path, keys.join('.')),
    isDone(configuration) {
      const after = findAdapter(configuration, name);
      return (
        after !== undefined && JSON.stringify([...optionsOf(adapterInput(after))]) === JSON.stringify([...options])
      );
    },
  };
}

/**
 * Reports a missing or unusable file: it must exist, with a user, before use (specification §5.1, rule 1).
 * @param isUserLost whether the form contains a first user who would not be added, because every file exists
 */
function fileProblems(input: Input, file: UserFile, reading: UserFileReading, isUserLost: boolean): FieldProblem[] {
  if (reading.kind === 'read') return isUserLost ? [{ field: file.option, text: fileExists(file.path) }] : [];
  if (!reading.isMissing) return [{ field: file.option, text: reading.problem }];
  if (input.get('intent') !== CREATE_FILE) {
    const remedy = 'Correct the path, or fill in the first user and choose “Create the file and save”.';
    return [{ field: file.option, text: `${file.path} was not found. ${remedy}` }];
  }
  const problem = creationProblem(file.path);
  return [
    ...(problem === undefined ? [] : [{ field: file.option, text: problem }]),
    ...newUserProblems(input.get('user') ?? '', input, file),
  ];
}

function isMissing(reading: UserFileReading): boolean {
  return reading.kind === 'unusable' && reading.isMissing;
}

function fieldOf(path: string, adapterPath: string): string | undefined {
  if (path === adapterPath) return 'name';
  const key = path.startsWith(`${adapterPath}.options.`) ? path.slice(`${adapterPath}.options.`.length) : '';
  if (key.startsWith('accept_schemes')) return 'type';
  return key === 'realm' || FORM_OPTIONS.has(key) ? key : undefined;
}

interface AdapterChange {
  readonly before: AdapterRecord;
  /** Files that the adapter would read. */
  readonly files: readonly UserFile[];
  /** First user of the files to create; null: no file is created. */
  readonly firstUser: string | null;
}

/**
 * Keeps administrators who change the adapter of these pages from locking themselves out: each new file must contain
 * the line with which they log in now, since a different line may have a different password. A file to be created
 * passes if its first user has the same name.
 */
function lockOutProblems(site: AdminSite, { before, files, firstUser }: AdapterChange): readonly FieldProblem[] {
  const { identity } = site;
  if (identity?.adapter !== before.name) return [];
  const { name } = identity;
  const known = userFilesOf(before, site).flatMap((file) => entryOf(site, file, name) ?? []);
  return files.flatMap((file): readonly FieldProblem[] => {
    const reading = readUserFile(site.projectFolder, file);
    // `fileProblems` reports a missing or unreadable file.
    if (reading.kind === 'unusable' && !(reading.isMissing && firstUser !== null)) return [];
    const entry = entryOf(site, file, name);
    const isKnown =
      entry === undefined
        ? reading.kind === 'unusable' && firstUser === name
        : known.some((stored) => isSame(stored, entry));
    if (isKnown) return [];
    const text = `You, ${name}, could no longer log in to these pages, or only with another password. Copy your line into ${file.path} first, or let platform-admin.adapter name another adapter.`;
    return [{ field: file.option, text }];
  });
}

function entryOf({ projectFolder }: AdminSite, file: UserFile, user: string): string | undefined {
  const reading = readUserFile(projectFolder, file);
  return reading.kind === 'read' ? reading.entries.get(user) : undefined;
}

/** Deletes an adapter that nothing uses, after confirmation. */
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
      problems: (now) => useProblems(now, adapter.name).map((text) => ({ field: null, text })),
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
  const cards = [{ ...adapterCard(adapter, site), links: [] }];
  return confirmationOf(request, {
    title: `Delete adapter ${adapter.name}`,
    text: 'Its entry in the configuration is removed, with the comments inside it. Its password file stays.',
    button: { text: `Delete ${adapter.name}`, intent: 'delete' },
    shown: [{ kind: 'cards', heading: 'What is removed', cards, empty: '' }],
    problems: useProblems(site.reading.configuration, adapter.name),
    file: site.reading.fileOf(adapterKeys(adapter.name)),
    cancel: AUTHENTICATION_PATH,
  });
}

/** Refuses to delete an adapter in use: its APIs and paths would become open, or closed to every client. */
function useProblems(configuration: Configuration, name: string): readonly string[] {
  const uses = usesOf(configuration, name);
  if (uses.length === 0) return [];
  // Forms change only the adapter of an API; other uses must be edited in the configuration files.
  const apis = configuration.authentication.map.filter(({ adapters }) => adapters?.includes(name));
  const remedy = uses.length === apis.length ? 'Map the API to another one' : 'Name another one in the configuration';
  return [`The adapter is used by ${uses.join(', ')}. ${remedy} first.`];
}
