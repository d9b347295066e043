import type { NativeParameter } from '../native/native-descriptor.ts';
import { type SourceNode, written } from '../openapi/source-node.ts';
import { stringsIn } from './validators.ts';

const PAGE = { name: 'page', in: 'query', type: 'integer', minimum: 1, default: 1 } as const;

/** Returns the parameters of a list: what the whitelist names, the page and its size. */
export function pageParameters(node: SourceNode): readonly NativeParameter[] {
  const listed = stringsIn(node.child('collection_query_whitelist'));
  const [size, most] = ['page_size', 'max_page_size'].map((key) => {
    const { value } = node.child(key);
    return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  });
  const sizeName = node.child('page_size_param').value;
  const place = node.child('page_size').pointer();
  const isPaged = typeof size === 'number' && size > 0;
  const found: NativeParameter[] = listed.map((name) =>
    written({ name, in: 'query', type: 'string' }, node.child('collection_query_whitelist').pointer()),
  );
  const others: readonly NativeParameter[] = [
    ...(isPaged ? [{ ...PAGE, description: `Page of the list. A page has ${size} entries.` }] : []),
    ...(typeof sizeName === 'string' && sizeName !== ''
      ? [
          {
            name: sizeName,
            in: 'query' as const,
            type: 'integer' as const,
            description: 'Number of entries of a page.',
            ...(isPaged && { default: size }),
            ...(typeof most === 'number' && most > 0 && { maximum: most }),
          },
        ]
      : []),
  ];
  for (const other of others) if (!listed.includes(other.name)) found.push(written(other, place));
  return found;
}
