import type { ApiListEntry } from '../../model/records.ts';
import { naturalOrder } from '../../model/texts.ts';
import type { Words } from '../../words/words.ts';
import { anchorPart } from '../anchors.ts';
import { tagInWords } from '../titles.ts';

/** APIs of one folder, which mostly is one team or product. */
interface ApiGroup {
  /** Null where there are no groups. */
  readonly title: string | null;
  readonly id: string;
  readonly entries: readonly ApiListEntry[];
}

/** A folder of versions. */
const VERSION = /^v?\d+(?:\.\d+)*$/i;

/**
 * Handbooks first. APIs by the first folder below that of all descriptors, where it holds several; by title. Of one
 * such folder alone the list is as it is: it says nothing that tells APIs apart.
 */
export function apiGroups(entries: readonly ApiListEntry[], words: Words): readonly ApiGroup[] {
  const [apis, handbooks] = [entries.filter(({ guides }) => !guides), entries.filter(({ guides }) => guides)];
  if (handbooks.length > 0 && apis.length > 0)
    return [
      { title: words.say('title.guides'), id: 'guides', entries: handbooks },
      ...apiGroups(apis, words).map((group) => ({
        ...group,
        title: group.title ?? words.say('title.apis'),
        id: group.id || 'apis',
      })),
    ];
  const byTitle = [...entries].sort((a, b) => naturalOrder(a.title, b.title));
  const folders = groupingFolders(entries);
  if (folders.size === 0) return [{ title: null, id: '', entries: byTitle }];
  const groups = Map.groupBy(byTitle, ({ folder = '' }) => (folders.has(folder) ? folder : ''));
  const others = groups.get('') ?? [];
  return [
    ...[...groups]
      .filter(([folder]) => folder !== '')
      .map(([folder, members]) => ({
        title: tagInWords(folder),
        id: `apis.${anchorPart(folder)}`,
        entries: members,
      }))
      .sort((a, b) => naturalOrder(a.title, b.title)),
    ...(others.length === 0 ? [] : [{ title: words.say('list.others'), id: 'other-apis', entries: others }]),
  ];
}

/** Folders that group APIs; none where there are fewer than two. */
export function groupingFolders(entries: readonly ApiListEntry[]): ReadonlySet<string> {
  const folders = entries.flatMap(({ folder, guides }) => (folder === undefined || guides ? [] : [folder]));
  const named = Map.groupBy(
    folders.filter((folder) => !VERSION.test(folder)),
    (folder) => folder,
  );
  const several = [...named].flatMap(([folder, { length }]) => (length > 1 ? [folder] : []));
  return new Set(several.length > 1 ? several : []);
}
