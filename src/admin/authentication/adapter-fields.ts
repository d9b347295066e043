import type { AuthScheme, OptionField } from '../../auth/schemes/contract.ts';
import { fileOptionsOf, offeredSchemes } from '../../auth/schemes/registry.ts';
import type { AdapterRecord } from '../../config/configuration.ts';
import { fallbackOf } from '../../options/member.ts';
import type { AdminFieldGroup } from '../../presentation/page-data/admin-page.ts';
import type { AdminSite, FieldProblem, Input } from '../contract.ts';
import { fieldMaker } from '../fields.ts';
import { schemeText, typeText } from './adapters.ts';
import { newPasswordFields, type UserFile } from './user-file.ts';

/** Joins the names of schemes in the value of the control `type`: `basic+digest`. */
const AND = '+';
const SIMPLEST = offeredSchemes[0]?.name ?? '';

/** Initial values of the form for a new adapter. */
export const NEW_ADAPTER: Input = new Map([['type', SIMPLEST], ...optionInput({})]);

/** Options for which the form has fields. */
export const FORM_OPTIONS: ReadonlySet<string> = new Set(
  offeredSchemes.flatMap(({ form }) => form.map(({ option }) => option)),
);

export function adapterInput({ name, schemes, realm, options }: AdapterRecord): Input {
  return new Map([['name', name], ['type', schemes.join(AND) || SIMPLEST], ['realm', realm], ...optionInput(options)]);
}

function optionInput(given: AdapterRecord['options']): readonly (readonly [string, string])[] {
  return offeredSchemes.flatMap(({ options, form }) =>
    form.map(({ option }) => {
      const schema = options[option];
      const value = given[option] ?? (schema && fallbackOf(schema)) ?? '';
      return [option, Array.isArray(value) ? value.join(' ') : String(value)] as const;
    }),
  );
}

/** Schemes that the form selects; empty for an unknown type. */
export function schemesOf(input: Input): readonly AuthScheme[] {
  const names = input.get('type')?.split(AND) ?? [];
  return offeredSchemes.filter(({ name }) => names.includes(name));
}

/** Options of the adapter, as the configuration contains them; only those of the chosen schemes. */
export function optionsOf(input: Input): ReadonlyMap<string, string | readonly string[]> {
  const schemes = schemesOf(input);
  return new Map<string, string | readonly string[]>([
    ['accept_schemes', schemes.map(({ name }) => name)],
    ['realm', textOf(input, 'realm')],
    ...schemes.flatMap(({ form }) => form.map((field) => [field.option, typed(input, field)] as const)),
  ]);
}

function typed(input: Input, { option, tidy }: OptionField): string {
  const text = textOf(input, option);
  return tidy?.(text) ?? text;
}

function textOf(input: Input, name: string): string {
  return (input.get(name) ?? '').trim();
}

/** Options that only other schemes use. */
export function unusedOptions(schemes: readonly AuthScheme[]): readonly string[] {
  const used = new Set(schemes.flatMap(({ options }) => Object.keys(options)));
  return offeredSchemes.flatMap(({ options }) => Object.keys(options)).filter((option) => !used.has(option));
}

/** Files that the adapter would read: one for each file option of the chosen schemes that has a field. */
export function filesOf(input: Input, { schemes }: Pick<AdminSite, 'schemes'>): readonly UserFile[] {
  const realm = textOf(input, 'realm');
  const chosen = schemesOf(input).flatMap(({ name }) => schemes.filter((scheme) => scheme.name === name));
  return chosen.flatMap((scheme) =>
    fileOptionsOf(scheme)
      .filter(({ option }) => scheme.form.some((field) => field.option === option))
      .map(({ option, kind }) => ({ scheme, option, kind, path: textOf(input, option), realm })),
  );
}

export function adapterGroups(
  input: Input,
  problems: readonly FieldProblem[],
  isNew: boolean,
): readonly AdminFieldGroup[] {
  const field = fieldMaker(input, problems);
  const several = schemesOf(input).map(({ name }) => name);
  const types = [
    ...offeredSchemes.map((scheme) => ({ value: scheme.name, text: schemeText(scheme) })),
    ...(several.length > 1 ? [{ value: several.join(AND), text: typeText({ schemes: several }) }] : []),
  ];
  return [
    {
      legend: null,
      fields: [
        ...(isNew
          ? [
              field('name', 'Adapter name', {
                hint: 'Letters, digits, spaces, dots, hyphens and underscores, such as staff.',
              }),
            ]
          : []),
        field('type', 'Type', { control: 'radio', options: types }),
        field('realm', 'Realm', { hint: 'Browsers show it when they ask for a password.' }),
      ],
    },
    ...offeredSchemes.map((scheme) => ({
      legend: `For ${schemeText(scheme)}`,
      only: scheme.name,
      fields: scheme.form.map(({ option, label, hint }) => field(option, label, { hint })),
    })),
    {
      legend: 'First user',
      hint: 'Only for a file that does not exist yet: it is created with this user.',
      fields: [field('user', 'User name'), ...newPasswordFields(field)],
    },
  ];
}
