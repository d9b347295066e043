import type { DocumentReference } from '../../src/model/locations.ts';
import type { ArtifactStore } from '../../src/store/artifact-store.ts';
import { publishedPages, publishedText } from '../differential/published.ts';
import type { HtmlPages } from '../readers/html.ts';
import type { NamedText } from '../tooling/validators.ts';

/** One published API, read as a client would read it. */
export class PublishedApi {
  readonly name: string;
  readonly #version: number;
  readonly #store: ArtifactStore;

  private constructor(store: ArtifactStore, name: string, version: number) {
    this.#store = store;
    this.name = name;
    this.#version = version;
  }

  /** Undefined when it was not published. */
  static find(store: ArtifactStore, name: string): PublishedApi | undefined {
    const entry = store.entries().find((candidate) => candidate.name === name);
    return entry === undefined ? undefined : new PublishedApi(store, name, entry.defaultVersion);
  }

  get document(): DocumentReference {
    return { level: 'api', api: this.name, version: this.#version };
  }

  services(): readonly DocumentReference[] {
    return this.#named('services').map((service) => ({
      level: 'service',
      api: this.name,
      version: this.#version,
      name: service,
    }));
  }

  schemas(): readonly DocumentReference[] {
    return this.#named('schemas').map((schema) => ({
      level: 'schema',
      api: this.name,
      version: this.#version,
      name: schema,
    }));
  }

  groups(): readonly DocumentReference[] {
    return this.#named('groups').map((group) => ({
      level: 'group',
      api: this.name,
      version: this.#version,
      name: group,
    }));
  }

  get schemaIndex(): DocumentReference {
    return { level: 'schema-index', api: this.name, version: this.#version };
  }

  text(reference: DocumentReference, format: string): Promise<string> {
    return publishedText(this.#store, reference, format);
  }

  async texts(references: readonly DocumentReference[], format: string): Promise<readonly NamedText[]> {
    return Promise.all(
      references.map(async (reference) => ({
        name: nameOf(reference, format),
        text: await this.text(reference, format),
      })),
    );
  }

  pages(): Promise<HtmlPages> {
    return publishedPages(this.#store, this.name, this.#version);
  }

  #named(kind: 'services' | 'schemas' | 'groups'): readonly string[] {
    return [...(this.#store.outline(this.name, this.#version)?.[kind] ?? [])];
  }
}

/** At most so many, evenly spread. */
export function sample<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, index) => all[Math.floor(index * step)]).filter(
    (item) => item !== undefined,
  );
}

function nameOf(reference: DocumentReference, format: string): string {
  const part =
    'service' in reference
      ? reference.service
      : 'schema' in reference
        ? `schemas/${reference.schema}`
        : 'group' in reference
          ? `groups/${reference.group}`
          : reference.level;
  return `${'api' in reference ? reference.api : ''} ${part} ${format}`;
}
