/** The left navigation, as plain data: it is kept for pages that are made without the model (READING §4). */
export interface Navigation {
  readonly title: string;
  readonly pages: readonly NavigationLink[];
  readonly groups: readonly NavigationGroup[];
  /** How many of {@link groups}, from the first on, are folded away so that the open one is near the top. */
  readonly foldedCount: number;
  /** Link to all groups, when some are not here. */
  readonly allGroups: NavigationLink | null;
}

export interface NavigationLink {
  readonly text: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** How many there are behind the link; null where that means nothing. */
  readonly count: number | null;
  /** `15 services`, where the text of the link does not say what is counted. */
  readonly counted?: string | undefined;
  /** Heading above this link and the following ones with the same section; null, or left out: none. */
  readonly section?: string | null;
}

export interface NavigationGroup extends NavigationLink {
  /** Services of the open group; empty for the others. */
  readonly services: readonly NavigationService[];
  /** How many of {@link services}, from the first on, are folded away so that the open one is near the top. */
  readonly foldedCount: number;
  /** Label of the fold. */
  readonly foldedText: string;
  /** The link to the rest of a large group. */
  readonly more: NavigationLink | null;
}

export interface NavigationService extends NavigationLink {
  /** Operations of the open service only; empty where the service has the name of its one operation. */
  readonly operations: readonly NavigationOperation[];
  readonly isDeprecated: boolean;
  /** `Webhook`, where the group does not say it; null of what readers may call. */
  readonly mark: string | null;
}

export interface NavigationOperation {
  readonly text: string;
  readonly method: string;
  readonly href: string;
  readonly isDeprecated: boolean;
}
