import { closeNames } from '../model/close-names.ts';
import type { Format } from './contract.ts';
import type { FormatDraft } from './extension/to-format.ts';
import { formats as ownFormats } from './registry.ts';

/** The selector whose entries come first, in the order of the file (specification §2.3). */
const FIRST_SELECTOR = 'Documentation';

/** One selector of the configuration; selectors of every name are read. */
export interface Selector {
  readonly name: string;
  readonly viewModels: readonly { readonly name: string; readonly mediaTypes: readonly string[] }[];
}

interface SelectorProblem {
  /** Path of keys below `platform-content-negotiation.selectors`; empty for a problem of a format itself. */
  readonly keys: readonly string[];
  readonly message: string;
  readonly remedy: string;
  /** True: the unknown view model may belong to a format module that could not be loaded. */
  readonly isOfUnknown?: true;
}

export interface SiteFormats {
  /** Formats in the order in which negotiation breaks ties and menus list them. */
  readonly formats: readonly Format[];
  readonly problems: readonly SelectorProblem[];
}

interface Row {
  readonly format: FormatDraft;
  types: string[];
  sendable: string[];
}

/**
 * The formats of a site: the product's and the site's own, with the media types that selectors give them. A type that a
 * selector or a custom format claims is taken from the format that had it; a format without any type is not offered.
 * Selectors of every name are read, since this site negotiates nothing else. A request that matches a pattern such as
 * `application/*+json` is answered with the type that the format sends. No other format can take the types of HTML: a
 * site replaces its pages with view scripts.
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
        message: `${type} is what pages are sent as.`,
        remedy: 'Replace pages with a view script, view_manager.template_map.',
      },
    ];
  if (owner !== undefined) {
    owner.types = owner.types.filter((own) => own.toLowerCase() !== key);
    owner.sendable = owner.sendable.filter((own) => own.toLowerCase() !== key);
  }
  row.types.push(type);
  // Pages are always sent as `text/html`, and a pattern such as `application/*` is no type to send.
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
