import type { NavigationLink } from './navigation.ts';
import type { Site } from './site.ts';

export const ADMIN_ROOT = '/platform/admin';

/** View model of an administration page, independent of the page's subject. */
export interface AdminPage {
  readonly kind: 'admin';
  readonly site: Site;
  readonly title: string;
  /** `Development` or `Production`. */
  readonly mode: string;
  /** URL of the documentation; null if no configured address leads to it. */
  readonly documentation: string | null;
  /** Pages above this one; empty for the first page of a section. */
  readonly trail: readonly NavigationLink[];
  /** Links to all administration pages. */
  readonly sections: readonly AdminLink[];
  readonly notice: AdminNotice | null;
  readonly parts: readonly AdminPart[];
}

export interface AdminLink {
  readonly text: string;
  /** Method of the operation that the link leads to. */
  readonly method?: string;
  /** Name of the item that the link acts on, for screen readers. */
  readonly about?: string;
  readonly path: string;
  readonly isCurrent?: boolean;
  /** Set for the main action of the page. */
  readonly isPrimary?: boolean;
  /** Set for a link to a form that deletes something. */
  readonly isDangerous?: boolean;
}

/** Result of a submitted form. */
export interface AdminNotice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  /** Problems of the input; `field` is the id of the affected control, or null. */
  readonly problems: readonly { readonly text: string; readonly field: string | null }[];
}

export type AdminPart =
  /** `isGood`: the text is a state, `isGood` if everything works. */
  | { readonly kind: 'text'; readonly text: string; readonly isGood?: boolean }
  | { readonly kind: 'links'; readonly links: readonly AdminLink[] }
  | { readonly kind: 'list'; readonly heading: string; readonly items: readonly string[]; readonly empty: string }
  | {
      readonly kind: 'cards';
      readonly heading: string;
      readonly cards: readonly AdminCard[];
      readonly empty: string;
      /** `table`: one row for each item, for many items with few facts. */
      readonly view?: 'table';
    }
  | { readonly kind: 'form'; readonly form: AdminForm };

export interface AdminCard {
  readonly title: string;
  /** Status of the item, `isGood` if it works; null for an item without a status. */
  readonly state: { readonly isGood: boolean; readonly text: string } | null;
  /** `text`: one or more lines. `isMuted`: the fact applies to the item above as well, and is inherited from it. */
  readonly facts: readonly { readonly term: string; readonly text: string; readonly isMuted?: boolean }[];
  /** Set for a part of the item above, such as a version of an API. */
  readonly isBelow?: boolean;
  readonly links: readonly AdminLink[];
}

export interface AdminForm {
  readonly action: string;
  readonly hidden: readonly { readonly name: string; readonly value: string }[];
  readonly groups: readonly AdminFieldGroup[];
  /** File that the form changes, relative to the project; left out for a form that changes none. */
  readonly file?: string;
  readonly buttons: readonly AdminButton[];
  /** Path of the link that leaves the form without submitting it; null for a form beside another. */
  readonly cancel: string | null;
}

export interface AdminFieldGroup {
  /** Title of the group; null for fields without a group. */
  readonly legend: string | null;
  readonly hint?: string;
  /** Value of the field `type` to which this group applies; omitted for a group that always applies. */
  readonly only?: string;
  readonly fields: readonly AdminField[];
}

export interface AdminField {
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  /** Kind of control; `lines`: one value on each line; `prose`: text for readers. */
  readonly control: 'text' | 'password' | 'lines' | 'prose' | 'select' | 'radio';
  readonly value: string;
  /** Choices of `select` and `radio`; suggestions of `text`. */
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly problem: string | null;
}

export interface AdminButton {
  readonly text: string;
  /** Value of the form field `intent` when this button submits the form. */
  readonly intent: string;
  readonly isDangerous?: boolean;
}

/** Element id of a field's control, for links to the field. */
export function controlId(name: string): string {
  return `field-${name}`;
}
