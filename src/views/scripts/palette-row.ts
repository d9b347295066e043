import type { MarkedText, SearchRow } from '../../model/page/search-page.ts';

/** What a row of the palette shows. Texts of descriptors are texts here, too. */
export function partsOf({ kind, title, api, operation, way, excerpt }: SearchRow): readonly (Node | string)[] {
  const call = operation === null ? [] : [`${operation.method} ${operation.path}`, operation.title];
  const place = [api, ...call, way.join(' › ')].filter((part) => part !== '').join(' · ');
  return [
    textIn('span', 'pd-kind', kind),
    ' ',
    withMarks('b', title),
    ...(place === '' ? [] : [textIn('small', 'pd-where', place)]),
    ...(excerpt.length === 0 ? [] : [withMarks('small', excerpt)]),
  ];
}

function withMarks(name: 'b' | 'small', text: MarkedText): HTMLElement {
  const whole = element(name);
  whole.dir = 'auto';
  whole.append(...text.map((piece) => (piece.isHit ? textIn('mark', '', piece.text) : piece.text)));
  return whole;
}

function textIn(name: 'span' | 'small' | 'mark', className: string, text: string): HTMLElement {
  const made = element(name, className);
  made.textContent = text;
  return made;
}

/** With a class, where it has one. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  return made;
}
