/** Parameter value before serialization in an OpenAPI style; the styles correspond to URI templates (RFC 6570). */
export type FilledValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'object'; readonly members: readonly Pair[] };

type Pair = readonly [name: string, value: string];

interface ParameterStyle {
  /** Style; defaults to that of the parameter's location. */
  readonly style?: string;
  readonly explode?: boolean;
  /** Whether reserved characters stay unescaped (`allowReserved`), unless this would change the value. */
  readonly isReserved?: boolean;
}

/** Serializes a path parameter, percent-encoded: `a,b`, `.a.b`, `;name=a;name=b`. */
export function pathText(
  name: string,
  value: FilledValue,
  { style = 'simple', explode = false }: ParameterStyle,
): string {
  const own = percentEncode(name);
  switch (style) {
    case 'label':
      return `.${flat(value, explode, explode ? '.' : ',', percentEncode)}`;
    case 'matrix': {
      if (value.kind === 'text') return `;${own}=${percentEncode(value.text)}`;
      if (!explode) return `;${own}=${flat(value, false, ',', percentEncode)}`;
      const pairs = value.kind === 'list' ? value.items.map((item): Pair => [name, item]) : value.members;
      return pairs.map(([key, item]) => `;${percentEncode(key)}=${percentEncode(item)}`).join('');
    }
    default:
      return flat(value, explode, ',', percentEncode);
  }
}

/** Serializes a query parameter, percent-encoded: `name=a` and `name=b`, `name=a,b`, `name%5Bkey%5D=value`. */
export function queryParts(
  name: string,
  value: FilledValue,
  { style = 'form', explode = style === 'form', isReserved = false }: ParameterStyle,
): readonly string[] {
  const write = isReserved ? encodeLittle : percentEncode;
  const own = percentEncode(name);
  if (value.kind === 'text') return [`${own}=${write(value.text)}`];
  if (style === 'deepObject' && value.kind === 'object')
    return value.members.map(([key, item]) => `${own}${percentEncode(`[${key}]`)}=${write(item)}`);
  if (explode)
    return value.kind === 'list'
      ? value.items.map((item) => `${own}=${write(item)}`)
      : value.members.map(([key, item]) => `${percentEncode(key)}=${write(item)}`);
  return [`${own}=${flat(value, false, SEPARATORS.get(style) ?? ',', write)}`];
}

const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', '%20'],
  ['pipeDelimited', '%7C'],
]);

/** Serializes a header parameter: `a,b`, `key=value,other=value`. */
export function headerText(value: FilledValue, { explode = false }: ParameterStyle): string {
  return flat(value, explode, ',', (text) => text);
}

function flat(value: FilledValue, explode: boolean, separator: string, write: (text: string) => string): string {
  switch (value.kind) {
    case 'text':
      return write(value.text);
    case 'list':
      return value.items.map(write).join(separator);
    case 'object':
      return value.members.map(([key, item]) => [key, item].map(write).join(explode ? '=' : separator)).join(separator);
    default:
      return value satisfies never;
  }
}

/** Encodes a value with `allowReserved`: only characters that would end the value or change its meaning. */
function encodeLittle(text: string): string {
  return encodeURI(text.toWellFormed()).replaceAll(/[#&+']/g, percentEncoded);
}

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, percentEncoded);
}

/** Percent-encodes an ASCII character that `encodeURI` does not encode: `'` → `%27`. */
export function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
