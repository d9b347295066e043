/** The left navigation, as plain data, since pages without a model keep it (READING §4). */
export interface Navigation {
  readonly title: string;
  readonly pages: readonly NavigationLink[];
  readonly groups: readonly NavigationGroup[];
  /** Number of {@link groups}, from the first on, that are folded so that the open one is near the top. */
  readonly foldedCount: number;
  /** Link to all groups if some are left out here. */
  readonly allGroups: NavigationLink | null;
}

export interface NavigationLink {
  readonly text: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Number of things behind the link; null when that has no meaning. */
  readonly count: number | null;
  /** `15 services`, if the text of the link does not name what is counted. */
  readonly counted?: string | undefined;
  /** Heading above this link and the following ones with the same section; null, or left out: none. */
  readonly section?: string | null;
}

export interface NavigationGroup extends NavigationLink {
  /** Services of the open group; empty for the others. */
  readonly services: readonly NavigationService[];
  /** Number of {@link services}, from the first on, that are folded so that the open one is near the top. */
  readonly foldedCount: number;
  /** Label of the fold. */
  readonly foldedText: string;
  /** Link to the rest of a large group. */
  readonly more: NavigationLink | null;
}

export interface NavigationService extends NavigationLink {
  /** Operations of the open service; empty for others, and if its only operation has its title. */
  readonly operations: readonly NavigationOperation[];
  readonly isDeprecated: boolean;
  /** `Webhook` for one, unless the group says it; else null. */
  readonly mark: string | null;
}

export interface NavigationOperation {
  readonly text: string;
  readonly method: string;
  readonly href: string;
  readonly isDeprecated: boolean;
}
