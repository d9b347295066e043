const NAMES = ['name', 'version', 'digest', 'address', 'registry', 'repository', 'status', 'path'];

/** Fields with a sentence each, the first of them with one of two lines. */
function propertiesWith(longOnes: number): object {
  const ofOneLine = (name: string): string => `The ${name} of the artifact that is recorded.`;
  const ofTwoLines = (name: string): string =>
    `The ${name} of the artifact that is recorded, as its registry has it; a record that has another one is replaced.`;
  return Object.fromEntries(
    NAMES.map((name, at) => [
      name,
      { type: 'string', maxLength: 256, description: at < longOnes ? ofTwoLines(name) : ofOneLine(name) },
    ]),
  );
}

const description =
  'Records where the artifacts of an organization are stored. This creates a record on behalf of any artifact that ' +
  'matches the digest and belongs to a repository of the organization, and replaces the record that there was. ' +
  'Records are kept as long as the artifact is there, and for thirty days once it has been removed from the registry.';

function operation(method: string, summary: string, longOnes: number): object {
  const properties = propertiesWith(longOnes);
  return {
    summary,
    description,
    operationId: `organizations/${method}-the-metadata-of-artifact-storage-records`,
    externalDocs: { url: 'https://example.com/records', description: 'Records in the manual' },
    parameters: [{ name: 'org', in: 'path', required: true, schema: { type: 'string' }, description: 'Its name.' }],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', properties } } } },
    responses: { 200: { description: 'Done' }, 403: { description: 'Not yours' }, 404: { description: 'Nothing' } },
  };
}

/**
 * Operations of which a first screen has to show six rows (READING §12, 53): with a path of two lines, four lines of
 * description, a long operationId and more that is said elsewhere; and one that is called as its webhook is.
 */
export const FIRST_SCREEN = {
  openapi: '3.1.0',
  info: { title: 'First screen', version: '1' },
  servers: [{ url: 'https://api.first-screen.example.com' }],
  tags: [{ name: 'Terms', description: 'A tag without operations is a guide.' }],
  paths: {
    '/organizations/{org}/artifacts/metadata/storage-record': {
      post: operation('create', 'Create a storage record', 3),
    },
    '/organizations/{org}/artifacts/metadata/deployment-record': {
      post: operation('deploy', 'Create a deployment record', 5),
      put: operation('replace', 'Replace a deployment record', 5),
    },
  },
  webhooks: { recordAdded: { post: { summary: 'Record added', responses: { 200: { description: 'Read' } } } } },
};
