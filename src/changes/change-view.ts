import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { pagePath } from '../model/language.ts';
import { operationAnchor, SCHEMA_ANCHOR } from '../presentation/anchors.ts';
import { titleAmongAll } from '../presentation/titles.ts';
import type { Phrase } from '../words/phrase.ts';
import { type Words, wordsOf } from '../words/words.ts';
import type { Change, OperationName, Step } from './change.ts';
import { type ComparisonOptions, compareApis } from './compare-apis.ts';
import { anchorOf, placeWords } from './place-words.ts';
import { CHANGE_CLASSES, type ChangeClass, type RuleName } from './rules.ts';

/** A change in words, as pages and reports show it. */
export interface ChangeView {
  readonly rule: RuleName;
  readonly class: ChangeClass;
  /** `Required field added`. */
  readonly title: string;
  /** `Requests that were valid may be refused.` */
  readonly reason: string;
  /** Location inside the changed part: `request body › author.first`; empty for the whole part. */
  readonly place: Phrase;
  readonly before: Phrase | null;
  readonly after: Phrase | null;
  /** URL path and anchor of the changed part on its page. */
  readonly href: string;
  readonly operations: readonly OperationLink[];
  readonly operationCount: number;
  /** Affected operations, if the change affects several or belongs to a shared part in use; otherwise null. */
  readonly reach: ChangeReach | null;
}

export interface ChangeReach {
  /** `in 8 operations`. */
  readonly text: string;
  readonly first: readonly OperationLink[];
  readonly others: readonly OperationLink[];
  /** `3 more operations`: the number of `others` plus the operations that are not listed; null if there are none. */
  readonly more: string | null;
  /** Text like `more` that counts only the operations that are not listed; null if there are none. */
  readonly unnamed: string | null;
}

/** Number of operations that are visible before the list is expanded. */
const FIRST_OPERATIONS = 5;
/** Maximum number of operations listed in one document: many shared parts may each affect many operations. */
const MOST_NAMES = 3000;

interface OperationLink {
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly href: string;
}

/** Changes of one operation, schema or service. */
export interface ChangeGroup {
  readonly title: string;
  readonly operation: OperationLink | null;
  readonly href: string;
  readonly changes: readonly ChangeView[];
}

export interface ChangesView {
  readonly counts: Readonly<Record<ChangeClass, number>>;
  /** Groups in the order of the descriptor. */
  readonly groups: readonly ChangeGroup[];
}

/** Compares two versions. The result is cached, since several formats show it. */
export function versionChanges(before: Api, after: Api): ChangesView {
  const known = viewsOf(after);
  const view = known.get(before) ?? changesView(before, after);
  known.set(before, view);
  return view;
}

const viewsOf = computedOnce((_: Api) => new WeakMap<Api, ChangesView>());

export function changesView(before: Api, after: Api, options?: ComparisonOptions): ChangesView {
  const changes = compareApis(before, after, options);
  const groups = Map.groupBy(changes, groupKey);
  const viewer = new ChangeViewer(before, after);
  const count = (kind: ChangeClass): number => changes.filter((change) => change.class === kind).length;
  return {
    counts: { breaking: count('breaking'), notable: count('notable'), 'docs-only': count('docs-only') },
    groups: [...groups.values()].flatMap((found) => viewer.group(found)),
  };
}

/** Key of the group of a change; changes that several operations share form one group. */
function groupKey({ place: { owner }, operationCount }: Change): string {
  return JSON.stringify(owner.kind === 'operation' && operationCount > 1 ? ['operations'] : owner);
}

class ChangeViewer {
  readonly #before: Api;
  readonly #after: Api;
  readonly #words: Words;
  #namesLeft = MOST_NAMES;

  constructor(before: Api, after: Api) {
    this.#before = before;
    this.#after = after;
    this.#words = wordsOf(after);
  }

