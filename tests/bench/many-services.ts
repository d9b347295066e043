import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FIELDS = ['id', 'name', 'colour', 'weight', 'owner', 'place', 'price', 'state'];

/** Writes descriptors of APIs that have each as many services, of four operations and a schema. */
export function writeManyServices(project: string, apis: number, services: number): void {
  for (let api = 0; api < apis; api += 1) {
    const folder = join(project, 'api-descriptors', `area-${api}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'v1.yaml'), descriptorOf(api, services));
  }
}

function descriptorOf(api: number, services: number): string {
  const numbers = Array.from({ length: services }, (_, number) => number);
  return [
    'openapi: 3.1.0',
    `info: { title: Area ${api}, version: 1.0.0, description: All about area ${api}. }`,
    'paths:',
    ...numbers.flatMap((number) => pathsOf(api, number)),
    'components:',
    '  responses:',
    '    NotFound:',
    '      description: There is none',
    '      content:',
    '        application/problem+json: { schema: { type: object, properties: { title: { type: string } } } }',
    '  schemas:',
    ...numbers.flatMap((number) => schemaOf(api, number)),
    '',
  ].join('\n');
}

function pathsOf(api: number, number: number): readonly string[] {
  const schema = `{ $ref: '#/components/schemas/Thing${number}' }`;
  const answers = `      responses: { '200': { description: OK, content: { application/json: { schema: ${schema} } } }, '404': { $ref: '#/components/responses/NotFound' } }`;
  const operation = (method: string, verb: string, ...more: readonly string[]): readonly string[] => [
    `    ${method}:`,
    `      operationId: ${method}Thing${number}${verb.length}`,
    `      summary: ${verb} ${number}`,
    `      description: ${verb} ${number} of area ${api}, as it is kept in the register.`,
    `      tags: [Area ${number % 10}]`,
    ...more,
    answers,
  ];
  return [
    `  /area-${api}/thing-${number}:`,
    ...operation('get', 'List things', '      parameters: [{ name: page, in: query, schema: { type: integer } }]'),
    ...operation('post', 'Add thing', `      requestBody: { content: { application/json: { schema: ${schema} } } }`),
    `  /area-${api}/thing-${number}/{id}:`,
    '    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]',
    ...operation('get', 'Read thing'),
    ...operation('delete', 'Delete thing'),
  ];
}

function schemaOf(api: number, number: number): readonly string[] {
  return [
    `    Thing${number}:`,
    '      type: object',
    `      description: What thing ${number} is.`,
    '      required: [id, name]',
    '      properties:',
    ...FIELDS.map((field) => `        ${field}: { type: string, description: The ${field} in area ${api} }`),
  ];
}
