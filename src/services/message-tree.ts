/** Field → rule → message; a field inside a field stands where a rule could. */
export interface ValidationMessages {
  readonly [name: string]: string | ValidationMessages;
}

const MAX_MESSAGES = 500;

interface Stored {
  readonly rules: Map<string, string>;
  readonly fields: Map<string, Stored>;
}

/**
 * Collects messages by field. Names are data: `__proto__` is one like any other. A field takes no place before it has a
 * message: bodies have more fields than one request should cost.
 */
export class MessageTree {
  readonly #parent: MessageTree | null;
  readonly #name: string;
  readonly #root: { stored: Stored | undefined; messages: number };

  constructor(parent: MessageTree | null = null, name = '') {
    this.#parent = parent;
    this.#name = name;
    this.#root = parent === null ? { stored: undefined, messages: 0 } : parent.#root;
  }

  /** The place of a field below this one. */
  at(name: string): MessageTree {
    return new MessageTree(this, name);
  }

  /** Keeps the first of two messages for one rule, and 500 in all: enough for a reader. */
  add(rule: string, message: string): void {
    if (this.isFull) return;
    const { rules } = this.#store();
    if (rules.has(rule)) return;
    this.#root.messages += 1;
    rules.set(rule, message);
  }

  /** Nothing is added any more. */
  get isFull(): boolean {
    return this.#root.messages >= MAX_MESSAGES;
  }

  get isEmpty(): boolean {
    return this.#find() === undefined;
  }

  toMessages(): ValidationMessages {
    const stored = this.#find();
    if (stored === undefined) return {};
    const own = stored.rules.size === 0 ? [] : [['', Object.fromEntries(stored.rules)] as const];
    return Object.fromEntries([...own, ...fieldEntries(stored)]);
  }

  #find(): Stored | undefined {
    return this.#parent === null ? this.#root.stored : this.#parent.#find()?.fields.get(this.#name);
  }

  #store(): Stored {
    if (this.#parent === null) {
      this.#root.stored ??= { rules: new Map(), fields: new Map() };
      return this.#root.stored;
    }
    const { fields } = this.#parent.#store();
    const present = fields.get(this.#name);
    if (present !== undefined) return present;
    const made: Stored = { rules: new Map(), fields: new Map() };
    fields.set(this.#name, made);
    return made;
  }
}

function fieldEntries({ fields }: Stored): readonly (readonly [string, ValidationMessages])[] {
  return [...fields].map(
    ([name, field]) =>
      [name, Object.fromEntries<string | ValidationMessages>([...field.rules, ...fieldEntries(field)])] as const,
  );
}
