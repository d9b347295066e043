import { toJsonValue } from './json-value.ts';
import { ViewModel } from './view-model.ts';

/**
 * A view model that is sent as JSON and needs no renderer: it serialises the variable `payload`, else `apis` or
 * `documentation`. Extend it and override {@link getPayload} to send something else.
 * @see {@link toJsonValue} for what becomes of objects
 */
export class JsonModel extends ViewModel {
  getPayload(): unknown {
    return this.getVariable('payload', this.getVariable('documentation', this.getVariable('apis', undefined)));
  }

  /** JSON text, ending in a line break. @throws for what JSON cannot say, and the payload when it is an error */
  serialize(): string {
    const value = toJsonValue(this.getPayload());
    if (value === undefined) throw new TypeError('The view model has nothing that is JSON.');
    return `${JSON.stringify(value)}\n`;
  }
}
