import { basename } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Configuration } from '../../../../src/config/configuration.ts';
import { readConfiguration } from '../../../../src/project/configuration.ts';
import type { AccessControl } from '../../../../src/server/access/access-control.ts';
import {
  type AccessControlFactory,
  createAccessControlFactory,
} from '../../../../src/server/access/access-control-factory.ts';
import { authTools, requestWith } from '../../../fixtures/auth/tools.ts';
import { projectWith } from '../../config/project.ts';

/** Names of the files that are followed now. */
const followed: string[] = [];
vi.mock(import('../../../../src/auth/password-files/watched-file.ts'), async (importOriginal) => {
  const original = await importOriginal();
  class CountedFile<T> extends original.WatchedFile<T> {
    readonly #name: string;

    constructor(...given: ConstructorParameters<typeof original.WatchedFile<T>>) {
      super(...given);
      this.#name = basename(given[0]);
      followed.push(this.#name);
    }

    override close(): void {
      super.close();
      followed.splice(followed.indexOf(this.#name), 1);
    }
  }
  return { ...original, WatchedFile: CountedFile };
});

const HTPASSWD = 'alice:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n';

interface Settings {
  /** Adapter → realm. */
  readonly adapters: Readonly<Record<string, string>>;
  readonly state?: string;
  readonly groupFile?: string;
}

let factory: AccessControlFactory;
const keepOnly = vi.fn();
const forConfiguration = vi.fn(() => authTools());
beforeEach(() => {
  factory = createAccessControlFactory({
    projectFolder: projectWith({ htpasswd: HTPASSWD }),
    log: () => undefined,
    tools: { forConfiguration, keepOnly },
  });
});
afterEach(() => {
  factory.close();
  expect(followed).toEqual([]);
  vi.resetAllMocks();
  forConfiguration.mockImplementation(() => authTools());
});

function configured({ adapters, state, groupFile }: Settings): Configuration {
  const entries = Object.entries(adapters).map(([name, realm]) => {
    const options = { accept_schemes: ['basic'], realm, htpasswd: 'htpasswd' };
    return [name, { adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter', options }];
  });
  const section = {
    authentication: { adapters: Object.fromEntries(entries) },
    ...(state && { state: { driver: 'redis', url: state } }),
    ...(groupFile && { htgroup: groupFile }),
  };
  const project = projectWith({ 'config/autoload/local.yaml': JSON.stringify({ 'platform-mvc-auth': section }) });
  const { configuration, problems } = readConfiguration(project, {});
  expect(problems).toEqual([]);
  return configuration;
}

const use = (settings: Settings): AccessControl => factory.replace(configured(settings), (access) => access);

/** `rejected` where the adapter works, `unavailable` where it is closed. */
const stateOf = async (access: AccessControl, adapter: string): Promise<string> =>
  (await access.authenticate([adapter], requestWith('Odd x'))).kind;

const FAILED = new Error('cannot be made');
const fail = (settings: Settings): void =>
  factory.replace(configured(settings), () => {
    throw FAILED;
  });

describe('what takes the place of other adapters', () => {
  test('closes those that have changed or gone, and keeps the others', async () => {
    const before = use({ adapters: { changed: 'One', gone: 'Two', same: 'Three' } });
    forConfiguration.mockClear();
    const after = use({ adapters: { changed: 'Other', same: 'Three' } });
    expect(forConfiguration).toHaveBeenCalledTimes(1);
    const states = async (access: AccessControl): Promise<readonly string[]> =>
      Promise.all(['changed', 'gone', 'same'].map((adapter) => stateOf(access, adapter)));
    expect(await states(before)).toEqual(['unavailable', 'unavailable', 'rejected']);
    expect(await states(after)).toEqual(['rejected', 'unavailable', 'rejected']);
  });

  test('ends the state of those before', () => {
    use({ adapters: { staff: 'One' } });
    use({ adapters: { staff: 'One' }, state: 'redis://127.0.0.1:1' });
    expect(keepOnly.mock.lastCall?.[0]).toMatchObject({ state: { kind: 'redis' } });
  });

  test('follows its own file of groups alone', () => {
    use({ adapters: {}, groupFile: 'groups' });
    use({ adapters: { staff: 'One' }, groupFile: 'groups' });
    expect(followed).toEqual(['groups', 'htpasswd']);
    use({ adapters: {}, groupFile: 'other-groups' });
    expect(followed).toEqual(['other-groups']);
    use({ adapters: {} });
    expect(followed).toEqual([]);
  });

  test('is at work beside them while something is made of it', async () => {
    const before = use({ adapters: { staff: 'One' } });
    const both = await factory.replace(configured({ adapters: { staff: 'Other' } }), (access) =>
      Promise.all([before, access].map((each) => stateOf(each, 'staff'))),
    );
    expect(both).toEqual(['rejected', 'rejected']);
  });
});

describe('where nothing can be made of it', () => {
  test('those before stay at work, and their state', async () => {
    const before = use({ adapters: { changed: 'One', gone: 'Two', same: 'Three' } });
    expect(() =>
      fail({ adapters: { changed: 'Other', same: 'Three', added: 'Four' }, state: 'redis://127.0.0.1:1' }),
    ).toThrow(FAILED);
    for (const adapter of ['changed', 'gone', 'same']) expect(await stateOf(before, adapter)).toBe('rejected');
    expect(keepOnly.mock.lastCall?.[0]).toMatchObject({ state: { kind: 'memory' } });
  });

  test('what was made for it alone is closed', async () => {
    use({ adapters: { same: 'One' } });
    const seen: AccessControl[] = [];
    const attempt = (): void =>
      factory.replace(configured({ adapters: { same: 'One', added: 'Two' } }), (access) => {
        seen.push(access);
        throw FAILED;
      });
    expect(attempt).toThrow(FAILED);
    const [access] = seen;
    expect(access && [await stateOf(access, 'same'), await stateOf(access, 'added')]).toEqual([
      'rejected',
      'unavailable',
    ]);
  });

  test('an adapter that cannot be made closes those that were made before it', () => {
    forConfiguration
      .mockImplementationOnce(() => authTools())
      .mockImplementationOnce(() => {
        throw FAILED;
      });
    expect(() => use({ adapters: { first: 'One', second: 'Two' } })).toThrow(FAILED);
    expect(followed).toEqual([]);
  });

  test.each([[undefined], ['other-groups']])(
    'the file of groups before is still followed, and not the other one (%s)',
    (groupFile) => {
      use({ adapters: {}, groupFile: 'groups' });
      expect(() => fail({ adapters: {}, ...(groupFile !== undefined && { groupFile }) })).toThrow(FAILED);
      expect(followed).toEqual(['groups']);
    },
  );
});
