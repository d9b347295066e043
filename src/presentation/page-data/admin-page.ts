import type { Site } from './site.ts';

export const ADMIN_ROOT = '/platform/admin';

/** A page on which the site is administered, as data: the views know nothing of what it is about. */
export interface AdminPage {
  readonly kind: 'admin';
  readonly site: Site;
  readonly title: string;
  /** The pages there are. */
  readonly sections: readonly AdminLink[];
  readonly notice: AdminNotice | null;
  readonly parts: readonly AdminPart[];
}

export interface AdminLink {
  readonly text: string;
  /** Subject of the link, for readers who do not see the text above it. */
  readonly about?: string;
  readonly path: string;
  readonly isCurrent?: boolean;
  /** Main action of the page. */
  readonly isPrimary?: boolean;
  /** Leads to where something is lost. */
  readonly isDangerous?: boolean;
}

/** Result of a form. */
export interface AdminNotice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  /** `field`: id of the control that it is about; null where it is about none. */
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
      /** `table`: a row each, where there are many of few facts. */
      readonly view?: 'table';
    }
  | { readonly kind: 'form'; readonly form: AdminForm };

export interface AdminCard {
  readonly title: string;
  /** Whether it does its work; null where that means nothing. */
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
  /** Null: the fields stand by themselves. */
  readonly legend: string | null;
  readonly hint?: string;
  /** Counts only while this value of the field `type` is chosen. */
  readonly only?: string;
  readonly fields: readonly AdminField[];
}

export interface AdminField {
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  /** `lines`: one thing a line; `prose`: text for readers. */
  readonly control: 'text' | 'password' | 'lines' | 'prose' | 'select' | 'radio';
  readonly value: string;
  /** Choices of `select` and `radio`. */
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly problem: string | null;
}

export interface AdminButton {
  readonly text: string;
  /** Value of the field `intent` when it is this one that sends the form. */
  readonly intent: string;
  readonly isDangerous?: boolean;
}

/** Id of a field's control, which links to the field use. */
export function controlId(name: string): string {
  return `field-${name}`;
}
