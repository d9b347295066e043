import type { Renderer } from './renderer.ts';
import type { ViewModel } from './view-model.ts';
import type { ViewResponse } from './view-response.ts';

/** One rendering of one document. Renderings overlap, so strategies remember by this object: `new WeakMap<ViewRequest, …>()`. */
export interface ViewRequest {
  /** URL path of the document: `/platform/documentation/Library-v1`. */
  readonly path: string;
}

/** Asks which renderer a view model gets. */
export interface RendererEvent {
  readonly request: ViewRequest;
  readonly model: ViewModel;
}

/** Before a response is sent, or written at build time. */
export interface ResponseEvent extends RendererEvent {
  readonly renderer: Renderer;
  readonly response: ViewResponse;
}

export type RendererListener = (event: RendererEvent) => Renderer | undefined;
export type ResponseListener = (event: ResponseEvent) => void;

interface Attached<L> {
  readonly listener: L;
  readonly priority: number;
}

/** Where the strategies of a format listen: the highest priority first, equal ones in the order in which they were attached. */
export class ViewEvents {
  #renderer: readonly Attached<RendererListener>[] = [];
  #response: readonly Attached<ResponseListener>[] = [];

  attach(event: 'renderer', listener: RendererListener, priority?: number): void;
  attach(event: 'response', listener: ResponseListener, priority?: number): void;
  attach(...[event, listener, priority = 1]: ['renderer', RendererListener, number?] | ['response', ResponseListener, number?]): void {
    if (event === 'renderer') this.#renderer = inserted(this.#renderer, { listener: listener as RendererListener, priority });
    else this.#response = inserted(this.#response, { listener: listener as ResponseListener, priority });
  }

  /** What the first listener gives that gives something. */
  selectRenderer(event: RendererEvent): Renderer | undefined {
    for (const { listener } of this.#renderer) {
      const renderer = listener(event);
      if (renderer !== undefined && renderer !== null) return renderer;
    }
    return undefined;
  }

  /** All listeners. */
  respond(event: ResponseEvent): void {
    for (const { listener } of this.#response) listener(event);
  }
}

function inserted<L>(all: readonly Attached<L>[], one: Attached<L>): readonly Attached<L>[] {
  return [...all, one].sort((a, b) => b.priority - a.priority);
}
