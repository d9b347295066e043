import type { JsonSchema } from '../schema/schema.ts';
import { type AccessRule, openToEveryone } from './access.ts';
import { Components } from './components.ts';
import { withoutDependencies } from './dependencies.ts';
import { type Guide, guidesOf } from './guides.ts';
import type { Language, PageEnding } from './language.ts';
import type { ApiPlace } from './locations.ts';
import type { Operation } from './operation.ts';
import type { ApiRecord } from './records.ts';
import { isHere } from './servers.ts';
import { Service } from './service.ts';

interface ApiContext {
  /** All published versions of this API, ascending. Default: only the version of the record. */
  readonly versions?: readonly number[];
  readonly defaultVersion?: number;
  readonly accessRule?: AccessRule | undefined;
  /** Language of the product's texts on pages of the API. Default: English. */
  readonly language?: Language | undefined;
  /** See {@link Api.pageEnding}. */
  readonly pageEnding?: PageEnding | undefined;
}

/** One version of an API (specification §2.1). Immutable and cheap to create from a record. */
export class Api {
  readonly record: ApiRecord;
  /** Name and version for references to the API's documents, copied, since reads of a record pass a proxy in builds. */
  readonly place: ApiPlace;
  readonly components: Components;
  readonly accessRule: AccessRule;
  /** Ending of links to pages of the API if the site consists of static files. */
  readonly pageEnding: PageEnding | undefined;
  readonly #versions: readonly number[];
  readonly #defaultVersion: number;
  readonly #services: readonly Service[];
  readonly #servicesByName: ReadonlyMap<string, Service>;
  readonly #schemaNames: readonly string[];
  #asksForLogIn: boolean | undefined;

  constructor(record: ApiRecord, context: ApiContext = {}) {
    this.record = record;
    this.place = { api: record.name, version: record.version };
    this.components = new Components(record.components, context.language);
    this.accessRule = context.accessRule ?? openToEveryone;
    this.pageEnding = context.pageEnding;
    this.#versions = context.versions ?? [record.version];
    this.#defaultVersion = context.defaultVersion ?? record.version;
    this.#schemaNames = Object.keys(record.components.schemas);
    this.#services = record.services.map((service) => new Service(service, this));
    this.#servicesByName = new Map(this.#services.map((service) => [service.getName(), service]));
  }

  /** Language of the product's texts on pages of the API; undefined: English. */
  get language(): Language | undefined {
    return this.components.language;
  }

  /** Creates a copy with another record, such as one reduced to the parts that readers may see. */
  withRecord(record: ApiRecord, versions: readonly number[] = this.#versions): Api {
    const { accessRule, language, pageEnding } = this;
    return new Api(record, { versions, defaultVersion: this.#defaultVersion, accessRule, language, pageEnding });
  }

  getName(): string {
    return this.place.api;
  }

  getVersion(): number {
    return this.place.version;
  }

  getVersions(): readonly number[] {
    return this.#versions;
  }

  getDefaultVersion(): number {
    return this.#defaultVersion;
  }

  /** Title for headings: `info.title`. */
  getTitle(): string {
    return this.record.info.title;
  }

  getDescription(): string | null {
    return this.record.info.description ?? null;
  }

  getServices(): readonly Service[] {
    return this.#services;
  }

  getOperations(): readonly Operation[] {
    return this.#services.flatMap((service) => service.getAllOperations());
  }

  /** Number of operations that clients call; if an API has only webhooks, the number of their operations. */
  getOperationCount(): number {
    const called = this.#services.filter((service) => service.getKind() !== 'webhook');
    const counted = called.length > 0 ? called : this.#services;
    return counted.reduce((sum, service) => sum + service.getAllOperations().length, 0);
  }

  getService(name: string): Service | undefined {
    return this.#servicesByName.get(name);
  }

  /** Whether this site requires a log-in for any operation of the API. */
  asksForLogIn(): boolean {
    // The result depends only on names and access rules, which every document of the API depends on anyway.
    this.#asksForLogIn ??= withoutDependencies(() =>
      this.#services.some((service) => service.getAllOperations().some((operation) => operation.asksForLogIn())),
    );
    return this.#asksForLogIn;
  }

  /**
   * Whether clients call this site for operations without servers of their own. True if the descriptor has no server,
   * if its first server has no host, or if this site requires a log-in for any operation of the API, because only this
   * site knows the users.
   */
  isAnsweredHere(): boolean {
    const [first] = this.record.servers;
    return first === undefined || isHere(first) || this.asksForLogIn();
  }

  /** Guides in the order in which lists show them. */
  getGuides(): readonly Guide[] {
    return guidesOf(this);
  }

  /** Named schemas in the descriptor's order, looked up at each call; {@link getSchemaNames} looks up none. */
  getSchemas(): readonly (readonly [name: string, schema: JsonSchema])[] {
    return this.#schemaNames.map((name) => [name, this.components.schema(name) ?? true]);
  }

  /** Names of schemas in the descriptor's order. */
  getSchemaNames(): readonly string[] {
    return this.#schemaNames;
  }
}
