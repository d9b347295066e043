import type { MarkedText, SearchRow } from '../../model/page/search-page.ts';
import { make } from './elements.ts';

/** Contents of a row of the palette. Texts of descriptors are texts here, too. */
export function partsOf({ kind, title, api, operation, way, excerpt }: SearchRow): readonly (Node | string)[] {
  const call = operation === null ? [] : [`${operation.method} ${operation.path}`.trim(), operation.title];
  const place = [api, ...call, way.join(' › ')].filter((part) => part !== '').join(' · ');
  return [
    make('span', { class: 'pd-kind' }, kind),
    ' ',
    make('b', { dir: 'auto' }, ...marked(title)),
    ...(place === '' ? [] : [make('small', { class: 'pd-where' }, place)]),
    ...(excerpt.length === 0 ? [] : [make('small', { dir: 'auto' }, ...marked(excerpt))]),
  ];
}

function marked(text: MarkedText): readonly (Node | string)[] {
  return text.map((piece) => (piece.isHit ? make('mark', {}, piece.text) : piece.text));
}
