import type { Call } from './calls.ts';
import { listOf, mapOf, type RawMap } from './raw-document.ts';

/** The requests of a collection, with those in folders. */
export function requestsIn(items: unknown): readonly RawMap[] {
  return listOf(items).flatMap((item) => {
    const { item: inner } = mapOf(item);
    return inner === undefined ? [mapOf(item)] : requestsIn(inner);
  });
}

/** How a collection says that its operations are called: variables have their values, paths `{id}` for `:id`. */
export function callsInPostman(text: string): readonly Call[] {
  const { item, variable } = mapOf(JSON.parse(text));
  const values = new Map(listOf(variable).map((one) => [mapOf(one)['key'], String(mapOf(one)['value'])]));
  return requestsIn(item).map(({ request }) => {
    const { method, url } = mapOf(request);
    let address = String(mapOf(url)['raw']).split('?', 1)[0] ?? '';
    for (let before = ''; before !== address; ) {
      before = address;
      address = before.replaceAll(/\{\{([^{}]+)\}\}/g, (all, name) => values.get(name) ?? all.slice(1, -1));
    }
    return { method: String(method), url: address.replaceAll(/(?<=\/):([^/:]+)(?=\/|$)/g, '{$1}') };
  });
}
