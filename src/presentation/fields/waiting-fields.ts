import type { Task } from './field-place.ts';

/** Fields that wait until others of the page are drawn. */
export class WaitingFields {
  /** By depth. */
  readonly #deep = new Map<number, Task[]>();
  readonly #copies: Task[] = [];

  /** What is deep in a body. */
  addDeep(task: Task): void {
    const { depth } = task.place;
    const tasks = this.#deep.get(depth);
    if (tasks === undefined) this.#deep.set(depth, [task]);
    else tasks.push(task);
  }

  /** What is drawn already. */
  addCopy(task: Task): void {
    this.#copies.push(task);
  }

  get deep(): readonly Task[] {
    return [...this.#deep.values()].flat();
  }

  /** What is less deep first, of all bodies alike; what is added meanwhile, too. */
  *takeDeep(): Generator<Task> {
    while (this.#deep.size > 0) {
      const least = Math.min(...this.#deep.keys());
      const tasks = this.#deep.get(least) ?? [];
      this.#deep.delete(least);
      yield* tasks;
    }
  }

  /** What is less deep first: the page has the bodies of all operations before what is deep in one of them. */
  takeCopies(): readonly Task[] {
    return this.#copies.splice(0).toSorted((a, b) => a.place.depth - b.place.depth);
  }
}
