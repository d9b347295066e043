import type { Format } from '../contract.ts';
import { JsonModel } from './json-model.ts';
import type { ViewModel } from './view-model.ts';

/** Text, or bytes for what is none, such as an archive. */
export type RenderedContent = string | Uint8Array;

/** Makes text or bytes of view models; needed for what {@link JsonModel} does not do. */
export interface Renderer {
  /** The whole document; same model, same content. A promise has 30 seconds. */
  render(model: ViewModel): RenderedContent | Promise<RenderedContent>;
}

/** Renders {@link JsonModel}s. */
export const jsonRenderer: Renderer = {
  render(model) {
    if (model instanceof JsonModel) return model.serialize();
    throw new TypeError('The view model is not a JsonModel and has no renderer.');
  },
};

/** One of this site's own formats as a renderer, for models that are to be shown as it shows their document. */
export function rendererOf({ name, render }: Format): Renderer {
  return {
    render({ document, site }) {
      if (render === null) throw new TypeError(`The format ${name} can only render pages.`);
      return render(document, site);
    },
  };
}
