/** Field → rule → message; a field inside a field stands where a rule could. */
export interface ValidationMessages {
  readonly [name: string]: string | ValidationMessages;
}

const MAX_MESSAGES = 500;

/** Collects messages by field. Names are data: `__proto__` is one like any other. */
export class MessageTree {
  readonly #rules = new Map<string, string>();
  readonly #fields = new Map<string, MessageTree>();
  readonly #count: { messages: number };

  constructor(count: { messages: number } = { messages: 0 }) {
    this.#count = count;
  }

  /** The node of a field below this one. */
  at(name: string): MessageTree {
    const present = this.#fields.get(name);
    if (present !== undefined) return present;
    const field = new MessageTree(this.#count);
    this.#fields.set(name, field);
    return field;
  }

  /** Of two messages for one rule the first counts; beyond 500 nobody reads on. */
  add(rule: string, message: string): void {
    if (this.#rules.has(rule) || this.#count.messages >= MAX_MESSAGES) return;
    this.#count.messages += 1;
    this.#rules.set(rule, message);
  }

  get isEmpty(): boolean {
    return this.#rules.size === 0 && [...this.#fields.values()].every((field) => field.isEmpty);
  }

  toMessages(): ValidationMessages {
    const own = this.#rules.size === 0 ? [] : [['', Object.fromEntries(this.#rules)] as const];
    return Object.fromEntries([...own, ...this.#fieldEntries()]);
  }

  #fieldEntries(): readonly (readonly [string, string | ValidationMessages])[] {
    return [...this.#fields].flatMap(([name, field]) => (field.isEmpty ? [] : [[name, field.#toEntries()] as const]));
  }

  #toEntries(): ValidationMessages {
    return Object.fromEntries<string | ValidationMessages>([...this.#rules, ...this.#fieldEntries()]);
  }
}
