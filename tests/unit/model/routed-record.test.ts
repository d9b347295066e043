import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiRecord, OperationRecord } from '../../../src/model/records.ts';
import { routedRecord, routesOf } from '../../../src/model/routed-record.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const operations = fc.array(
  fc
    .record({
      method: fc.constantFrom('GET', 'PUT'),
      paths: fc.array(fc.constantFrom('/a', '/{b}'), { minLength: 1, maxLength: 2 }),
    })
    .map(({ method, paths }) => operation(method, '', { paths })),
  { maxLength: 5 },
);
const records = fc
  .array(fc.record({ kind: fc.constantFrom('rest', 'rpc', 'webhook'), operations, entityOperations: operations }))
  .map((services) => apiRecord({ services: services.map((rest, index) => service(`s${index}`, rest)) }));

test('routes of an API, written as JSON, are its methods and paths in their places', () => {
  fc.assert(
    fc.property(records, (record) => {
      const read = JSON.parse(JSON.stringify(routesOf(record)));
      const routed = routedRecord(record.name, record.version, read);
      expect(placesIn(routed)).toEqual(placesIn(record));
      const { name, version, isDefault, basePath } = record;
      expect(routed).toMatchObject({ name, version, isDefault, basePath, source: { file: record.source.file } });
    }),
  );
});

function placesIn({ services }: ApiRecord): unknown {
  const placesOf = (list: readonly OperationRecord[]): unknown => list.map(({ method, paths }) => [method, paths]);
  return services.map((each) => [each.name, each.kind, placesOf(each.operations), placesOf(each.entityOperations)]);
}
