import { both, error, type Rule, warning } from '../contract.ts';

/** Rules for folders, files and their text content. */
export const fileRules: readonly Rule[] = [
  error(
    'folder-missing',
    ['There is no such folder.'],
    'The command was started outside of the project, or `api-descriptors/` is not mounted.',
  ),
  error(
    'folder-unreadable',
    ['The folder cannot be read (…).'],
    'The user who runs the command is not allowed to read it. Check its permissions.',
  ),
  error(
    'file-unreadable',
    ['The file cannot be read (…).'],
    'The user who runs the command is not allowed to read it. Check its permissions.',
  ),
  error(
    'link-outside',
    ['… leads out of the folder of descriptors; it was left out.'],
    'Nothing outside of the folder is read. ' + 'Copy the file or folder in place of the symbolic link.',
  ),
  error(
    'link-dangling',
    ['… leads to nothing that can be read; it was left out.'],
    'What a symbolic link leads to is missing, or may not be read. Copy it in place of the link, or remove the link.',
  ),
  error(
    'nothing-described',
    ['No file in it describes an API.'],
    'Add a description: OpenAPI, Swagger, native, RAML, API Blueprint, Postman or PHP of Laminas.',
  ),
  error(
    'not-utf8',
    ['The file is not UTF-8 text.'],
    'Descriptors are UTF-8. Save the file as UTF-8; UTF-16, as some editors write it, is not read.',
  ),
  error(
    'nul-byte',
    ['The file contains a NUL byte, so it is not a text file.'],
    'The file is UTF-16, or damaged. Save it as UTF-8.',
  ),
  error(
    'file-too-large',
    ['The file is larger than …, so it was not read.'],
    '32 MB are read, and 8 MB of API Blueprint, RAML, PHP and Postman collections. Split the file into several ' +
      'descriptors, or OpenAPI into files with relative references between them.',
  ),
  error(
    'yaml-syntax',
    ['This is not YAML: …', 'This is not YAML that can be read.'],
    'A file that can be read only in part is not published. Correct the place that the message names.',
    { bad: 'paths: { /books: [', good: 'paths: {}' },
  ),
  error(
    'yaml-documents',
    ['The file contains more than one YAML document.'],
    'Only one of them would be published. Write one file for each, without `---` between them.',
    { bad: 'paths: {}\n---\npaths: {}', good: 'paths: {}' },
  ),
  error(
    'yaml-alias',
    ['The aliases of this file expand to more than … characters.'],
    'A few lines of aliases can become gigabytes. Use `$ref` to components instead.',
  ),
  error(
    'yaml-key',
    ['A key is a list or an object.'],
    'Keys of descriptors are texts. Write text as the key; braces in a key need quotes.',
    { bad: 'paths:\n  {id}: {}', good: "paths:\n  '/{id}': {}" },
  ),
  error('json-syntax', ['This is not JSON: …'], 'Correct the place that the message names.'),
  error(
    'php-syntax',
    ['This is not PHP: …'],
    'A file that can be read only in part is not published. Correct the place that the message names.',
  ),
  warning(
    'php-not-read',
    'minimal',
    [
      'This is …, so only running PHP would give its value; it was left out.',
      'Files are included too often or have too much text; the rest is left out.',
    ],
    'PHP is read, and never run: a call, a variable, an object or a function has no value. Write the value itself.',
  ),
  warning(
    'laminas-lost',
    'minimal',
    [
      'The validator … has no counterpart, so it is not shown.',
      'The class … is not read; its field is shown without it.',
      'The service … is left out: …',
      'The name … has no version such as …, so its service is left out, as Laminas does.',
      'The method … is not known, so its operation is left out.',
      'The route … always names an entity, so the collection has no path.',
      'The route … has no segment “…”, so the operations of entities are left out.',
      'The constraint of “…” means something else in JavaScript, so it is not shown.',
      'The rules of "authorization" are not part of a description, so they are not enforced.',
    ],
    'Configuration of Laminas API Tools says something that a description cannot say. `platform-docs init --from` makes native descriptors and rules of a whole project; what is left can be written there.',
  ),
  error(
    'number-range',
    ['A number is too large.'],
    'Programs round such a number, so clients would get another one. Write it as text, or leave it out.',
  ),
  error(
    'duplicate-key',
    ['The key … was already given in line …', 'This key was already given in the same object.'],
    'Programs disagree on which of the two counts. Keep one.',
    { bad: 'paths: {}\npaths: {}', good: 'paths: {}' },
  ),
  error(
    'too-deep',
    [
      'Lists and objects are nested more than … levels deep.',
      'The schema “…” is made of more than … others, each within the one before.',
    ],
    'Name inner parts as components and refer to them; shorten the chain of `$ref` and `allOf`.',
  ),
  warning(
    'descriptor-unknown',
    'minimal',
    [
      'The file is …, which is not read; it was left out.',
      'The file looks like a descriptor, but “…” has no version…',
      'The file looks like a descriptor, but its key “…” is not known…',
      'The file looks like a descriptor, but has a format that is not supported…',
    ],
    'An API may be missing on the site: the first key of the file is misspelt or has no version, or its format is not read (AsyncAPI, GraphQL). The remedy says what can be done with that format. Correct the key, convert the file, or move it out of the folder.',
  ),
  both(
    'openapi-version',
    'minimal',
    ['Version “…” of … cannot be read.', 'The version of “…” is a number, but must be text; it was read as ….'],
    'Write 2.0, 3.0, 3.1 or 3.2, in quotes: the number 3.10 is 3.1.',
    { bad: 'openapi: 3.1', good: "openapi: '3.1.0'" },
  ),
];
