import { isRecord } from '../../schema/json-values.ts';
import type { DescriptorReader } from '../contract.ts';
import { readDocument } from '../openapi/reader.ts';
import { Reading } from '../openapi/reading.ts';
import { RamlDocument } from './document.ts';
import { parseRaml, RamlFiles } from './files.ts';
import { Templates } from './templates.ts';
import { RamlTypes } from './types.ts';

/** Values of the files that begin like an API, an overlay or an extension in RAML 1.0. */
const DOCUMENTS = new WeakSet<object>();

/** Reader of RAML 1.0: an API, an overlay or an extension, with its libraries and includes. */
export const ramlReader: DescriptorReader = {
  name: 'raml',
  formats: { 'raml-1.0': { title: 'RAML 1.0', schemas: '/types', cannotSay: ['contact', 'license'] } },
  endings: ['raml'],
  recognises: (value) => isRecord(value) && DOCUMENTS.has(value),

  parse(source, report) {
    const file = parseRaml(source, report);
    if (isRecord(file?.value) && /^#%RAML 1\.0[ \t]*(?:(?:API|Overlay|Extension)\b|(?![ \t\w]))/.test(file.text))
      DOCUMENTS.add(file.value);
    return file;
  },

  read(file, context) {
    if (!isRecord(file.value)) return undefined;
    const files = new RamlFiles(file, context);
    const templates = new Templates(files);
    const chain = [file];
    let root = files.document(file);
    for (let last = file; isRecord(last.value) && typeof last.value['extends'] === 'string'; ) {
      const master = files.read(last.value['extends'], last, '/extends');
      if (master === undefined) break;
      if (chain.includes(master)) {
        files.warn(root, 'The overlay extends itself.', 'Name the API in “extends”.', 'extends');
        break;
      }
      root = templates.extended(files.document(master), root);
      chain.push(master);
      last = master;
    }
    const scope = files.join(root, chain);
    const document = new RamlDocument(scope, files, new RamlTypes(files, scope), templates).convert();
    const record = readDocument(new Reading({ ...file, value: document }, '3.2', context, document));
    return { ...record, source: { ...record.source, format: 'raml-1.0' } };
  },
};
