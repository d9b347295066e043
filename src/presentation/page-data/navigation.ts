/** Left navigation as plain data, because pages without a model also show it (READING §4). */
export interface Navigation {
  readonly title: string;
  readonly pages: readonly NavigationLink[];
  readonly groups: readonly NavigationGroup[];
  /** Number of leading {@link groups} that are folded, so that the open group is near the top. */
  readonly foldedCount: number;
  /** Link to all groups, if {@link groups} is incomplete; else null. */
  readonly allGroups: NavigationLink | null;
}

export interface NavigationLink {
  readonly text: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Number of items in the target of the link; null for a target without items. */
  readonly count: number | null;
  /** Count with its unit, `15 services`, if the text of the link does not name the counted items. */
  readonly counted?: string | undefined;
  /** Heading that this link shares with adjacent links of the same section; null or omitted without a section. */
  readonly section?: string | null;
}

export interface NavigationGroup extends NavigationLink {
  /** Services of the open group; empty for other groups. */
  readonly services: readonly NavigationService[];
  /** Number of leading {@link services} that are folded, so that the open service is near the top. */
  readonly foldedCount: number;
  /** Label of the control that shows the folded services. */
  readonly foldedText: string;
  /** Link to the whole group, if {@link services} is incomplete; else null. */
  readonly more: NavigationLink | null;
}

export interface NavigationService extends NavigationLink {
  /** Operations of the open service; empty for other services, and if the only operation has the service's title. */
  readonly operations: readonly NavigationOperation[];
  readonly isDeprecated: boolean;
  /** `Webhook` for a webhook, unless the title of the group already says so; else null. */
  readonly mark: string | null;
}

export interface NavigationOperation {
  readonly text: string;
  readonly method: string;
  readonly href: string;
  readonly isDeprecated: boolean;
}
