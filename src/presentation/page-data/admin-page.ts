import type { Site } from './site.ts';

export const ADMIN_ROOT = '/platform/admin';

/** A page of the administration as data: the views do not know its subject. */
export interface AdminPage {
  readonly kind: 'admin';
  readonly site: Site;
  readonly title: string;
  /** Links to all administration pages. */
  readonly sections: readonly AdminLink[];
  readonly notice: AdminNotice | null;
  readonly parts: readonly AdminPart[];
}

export interface AdminLink {
  readonly text: string;
  /** Subject of the link, for screen readers. */
  readonly about?: string;
  readonly path: string;
  readonly isCurrent?: boolean;
  /** Main action of the page. */
  readonly isPrimary?: boolean;
  /** Set for a link to a form that deletes something. */
  readonly isDangerous?: boolean;
}

/** Result of a form. */
export interface AdminNotice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  /** `field`: id of the control with the problem; null when it concerns none. */
  readonly problems: readonly { readonly text: string; readonly field: string | null }[];
}

export type AdminPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'links'; readonly links: readonly AdminLink[] }
  | { readonly kind: 'list'; readonly heading: string; readonly items: readonly string[]; readonly empty: string }
  | {
      readonly kind: 'cards';
      readonly heading: string;
      readonly cards: readonly AdminCard[];
      readonly empty: string;
      /** `table`: one row per item, for many items with few facts. */
      readonly view?: 'table';
    }
  | { readonly kind: 'form'; readonly form: AdminForm };

export interface AdminCard {
  readonly title: string;
  /** Whether the item works; null when that has no meaning. */
  readonly state: { readonly isGood: boolean; readonly text: string } | null;
  readonly facts: readonly { readonly term: string; readonly text: string }[];
  readonly links: readonly AdminLink[];
}

export interface AdminForm {
  readonly action: string;
  readonly hidden: readonly { readonly name: string; readonly value: string }[];
  readonly groups: readonly AdminFieldGroup[];
  readonly buttons: readonly AdminButton[];
  /** Path that leaves the form without sending it. */
  readonly cancel: string;
}

export interface AdminFieldGroup {
  /** Null: the fields have no group. */
  readonly legend: string | null;
  readonly hint?: string;
  /** Value of the field `type` for which the fields of this group count. */
  readonly only?: string;
  readonly fields: readonly AdminField[];
}

export interface AdminField {
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  /** `lines`: one value a line; `prose`: text for readers. */
  readonly control: 'text' | 'password' | 'lines' | 'prose' | 'select' | 'radio';
  readonly value: string;
  /** Choices of `select` and `radio`. */
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly problem: string | null;
}

export interface AdminButton {
  readonly text: string;
  /** Value of the field `intent` when this button sends the form. */
  readonly intent: string;
  readonly isDangerous?: boolean;
}

/** Id of a field's control, for links to the field. */
export function controlId(name: string): string {
  return `field-${name}`;
}
