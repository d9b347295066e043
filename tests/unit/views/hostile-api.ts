import type { ApiRecord } from '../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

/** Text that must never run and never break the page. */
export const EVIL =
  '"><script>alert(1)</script><img src=x onerror=alert(2)> \u202e<svg/onload=alert(3)> </main></html><!--';

const markdown = `${EVIL}\n\n[link](javascript:alert(4)) ![image](https://elsewhere.example/pixel.png)\n\n# Heading`;

/** Hostile text at every place that holds text, right-to-left names, a schema that recurses, one that is missing. */
export const hostileApi: ApiRecord = apiRecord({
  name: 'Hostile',
  info: {
    title: EVIL,
    version: '1',
    description: markdown,
    contact: { name: EVIL, url: 'javascript:alert(5)' },
    termsOfService: 'javascript:alert(6)',
  },
  tags: [{ name: EVIL, description: markdown }, { name: 'مجموعة' }],
  servers: [{ url: `https://example.com/${EVIL}`, description: markdown, variables: { x: { default: EVIL } } }],
  externalDocs: { url: 'javascript:alert(7)', description: EVIL },
  services: [
    service('طلبات', {
      title: EVIL,
      summary: markdown,
      description: markdown,
      tags: [EVIL],
      route: '/طلبات[/:معرف]',
      operations: [
        operation('POST', '/طلبات/{معرف}', {
          operationId: EVIL,
          summary: EVIL,
          description: markdown,
          externalDocs: { url: 'javascript:alert(8)', description: EVIL },
          parameters: [
            {
              name: 'معرف',
              in: 'path',
              required: true,
              description: markdown,
              schema: { type: 'integer', minimum: 0, default: 0 },
            },
            {
              name: EVIL,
              in: 'query',
              schema: { type: 'string', enum: [EVIL], default: EVIL, pattern: EVIL, examples: [EVIL] },
            },
          ],
          requestBody: {
            description: markdown,
            content: {
              [EVIL]: {
                schema: { $ref: '#/components/schemas/Node' },
                examples: { [EVIL]: { summary: EVIL, description: markdown, value: EVIL } },
              },
            },
          },
          responses: {
            200: {
              description: markdown,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Lost' }, example: EVIL } },
            },
            [EVIL]: { description: EVIL },
          },
        }),
      ],
      entityOperations: [operation('GET', '/طلبات/{معرف}'), operation('GET', `/${'very-long-name-'.repeat(12)}`, {})],
    }),
    service('__proto__', { operations: [operation('GET', '/p')] }),
  ],
  components: {
    ...apiRecord().components,
    schemas: Object.fromEntries([
      [
        'Node',
        {
          type: 'object',
          required: ['اسم'],
          properties: Object.fromEntries([
            ['اسم', { type: 'string', description: markdown }],
            ['__proto__', { type: 'boolean', default: false }],
            [EVIL, { const: EVIL }],
            ['next', { $ref: '#/components/schemas/Node' }],
          ]),
          if: { properties: Object.fromEntries([[EVIL, { const: EVIL }]]) },
          then: { properties: Object.fromEntries([['__proto__', { description: markdown }]]), required: [EVIL] },
          else: { description: markdown, not: { required: [EVIL] } },
          dependentRequired: Object.fromEntries([['__proto__', [EVIL]]]),
          dependentSchemas: Object.fromEntries([[EVIL, { $ref: '#/components/schemas/Node' }]]),
        },
      ],
      ['Lost', { 'x-platform-missing': 'schema “Lost” is not in the descriptor' }],
      [EVIL, { title: EVIL, description: markdown }],
    ]),
  },
  source: { format: 'openapi-3.1', file: EVIL, warningCount: 2 },
});
