import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AdminChange, AdminSite, CredentialsTest } from '../../../src/admin/contract.ts';
import { type AdminAnswer, answerAdmin } from '../../../src/admin/handler.ts';
import { createTokens } from '../../../src/admin/tokens.ts';
import { createAttempts } from '../../../src/auth/attempts.ts';
import { verifyPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { type AuthState, StateUnavailable } from '../../../src/auth/state/contract.ts';
import { createMemoryState } from '../../../src/auth/state/memory.ts';
import { checkReferences } from '../../../src/config/check-references.ts';
import type { ConfigurationReader } from '../../../src/config/read-configuration.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { siteFormats } from '../../../src/formats/site-formats.ts';
import { Api } from '../../../src/model/api.ts';
import {
  ADMIN_ROOT,
  type AdminField,
  type AdminForm,
  type AdminPage,
} from '../../../src/presentation/page-data/admin-page.ts';
import { createConfigurationReader } from '../../../src/project/configuration.ts';
import { languageOf } from '../../../src/words/languages.ts';
import { schemes } from '../../fixtures/auth/tools.ts';

export type Fields = Readonly<Record<string, string>>;

const APIS = [1, 2].map((version) => ({ name: 'Library', version, services: [] }));

const lost = async (): Promise<never> => {
  throw new StateUnavailable();
};
const LOST_STATE: AuthState = {
  spendNonceCount: lost,
  secondsBlocked: lost,
  recordFailure: lost,
  close: async () => undefined,
};

/** A project in a folder of its own, and its administration pages without a server. */
export class AdminProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'platform-documentation-admin-'));
  /** Address to which the last accepted form redirected, with its proof. */
  redirection = '';
  readonly changes: AdminChange[] = [];
  readonly tests: CredentialsTest[] = [];
  client = '192.0.2.1';
  /** Identity that has logged in, while {@link ask} names the one that asks. */
  identity: AdminSite['identity'] = null;
  isDevelopment = true;
  /** Configuration that is served, where it differs from the files. */
  active: AdminSite['active'] | null = null;
  readonly environment: Record<string, string> = {};
  #readConfiguration: ConfigurationReader | undefined;
  now = Date.parse('2026-01-01T00:00:00Z');
  readonly #state = createMemoryState(() => this.now);
  /** The state that is shared cannot be asked. */
  isStateLost = false;
  readonly #tokens = createTokens(() => this.now);

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  site(): AdminSite {
    this.#readConfiguration ??= createConfigurationReader(this.folder, this.environment);
    const read = this.#readConfiguration;
    const reading = checkReferences(read(), APIS, { complete: true });
    return {
      projectFolder: this.folder,
      readConfiguration: read,
      site: {
        title: 'Example APIs',
        baseUrl: '',
        languages: [languageOf('ar', {}, { isDefault: true, isAlone: true })],
      },
      reading,
      active: this.active ?? reading,
      refusal: [],
      health: new Map(),
      apis: APIS,
      references: { complete: true },
      descriptorProblems: [],
      documentation: documented(this.folder),
      documentationUrl: 'https://docs.example.com/platform/documentation',
      lastBuild: this.isDevelopment ? null : new Date('2026-01-02T03:04:05Z'),
      descriptorFolder: 'api-descriptors',
      readsDescriptorsAtOnce: this.isDevelopment,
      sources: () => [],
      viewModels: [],
      checkSelectors: ({ selectors }) => siteFormats(selectors, []).problems,
      reload: () => undefined,
      schemes,
      verifyPassword: async (password, stored) => (verifyPassword(password, stored) ? 'right' : 'wrong'),
      client: this.client,
      identity: this.identity,
      attemptsOf: (adapter) =>
        createAttempts(adapter, this.isStateLost ? LOST_STATE : this.#state, { failures: 3, perSeconds: 60 }),
      auditTest: (tested) => void this.tests.push(tested),
      audit: (change) => void this.changes.push(change),
    };
  }

  /** @param target below the root of the pages @param site what is served, where that is not what the files say */
  async ask(
    target: string,
    input: Fields | null = null,
    person = 'anna',
    site: AdminSite = this.site(),
  ): Promise<AdminAnswer> {
    const url = new URL(ADMIN_ROOT + target, 'http://localhost');
    const path = url.pathname.slice(ADMIN_ROOT.length);
    const answer = await answerAdmin(site, this.#tokens, {
      path,
      query: new Map(url.searchParams),
      input: input === null ? null : new Map(Object.entries(input)),
      person,
    });
    if (answer.kind !== 'redirection') return answer;
    this.redirection = answer.path;
    return { ...answer, path: answer.path.replace(/&proof=[^&]+/, '') };
  }

  async page(target: string, input: Fields | null = null): Promise<AdminPage> {
    return pageOf(await this.ask(target, input));
  }

  /** Opens a form, fills it in and sends it. */
  async send(target: string, input: Fields): Promise<AdminAnswer> {
    return this.ask(target, { ...(await this.filled(target)), ...input });
  }

  /** Fields of a form as it is opened. */
  async filled(target: string): Promise<Fields> {
    return filledIn(await this.page(target));
  }
}

function documented(projectRoot: string): readonly Api[] {
  return readFolder({ projectRoot, folder: 'api-descriptors' }).apis.map((record) => new Api(record));
}

export function pageOf(answer: AdminAnswer): AdminPage {
  if (answer.kind !== 'page') throw new Error(`There is no page, but ${JSON.stringify(answer)}.`);
  return answer.page;
}

/** Fields of the first form of a page. */
export function fieldsOf(page: AdminPage): readonly AdminField[] {
  return formsOf(page)[0]?.groups.flatMap(({ fields }) => fields) ?? [];
}

export function filledIn(page: AdminPage): Fields {
  const hidden = formsOf(page)[0]?.hidden ?? [];
  return Object.fromEntries([...hidden, ...fieldsOf(page)].map(({ name, value }) => [name, value]));
}

export function formsOf({ parts }: AdminPage): readonly AdminForm[] {
  return parts.flatMap((part) => (part.kind === 'form' ? [part.form] : []));
}

/** Name of the field, or null, of each problem, in order. */
export function problemFields(page: AdminPage): readonly (string | null)[] {
  return (page.notice?.problems ?? []).map(({ field }) => field?.replace('field-', '') ?? null);
}

export const GLOBAL = 'config/autoload/global.yaml';
export const JSON_MODEL = 'Platform\\Documentation\\Json\\ViewModel';
export const RAML = 'Platform\\Documentation\\Raml\\ViewModel';

/** A project with a title, below a comment. */
export function titledProject(): AdminProject {
  const project = new AdminProject();
  project.write(GLOBAL, '# mine\nplatform-documentation:\n  title: A\n');
  return project;
}
