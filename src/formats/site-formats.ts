import { closeNames } from '../model/close-names.ts';
import type { Format } from './contract.ts';
import type { FormatDraft } from './extension/to-format.ts';
import { formats as ownFormats } from './registry.ts';

/** Name of the selector that takes precedence over the others (specification §2.3). */
const FIRST_SELECTOR = 'Documentation';

/** Selector of the configuration; selectors of any name apply. */
export interface Selector {
  readonly name: string;
  readonly viewModels: readonly { readonly name: string; readonly mediaTypes: readonly string[] }[];
}

interface SelectorProblem {
  /** Configuration keys below `platform-content-negotiation.selectors`; empty if the problem is the format itself. */
  readonly keys: readonly string[];
  readonly message: string;
  readonly remedy: string;
  /** True: the view model is unknown. It may belong to a format module that could not be loaded. */
  readonly isOfUnknown?: true;
}

export interface SiteFormats {
  /** Formats in the order of menus and of preference between equally acceptable formats. */
  readonly formats: readonly Format[];
  readonly problems: readonly SelectorProblem[];
}

interface Row {
  readonly format: FormatDraft;
  types: string[];
  sendable: string[];
}

/**
 * Formats of a site, built-in and custom, with the media types that selectors assign to them. A type that a selector or
 * a custom format claims is removed from the format that had it; a format without media types is not offered.
 * All selectors apply, since the site negotiates nothing but documentation. A request that matches a pattern such as
 * `application/*+json` gets the format's first type. Other formats cannot claim the types of HTML: a site replaces its
 * pages with view scripts.
 */
export function siteFormats(selectors: readonly Selector[], custom: readonly FormatDraft[]): SiteFormats {
  if (selectors.length === 0 && custom.length === 0) return { formats: ownFormats, problems: [] };
  const own = ownFormats.map(
    (format): Row => ({ format, types: [...format.mediaTypes], sendable: [...(format.sendableAliases ?? [])] }),
  );
  const rows = [...own, ...custom.map((format): Row => ({ format, types: [], sendable: [] }))];
  const problems: SelectorProblem[] = [];
  for (const row of rows.slice(own.length))
    for (const type of row.format.mediaTypes) problems.push(...give(type, row, rows, new Map(), []));
  const given = new Map<string, Row>();
  for (const { selector, viewModel, mediaTypes } of entriesOf(selectors)) {
    const row = rows.find(({ format }) => format.viewModel === viewModel);
    if (row === undefined) problems.push(unknownViewModel(selector, viewModel, rows));
    else
      for (const [index, type] of mediaTypes.entries())
        problems.push(...give(type, row, rows, given, [selector, viewModel, String(index)]));
  }
  return { formats: rows.flatMap((row) => finished(row, problems)), problems };
}

function entriesOf(
  selectors: readonly Selector[],
): readonly { readonly selector: string; readonly viewModel: string; readonly mediaTypes: readonly string[] }[] {
  const first = selectors.filter(({ name }) => name === FIRST_SELECTOR);
  return [...first, ...selectors.filter(({ name }) => name !== FIRST_SELECTOR)].flatMap(
    ({ name: selector, viewModels }) =>
      viewModels.map(({ name: viewModel, mediaTypes }) => ({ selector, viewModel, mediaTypes })),
  );
}

function give(
  type: string,
  row: Row,
  rows: readonly Row[],
  given: Map<string, Row>,
  keys: readonly string[],
): readonly SelectorProblem[] {
  const key = type.toLowerCase();
  const before = given.get(key);
  if (before !== undefined && before !== row)
    return [
      {
        keys,
        message: `${type} is given to ${before.format.viewModel} already.`,
        remedy: 'Remove it from one of the two.',
      },
    ];
  given.set(key, row);
  const owner = rows.find(({ types }) => types.some((own) => own.toLowerCase() === key));
  if (owner === row) return [];
  if (owner?.format.name === 'html')
    return [
      {
        keys,
        message: `${type} is the media type of pages.`,
        remedy: 'Replace pages with a view script, view_manager.template_map.',
      },
    ];
  if (owner !== undefined) {
    owner.types = owner.types.filter((own) => own.toLowerCase() !== key);
    owner.sendable = owner.sendable.filter((own) => own.toLowerCase() !== key);
  }
  row.types.push(type);
  // Pages are always sent as `text/html`, and a pattern such as `application/*` cannot be a Content-Type.
  if (row.format.name !== 'html' && !type.includes('*')) row.sendable.push(type);
  return [];
}

function finished({ format, types, sendable }: Row, problems: SelectorProblem[]): readonly Format[] {
  const sent = types.find((type) => !type.includes('*'));
  if (sent !== undefined) {
    return [
      {
        ...format,
        mediaTypes: [sent, ...types.filter((type) => type !== sent)],
        sendableAliases: sendable.filter((type) => type !== sent),
      },
    ];
  }
  if (!ownFormats.some(({ name }) => name === format.name)) {
    const remedy = `Give it one below platform-content-negotiation.selectors.${FIRST_SELECTOR}.${format.viewModel}.`;
    problems.push({ keys: [], message: `The format ${format.name} has no media type.`, remedy });
  }
  return [];
}

function unknownViewModel(selector: string, viewModel: string, rows: readonly Row[]): SelectorProblem {
  const names = rows.map(({ format }) => format.viewModel);
  const close = closeNames(viewModel, names);
  return {
    keys: [selector, viewModel],
    isOfUnknown: true,
    message: `There is no view model ${JSON.stringify(viewModel).replaceAll('\\\\', '\\')}.`,
    remedy: `Write ${close.length > 0 ? close.join(' or ') : `one of ${names.join(', ')}`}, or name its module in platform-documentation.formats.`,
  };
}