  /** Creates the group of the changes of one part, the most severe change first. */
  group(changes: readonly Change[]): readonly ChangeGroup[] {
    const [first] = changes;
    if (first === undefined) return [];
    const rank = (change: Change): number => CHANGE_CLASSES.indexOf(change.class);
    const views = changes.toSorted((a, b) => rank(a) - rank(b)).map((change) => this.#view(change));
    const { owner, side } = first.place;
    const name = owner.kind === 'operation' && first.operationCount === 1 ? (owner.after ?? owner.before) : null;
    const operation = name && this.#link(name, owner.kind === 'operation' && owner.after === null ? 'before' : side);
    return [{ title: this.#title(first), operation, href: this.#href(first, []), changes: views }];
  }

  #title({ place: { owner }, operationCount }: Change): string {
    switch (owner.kind) {
      case 'api':
        return this.#words.say('changedPlace.api');
      case 'service': {
        const service = this.#after.getService(owner.after ?? '');
        return service === undefined ? (owner.after ?? owner.before ?? '') : titleAmongAll(service);
      }
      case 'operation':
        return operationCount > 1
          ? this.#words.say('changedPlace.operations')
          : ((owner.after ?? owner.before)?.title ?? '');
      case 'component': {
        const { section, before, after } = owner;
        const name = before === after ? after : `${before} → ${after}`;
        return section === 'schemas'
          ? this.#words.say('title.schema', { name })
          : this.#words.say('changedPlace.shared', { name });
      }
      default:
        return owner satisfies never;
    }
  }

  #view(change: Change): ChangeView {
    const { rule, reasons, place, before, after, operationCount } = change;
    const side = place.owner.kind === 'operation' && place.owner.after === null ? 'before' : 'after';
    const operations = change.operations.map((operation) => this.#link(operation, side));
    const isOwn = place.owner.kind !== 'component' && operationCount === 1;
    return {
      rule,
      class: change.class,
      title: this.#words.say(`change.${rule}`),
      reason: reasons.map((reason) => this.#words.say(reason)).join(' '),
      place: placeWords(place.steps, this.#words),
      before,
      after,
      href: this.#href(change, place.row),
      operations,
      operationCount,
      reach: operationCount === 0 || isOwn ? null : this.#reach(operations, operationCount),
    };
  }

  #reach(operations: readonly OperationLink[], count: number): ChangeReach {
    const first = operations.slice(0, FIRST_OPERATIONS);
    const others = operations.slice(FIRST_OPERATIONS, FIRST_OPERATIONS + this.#namesLeft);
    this.#namesLeft -= others.length;
    const more = (left: number) => (left === 0 ? null : this.#words.say('changes.moreOperations', { count: left }));
    return {
      text: this.#words.say('changes.reaches', { count }),
      first,
      others,
      more: more(count - first.length),
      unnamed: more(count - first.length - others.length),
    };
  }

  #link(name: OperationName, side: 'before' | 'after'): OperationLink {
    const { method, path, title, service, resource } = name;
    const href = this.#page({ level: 'service', name: service }, side, operationAnchor(resource, method));
    return { method, path, title, href };
  }

  #href({ place: { owner, side }, operations }: Change, steps: readonly Step[]): string {
    switch (owner.kind) {
      case 'api':
        return this.#page({ level: 'api' }, 'after', '');
      case 'service':
        return this.#page({ level: 'service', name: owner.after ?? owner.before ?? '' }, 'after', '');
      case 'operation': {
        const name = (side === 'before' ? owner.before : owner.after) ?? owner.before ?? owner.after;
        const anchor = name === null ? '' : operationAnchor(name.resource, name.method) + anchorOf(steps);
        const where = owner.after === null ? 'before' : side;
        return this.#page({ level: 'service', name: name?.service ?? '' }, where, anchor);
      }
      case 'component': {
        const name = side === 'before' ? owner.before : owner.after;
        if (owner.section === 'schemas')
          return this.#page({ level: 'schema', name }, side, SCHEMA_ANCHOR + anchorOf(steps));
        const [operation] = operations;
        return operation === undefined ? this.#page({ level: 'api' }, side, '') : this.#link(operation, 'after').href;
      }
      default:
        return owner satisfies never;
    }
  }

  #page(
    document: { level: 'api' } | { level: 'service' | 'schema'; name: string },
    side: 'before' | 'after',
    anchor: string,
  ): string {
    const api = side === 'before' ? this.#before : this.#after;
    return pagePath({ ...document, ...api.place }, api) + (anchor === '' ? '' : `#${anchor}`);
  }
}
