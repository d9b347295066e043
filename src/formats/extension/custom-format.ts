import type { Level } from '../../model/locations.ts';
import type { Renderer, ViewContext, ViewModel } from './view-model.ts';
import type { ViewStrategy } from './view-strategy.ts';

/**
 * A format of a project's own: the default export, alone or in a list, of a module that
 * `platform-documentation.formats` names.
 */
export interface CustomFormat {
  /** `asciidoc`: kebab-case, unique. For commands: `platform-docs export … --format asciidoc`. */
  readonly name: string;
  /** For menus: `AsciiDoc`. */
  readonly title: string;
  /** Class identifier by which selectors name the view model: `Acme\AsciiDoc\ViewModel`. */
  readonly viewModelName: string;
  readonly viewModel: new (context: ViewContext) => ViewModel;
  /** The first is sent. Left out: those that selectors give to the view model. */
  readonly mediaTypes?: readonly string[];
  /** Ending of the twins, with its dot: `.adoc`. Unique. */
  readonly extension: string;
  readonly levels: readonly Level[];
  /** Left out: the view model is a `JsonModel`, or the strategy brings a renderer. */
  readonly renderer?: Renderer;
  /** Makes the strategy, once in a process. Left out: a `FormatStrategy` without a Content-Type of its own. */
  readonly strategy?: (renderer: Renderer) => ViewStrategy;
  /** False: documents of APIs are made when they are asked for, as those of services are; true is the default. */
  readonly writtenAtBuild?: boolean;
}

/** Checks the types of a format where it is written. */
export function defineFormat(format: CustomFormat): CustomFormat {
  return format;
}
