import { isSame } from '../../auth/constant-time.ts';
import { digestOf } from '../../auth/password-files/htdigest.ts';
import type { AdapterRecord } from '../../config/configuration.ts';
import type { AdminNotice } from '../../model/admin-page.ts';
import { expired } from '../change-file.ts';
import type { AdminSite, Content, Input, Screen, ScreenRequest } from '../contract.ts';
import { again, fieldMaker } from '../fields.ts';
import { AUTHENTICATION_PATH, findAdapter, typeText, userFilesOf } from './adapters.ts';
import type { UserFile } from './user-file.ts';
import { readUserFile } from './user-file.ts';

/** Tells whether a user gets in, and why not. Only who administers the site may know that. */
export const testScreen: Screen = {
  path: '/authentication/test',
  show(request) {
    const adapter = findAdapter(request.site.reading.configuration, request.query.get('name'));
    return adapter && content(request, adapter, new Map());
  },
  async submit(submission) {
    const { site, input, query, isExpired } = submission;
    const adapter = findAdapter(site.reading.configuration, query.get('name'));
    if (adapter === undefined) return undefined;
    if (isExpired) return again(expired(), () => content(submission, adapter, input));
    const lines: string[] = [];
    let isGood = adapter.problems.length === 0 && userFilesOf(adapter).length > 0;
    for (const file of userFilesOf(adapter)) {
      const result = await tryIn(site, file, input);
      isGood &&= result.isGood;
      lines.push(`${file.path}: ${result.text}`);
    }
    const notice: AdminNotice = {
      kind: isGood ? 'done' : 'refused',
      text: isGood ? 'Yes: this user gets in.' : 'No: this user does not get in.',
      problems: [...adapter.problems, ...lines].map((text) => ({ text, field: null })),
    };
    return { kind: 'shown', status: 200, content: { ...content(submission, adapter, input), notice } };
  },
};

function content(request: ScreenRequest, adapter: AdapterRecord, input: Input): Content {
  const field = fieldMaker(input, []);
  const groups = [{ legend: null, hint: null, only: null, fields: [field('user', 'User name'), field('password', 'Password', { control: 'password' })] }];
  const buttons = [{ text: 'Test', intent: 'test', isDangerous: false }];
  return {
    title: `Test adapter ${adapter.name}`,
    parts: [
      { kind: 'text', text: `${typeText(adapter)}, realm ${adapter.realm}. Nothing is changed, and a wrong password does not count as a failed log-in.` },
      request.form({ heading: null, groups, buttons, cancel: AUTHENTICATION_PATH }),
    ],
  };
}

async function tryIn(site: AdminSite, file: UserFile, input: Input): Promise<{ readonly isGood: boolean; readonly text: string }> {
  const [user = '', password = ''] = [input.get('user'), input.get('password')];
  const reading = readUserFile(site.projectFolder, file);
  if (reading.kind === 'unusable') return { isGood: false, text: `the file ${reading.problem}` };
  const stored = reading.entries.get(user);
  if (stored === undefined)
    return { isGood: false, text: file.kind === 'htpasswd' ? 'there is no such user' : `there is no such user of the realm ${file.realm}` };
  if (file.kind === 'htpasswd') {
    const check = await site.verifyPassword(password, stored);
    if (check === 'busy') return { isGood: false, text: 'too many passwords are being checked, try again' };
    return { isGood: check === 'right', text: check === 'right' ? 'the password is right' : 'the password is wrong' };
  }
  const digest = digestOf(user, file.realm, password, file.kind === 'htdigest' ? 'MD5' : 'SHA-256');
  const isRight = isSame(digest, stored);
  return { isGood: isRight, text: isRight ? 'the password is right' : 'the password is wrong' };
}
