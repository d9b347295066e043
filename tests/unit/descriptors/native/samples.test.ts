import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readFolder } from '../../../../src/descriptors/read-descriptors.ts';
import { Api } from '../../../../src/model/api.ts';
import type { MediaTypeObject } from '../../../../src/model/openapi-objects.ts';

const { apis, diagnostics } = readFolder({
  projectRoot: fileURLToPath(new URL('../../../../', import.meta.url)),
  folder: 'api-descriptors',
});
const samples = apis.map((record) => [`${record.name} ${record.version}`, new Api(record)] as const);

describe('the samples that the product ships', () => {
  test('have nothing wrong with them', () => {
    expect(diagnostics).toEqual([]);
    expect(samples.map(([name]) => name)).toEqual(['Library 1', 'Library 2', 'Orders 1']);
  });

  test.each(samples)('%s says something about every service and operation', (_, api) => {
    expect(api.getDescription()).toBeTruthy();
    for (const service of api.getServices())
      for (const operation of service.getAllOperations())
        expect(operation.record.summary, operation.getPath()).toBeTruthy();
  });

  test.each(samples)('%s has examples that fit their schemas', (_, api) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'http://sample.example/', components: api.record.components });
    for (const operation of api.getServices().flatMap((service) => service.getAllOperations())) {
      const messages = [operation.getRequestBody()?.value, ...operation.getResponses().map(({ response }) => response)];
      const contents = messages.flatMap((message) => (message === undefined ? [] : operation.getContent(message)));
      for (const [mediaType, content] of contents) {
        const validate = ajv.compile(
          JSON.parse(JSON.stringify(content.schema ?? true).replaceAll('"#/', '"http://sample.example/#/')),
        );
        for (const example of examplesOf(content))
          expect(validate(example), `${operation.getPath()} ${mediaType} ${ajv.errorsText(validate.errors)}`).toBe(
            true,
          );
      }
    }
  });
});

function examplesOf({ example, examples = {} }: MediaTypeObject): readonly unknown[] {
  const named = Object.values(examples).flatMap((entry) => ('value' in entry ? [entry.value] : []));
  return example === undefined ? named : [example, ...named];
}
