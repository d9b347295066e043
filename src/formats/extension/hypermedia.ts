/** A resource with links around it, as HAL services answer. */
export class HypermediaEntity {
  readonly #entity: unknown;

  constructor(entity: unknown) {
    this.#entity = entity;
  }

  getEntity(): unknown {
    return this.#entity;
  }
}

/** Several resources with links around them. */
export class HypermediaCollection {
  readonly #collection: Iterable<unknown>;

  constructor(collection: Iterable<unknown>) {
    this.#collection = collection;
  }

  getCollection(): Iterable<unknown> {
    return this.#collection;
  }
}
