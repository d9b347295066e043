import type { JsonSchema } from '../schema/schema.ts';
import { type AccessRule, openToEveryone } from './access.ts';
import { Components } from './components.ts';
import { withoutDependencies } from './dependencies.ts';
import { type Guide, guidesOf } from './guides.ts';
import type { Language, PageEnding } from './language.ts';
import type { ApiPlace } from './locations.ts';
import type { ApiRecord } from './records.ts';
import { isHere } from './servers.ts';
import { Service } from './service.ts';

interface ApiContext {
  /** All versions of this API that are published, ascending; its own when left out. */
  readonly versions?: readonly number[];
  readonly defaultVersion?: number;
  readonly accessRule?: AccessRule | undefined;
  /** Language of texts about it on pages; English when left out. */
  readonly language?: Language | undefined;
  /** See {@link Api.pageEnding}. */
  readonly pageEnding?: PageEnding | undefined;
}

/** One version of an API (specification §2.1). Immutable; cheap to make from a record. */
export class Api {
  readonly record: ApiRecord;
  readonly components: Components;
  readonly accessRule: AccessRule;
  /** Ending of links to its pages where the site is files. */
  readonly pageEnding: PageEnding | undefined;
  readonly #versions: readonly number[];
  readonly #defaultVersion: number;
  readonly #services: readonly Service[];
  readonly #servicesByName: ReadonlyMap<string, Service>;
  readonly #schemas: readonly [name: string, schema: JsonSchema][];
  #asksForLogIn: boolean | undefined;

  constructor(record: ApiRecord, context: ApiContext = {}) {
    this.record = record;
    this.components = new Components(record.components, context.language);
    this.accessRule = context.accessRule ?? openToEveryone;
    this.pageEnding = context.pageEnding;
    this.#versions = context.versions ?? [record.version];
    this.#defaultVersion = context.defaultVersion ?? record.version;
    this.#schemas = Object.entries(record.components.schemas);
    this.#services = record.services.map((service) => new Service(service, this));
    this.#servicesByName = new Map(this.#services.map((service) => [service.getName(), service]));
  }

  /** Language of texts about it on pages; undefined: English. */
  get language(): Language | undefined {
    return this.components.language;
  }

  /** The same version with another record, such as the part of it that readers see. */
  withRecord(record: ApiRecord, versions: readonly number[] = this.#versions): Api {
    const { accessRule, language, pageEnding } = this;
    return new Api(record, { versions, defaultVersion: this.#defaultVersion, accessRule, language, pageEnding });
  }

  getName(): string {
    return this.record.name;
  }

  getVersion(): number {
    return this.record.version;
  }

  /** Its part in references to its documents. */
  get place(): ApiPlace {
    return { api: this.record.name, version: this.record.version };
  }

  getVersions(): readonly number[] {
    return this.#versions;
  }

  getDefaultVersion(): number {
    return this.#defaultVersion;
  }

  /** `info.title`, for headings. */
  getTitle(): string {
    return this.record.info.title;
  }

  getDescription(): string | null {
    return this.record.info.description ?? null;
  }

  getServices(): readonly Service[] {
    return this.#services;
  }

  /** Counts the operations that clients call, or those of webhooks where there are no others. */
  getOperationCount(): number {
    const called = this.#services.filter((service) => service.getKind() !== 'webhook');
    const counted = called.length > 0 ? called : this.#services;
    return counted.reduce((sum, service) => sum + service.getAllOperations().length, 0);
  }

  getService(name: string): Service | undefined {
    return this.#servicesByName.get(name);
  }

  /** Whether this site asks for a log-in at any of its operations. */
  asksForLogIn(): boolean {
    // The answer is made of names and accesses, which every document of the API depends on, whichever asks first.
    this.#asksForLogIn ??= withoutDependencies(() =>
      this.#services.some((service) => service.getAllOperations().some((operation) => operation.asksForLogIn())),
    );
    return this.#asksForLogIn;
  }

  /**
   * Whether its operations are called at this site, as far as they have no servers of their own: where the descriptor
   * names no server or one without a host, and throughout an API of which this site asks a log-in anywhere, because
   * only this site knows its users.
   */
  isAnsweredHere(): boolean {
    const [first] = this.record.servers;
    return first === undefined || isHere(first) || this.asksForLogIn();
  }

  /** Pages of text, in the order of lists. */
  getGuides(): readonly Guide[] {
    return guidesOf(this);
  }

  /** Named schemas in the descriptor's order. */
  getSchemas(): readonly [name: string, schema: JsonSchema][] {
    return this.#schemas;
  }
}
