import { compareApis } from '../../../src/changes/compare-apis.ts';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { openapi } from '../../../src/formats/openapi/openapi.ts';
import { swagger } from '../../../src/formats/swagger/swagger.ts';
import { Api } from '../../../src/model/api.ts';
import type { Document } from '../../../src/presentation/page-data/document.ts';
import { readText, recordOf } from '../descriptors/read-text.ts';

const SITE = { title: 'APIs', baseUrl: 'https://docs.example.com' };
const FORMATS = { markdown, openapi, swagger };

/** The API of a descriptor that can be read. */
export function described(descriptor: object): Api {
  return new Api(recordOf(readText(JSON.stringify(descriptor))));
}

/** Text of a document in a format: of a service by its name, of a schema after `schemas/`. */
export function written(api: Api, name: string, format: keyof typeof FORMATS): string {
  const text = FORMATS[format].render?.(documentOf(api, name), SITE);
  if (typeof text !== 'string') throw new Error(`${format} wrote no text`);
  return text;
}

/** Every change from one API to another: `breaking field-removed`. */
export function changed(before: Api, after: Api): readonly string[] {
  return compareApis(before, after).map((change) => `${change.class} ${change.rule}`);
}

function documentOf(api: Api, name: string): Document {
  if (name.startsWith('schemas/')) {
    const schema = api.components.schema(name.slice('schemas/'.length));
    if (schema !== undefined) return { level: 'schema', api, name: name.slice('schemas/'.length), schema };
  }
  const service = api.getService(name);
  if (service === undefined)
    throw new Error(`There is no ${name}, but ${api.getServices().map((one) => one.getName())}`);
  return { level: 'service', api, service };
}
