import type { ChangesView, ChangeView } from '../../changes/change-view.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What separates two descriptions, a list of changes in the order of the descriptor.
 * @param origin in front of the paths of pages
 */
export function changesObject(view: ChangesView, origin = ''): JsonObject {
  const { counts, groups } = view;
  return {
    counts: { breaking: counts.breaking, notable: counts.notable, docs_only: counts['docs-only'] },
    changes: groups.flatMap(({ title, changes }) => changes.map((change) => changeObject(title, change, origin))),
  };
}

function changeObject(part: string, change: ChangeView, origin: string): JsonObject {
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
    url: origin + href,
    operations: operations.map(({ method, path, title: name, href: page }) => ({
      method,
      path,
      title: name,
      url: origin + page,
    })),
    operation_count: operationCount,
  };
}
