import { withVisibleControls } from '../../model/control-characters.ts';

/** Characters that XML 1.0 cannot contain, not even escaped, beside control characters (§2.2). */
const UNFIT = /[\ufffe\uffff]/g;

/** Text as XML and HTML have it, in an element or between quotes. */
export function escaped(text: string): string {
  return withVisibleControls(text.toWellFormed())
    .replaceAll(UNFIT, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

type Attributes = Readonly<Record<string, string>>;

/** @param kind of the content: `markup` is XML already */
export function element(
  name: string,
  content: string,
  attributes: Attributes = {},
  kind: 'text' | 'markup' = 'text',
): string {
  return `<${name}${written(attributes)}>${kind === 'text' ? escaped(content) : content}</${name}>`;
}

export function empty(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>`;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}
