import type { ChangesView, ChangeView } from '../../changes/change-view.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What separates two descriptions, a list of changes in the order of the descriptor. */
export function changesObject(view: ChangesView): JsonObject {
  const { counts, groups } = view;
  return {
    counts: { breaking: counts.breaking, notable: counts.notable, docs_only: counts['docs-only'] },
    changes: groups.flatMap(({ title, changes }) => changes.map((change) => changeObject(title, change))),
  };
}

function changeObject(part: string, change: ChangeView): JsonObject {
  const { rule, title, reason, place, before, after, href, operations, operationCount } = change;
  return {
    rule,
    class: change.class,
    title,
    reason,
    part,
    place: place.join(''),
    before: before?.join('') ?? null,
    after: after?.join('') ?? null,
    url: href,
    operations: operations.map(({ method, path, title: name, href: url }) => ({ method, path, title: name, url })),
    operation_count: operationCount,
  };
}
