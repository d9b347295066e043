import type { Probe } from '../probe.ts';
import { API, get, HTML, LIST, negotiated, OPENAPI, ROOT, SERVICE } from './sample-site.ts';

const POSTMAN = 'application/vnd.postman.collection+json';

/** Every format at every level that it has. */
export const formatProbes: readonly Probe[] = [
  ...(
    [
      [LIST, `${LIST}.html`, 'text/html', HTML],
      [LIST, `${LIST}.json`, 'application/json', 'application/json'],
      [LIST, `${LIST}.md`, 'text/markdown', 'text/markdown; charset=utf-8'],
      ...[API, SERVICE].flatMap((path) => [
        [path, `${path}.html`, 'text/html', HTML] as const,
        [path, `${path}.json`, 'application/json', 'application/json'] as const,
        [path, `${path}.swagger.json`, 'application/vnd.swagger+json', 'application/vnd.swagger+json'] as const,
        [path, `${path}.openapi.json`, OPENAPI, OPENAPI] as const,
        [path, `${path}.openapi.yaml`, 'application/vnd.oai.openapi', 'application/vnd.oai.openapi'] as const,
        [path, `${path}.raml`, 'application/raml+yaml', 'application/raml+yaml'] as const,
        [path, `${path}.postman.json`, POSTMAN, POSTMAN] as const,
        [path, `${path}.md`, 'text/markdown', 'text/markdown; charset=utf-8'] as const,
      ]),
    ] as const
  ).flatMap(([path, twin, mediaType, contentType]): Probe[] => [
    {
      name: `${path} is ${mediaType} by Accept`,
      source: 'DESIGN §4',
      ...negotiated(path, mediaType, contentType, twin),
    },
    {
      name: `${twin} is ${mediaType} no matter what Accept says`,
      source: 'DESIGN §3',
      request: get(twin, 'image/png'),
      expected: {
        status: 200,
        headers: { 'content-type': contentType, 'content-location': twin, vary: 'Accept-Encoding' },
      },
    },
  ]),
  {
    name: 'a schema is a page',
    source: 'DESIGN §3',
    ...negotiated(`${ROOT}/Orders-v1/schemas/Order`, 'text/html', HTML, `${ROOT}/Orders-v1/schemas/Order.html`),
  },
  {
    name: 'a schema is a JSON Schema',
    source: 'DESIGN §3',
    request: get(`${ROOT}/Orders-v1/schemas/Order`, 'application/schema+json'),
    expected: {
      status: 200,
      headers: {
        'content-type': 'application/schema+json',
        'content-location': /^\/platform\/documentation\/Orders-v1\/schemas\/Order\.[a-z.]+$/,
      },
    },
  },
  {
    name: 'the schemas have an index',
    source: 'DESIGN §3',
    ...negotiated(`${ROOT}/Orders/schemas`, null, HTML, `${ROOT}/Orders-v1/schemas.html`),
  },
  {
    name: 'a group is a page',
    source: 'DESIGN §3',
    ...negotiated(`${ROOT}/Orders-v1/groups/Orders`, '*/*', HTML, `${ROOT}/Orders-v1/groups/Orders.html`),
  },
];
