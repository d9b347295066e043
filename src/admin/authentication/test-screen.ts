import { StateUnavailable } from '../../auth/state/contract.ts';
import type { AdapterRecord } from '../../config/configuration.ts';
import type { AdminNotice, AdminPart } from '../../presentation/page-data/admin-page.ts';
import { expired, type NotChanged } from '../change-file.ts';
import type { AdminSite, Content, CredentialsTest, Input, Screen, ScreenRequest } from '../contract.ts';
import { again, fieldMaker, pathWith } from '../fields.ts';
import { AUTHENTICATION_PATH, chosenAdapter, schemeText, typeText, userFilesOf } from './adapters.ts';
import { readUserFile, type UserFile } from './user-file.ts';

/** Tests whether a user can log in, and explains a failure; only administrators may see the reason. */
export const testScreen: Screen = {
  path: '/authentication/test',
  show(request) {
    const adapter = chosenAdapter(request);
    return adapter && content(request, adapter, new Map());
  },
  async submit(submission) {
    const { site, input, isExpired } = submission;
    const adapter = chosenAdapter(submission);
    if (adapter === undefined) return undefined;
    if (isExpired) return again(expired(), () => content(submission, adapter, input));
    const result = await countedTest(site, adapter, input);
    const user = result.outcome === 'authenticated' ? (input.get('user') ?? '') : null;
    site.auditTest({ adapter: adapter.name, user, outcome: result.outcome });
    if (result.kind === 'refused') return again(result, () => content(submission, adapter, input));
    const isGood = result.outcome === 'authenticated';
    const notice: AdminNotice = {
      kind: isGood ? 'done' : 'refused',
      text: isGood ? `Yes: this user can log in${waysIn(adapter, result)}.` : 'No: this user cannot log in.',
      problems: result.lines.map((text) => ({ text, field: null })),
    };
    return { kind: 'shown', status: 200, content: { ...content(submission, adapter, input), notice } };
  },
};

type TestResult =
  | {
      readonly kind: 'tested';
      readonly outcome: CredentialsTest['outcome'];
      readonly lines: readonly string[];
      /** Schemes with which the user can log in, such as `HTTP Basic`. */
      readonly schemes: ReadonlySet<string>;
    }
  | (NotChanged & { readonly outcome: CredentialsTest['outcome'] });

/** Tests credentials. Wrong passwords are counted, since a test can be used to guess passwords. */
async function countedTest(site: AdminSite, adapter: AdapterRecord, input: Input): Promise<TestResult> {
  const attempts = site.attemptsOf(adapter.name);
  const user = input.get('user') ?? '';
  try {
    const blocked = await attempts.secondsBlocked(site.client, user);
    if (blocked > 0) return tooMany(blocked);
    const trials = await tryAll(site, adapter, input);
    const right = trials.filter(({ kind }) => kind === 'right');
    // One scheme that accepts the password is enough to log in.
    const isWrong = right.length === 0 && trials.some(({ kind }) => kind === 'wrong');
    const seconds = isWrong ? await attempts.recordFailure(site.client, user) : 0;
    if (seconds > 0) return tooMany(seconds);
    const isClosed = adapter.problems.length > 0 || trials.some(({ kind }) => kind === 'unusable');
    const outcome = isWrong ? 'rejected' : isClosed || right.length === 0 ? 'unavailable' : 'authenticated';
    const schemes = new Set(right.map(({ scheme }) => scheme));
    return { kind: 'tested', outcome, lines: [...adapter.problems, ...linesOf(adapter, trials)], schemes };
  } catch (error) {
    if (!(error instanceof StateUnavailable)) throw error;
    const text =
      'Wrong passwords cannot be counted, so no password is checked. Check platform-mvc-auth.state, and try again.';
    return { kind: 'refused', status: 503, outcome: 'unavailable', problems: [{ field: null, text }] };
  }
}

function tooMany(seconds: number): TestResult {
  const text = `Too many wrong passwords were tried with this adapter. Try again in ${seconds} seconds.`;
  return { kind: 'refused', status: 429, outcome: 'throttled', problems: [{ field: null, text }] };
}

function content(request: ScreenRequest, adapter: AdapterRecord, input: Input): Content {
  const { name } = adapter;
  const edit = { text: `Adapter ${name}`, path: pathWith(`${AUTHENTICATION_PATH}/edit`, { name }) };
  const form = testForm(request, adapter, input, AUTHENTICATION_PATH);
  return { title: `Test adapter ${name}`, above: [edit], parts: [form] };
}

/** Form that tests a log-in with an adapter, on the page of the test or of the adapter. */
export function testForm(
  { form }: ScreenRequest,
  adapter: AdapterRecord,
  input: Input,
  cancel: string | null,
): AdminPart {
  const field = fieldMaker(input, []);
  const fields = [field('user', 'User name'), field('password', 'Password', { control: 'password' })];
  const hint =
    `${typeText(adapter)}, realm ${adapter.realm}. Nothing is changed. ` +
    'Wrong passwords are counted separately from log-ins; ' +
    'every test is written to the audit log, or to the server log if there is none.';
  const groups = [{ legend: 'Test a log-in', hint, fields }];
  const action = pathWith(`${AUTHENTICATION_PATH}/test`, { name: adapter.name });
  return form({ groups, buttons: [{ text: 'Test', intent: 'test' }], cancel }, action);
}

interface Trial {
  /** `unusable`: the password file cannot be used, which closes the adapter; `untried`: not checked. */
  readonly kind: 'right' | 'wrong' | 'unusable' | 'untried';
  /** Display name: `HTTP Basic`. */
  readonly scheme: string;
  readonly text: string;
}

/** Lines of a result; each line names its scheme if the adapter has several. */
function linesOf({ schemes }: AdapterRecord, trials: readonly Trial[]): readonly string[] {
  return trials.map(({ scheme, text }) => (schemes.length > 1 ? `${scheme}: ${text}` : text));
}

function waysIn({ schemes }: AdapterRecord, result: Extract<TestResult, { kind: 'tested' }>): string {
  return schemes.length > 1 ? ` by ${[...result.schemes].join(' and ')}` : '';
}

async function tryAll(site: AdminSite, adapter: AdapterRecord, input: Input): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const file of userFilesOf(adapter, site)) {
    trials.push({ ...(await tryIn(site, file, input)), scheme: schemeText(file.scheme) });
  }
  return trials;
}

async function tryIn(site: AdminSite, file: UserFile, input: Input): Promise<Omit<Trial, 'scheme'>> {
  const [user = '', password = ''] = [input.get('user'), input.get('password')];
  const reading = readUserFile(site.projectFolder, file);
  if (reading.kind === 'unusable') return { kind: 'unusable', text: reading.problem };
  const about = (text: string): string => `${file.path}: ${text}`;
  const stored = reading.entries.get(user);
  const unusable = reading.unusable.get(user);
  if (stored === undefined && unusable !== undefined)
    return { kind: 'wrong', text: about(`the file has a line for this user, but it ${unusable}`) };
  if (stored === undefined)
    return {
      kind: 'wrong',
      text: about(`there is no such user${file.kind.hasRealm ? ` in the realm ${file.realm}` : ''}`),
    };
  const entry = { user, realm: file.realm, password };
  const check = await file.kind.verify(entry, stored, (each, hash) => site.verifyPassword(each, hash));
  return check === 'busy'
    ? { kind: 'untried', text: about('too many passwords are being checked, try again') }
    : { kind: check, text: about(`the password is ${check}`) };
}
