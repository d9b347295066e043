import { describe, expect, test } from 'vitest';
import { Components, NO_COMPONENTS } from '../../../src/model/components.ts';
import { partedWords } from '../../../src/presentation/run-together.ts';

function componentsWith(names: readonly string[]): Components {
  return new Components({ ...NO_COMPONENTS, schemas: Object.fromEntries(names.map((name) => [name, true])) });
}

describe('words that a path writes together', () => {
  test.each<[rule: string, schemas: readonly string[], name: string, words: string]>([
    ['are those of a schema', ['ConfigMap'], 'configmap', 'config map'],
    ['are those of a schema, several of it', ['ConfigMap'], 'configmaps', 'config maps'],
    ['are those of a schema, several of it', ['StorageClass'], 'storageclasses', 'storage classes'],
    ['are those of a schema, several of it', ['NetworkPolicy'], 'networkpolicies', 'network policies'],
    ['are those of a schema in a namespace', ['io.k8s.api.core.v1.LimitRange'], 'limitranges', 'limit ranges'],
    ['are those of a schema in any spelling', ['api_service'], 'apiservices', 'api services'],
    ['stay together where no schema has them', ['Pod'], 'configmaps', 'configmaps'],
    ['stay together where a schema has them together', ['WebHook', 'Webhook'], 'webhooks', 'webhooks'],
    ['stay together where a schema has them together', ['Endpoints'], 'endpoints', 'endpoints'],
    ['stay together where schemas part them differently', ['NotAble', 'NoTable'], 'notables', 'notables'],
    ['stay together where schemas part them differently', ['NoTable', 'NotAble'], 'notables', 'notables'],
    ['stay together where a part is no word', ['iPhone'], 'iphones', 'iphones'],
    ['stay together where a part is no word', ['OAuth'], 'oauth', 'oauth'],
    ['are those of a schema with an abbreviation', ['IPAddress'], 'ipaddresses', 'ip addresses'],
    ['stay together where a schema has a name of an object', ['PodTemplate'], 'constructor', 'constructor'],
  ])('%s: %j, %s', (_, schemas, name, words) => {
    expect(partedWords(name, componentsWith(schemas))).toBe(words);
  });
});
