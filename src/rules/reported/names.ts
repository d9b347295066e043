import { both, error, type Rule, warning } from '../contract.ts';

/** Rules for names and versions, which are parts of URLs, and for paths that this server serves. */
export const nameRules: readonly Rule[] = [
  error(
    'api-name',
    ["The API's name … cannot be a part of a URL."],
    'Write a name without slashes, question marks and hashes.',
    {
      bad: "info: { title: Books, version: '1', x-platform-api: a/b }",
      good: "info: { title: Books, version: '1', x-platform-api: ab }",
    },
  ),
  error(
    'api-folder',
    ['The API “…” is described in another folder too: …'],
    'Each folder of `api-descriptors/` belongs to one team: a version in the folder of another team would take over the addresses and the upstream of the API. Keep all versions of an API in one top folder.',
  ),
  error(
    'api-former-name',
    ['The former name “…” is or was that of the API “…” too'],
    'Old addresses can lead to one API only. Keep the former name at one of the two.',
  ),
  error(
    'api-name-case',
    ["The API's name “…” differs from “…” (…) only in case, which some file systems ignore."],
    'A static copy of the site would lose one of the two APIs on such a machine. Rename one.',
  ),
  error(
    'api-name-unicode',
    ["The API's name “…” differs from “…” (…) only in how its letters are composed."],
    'The names look the same, but their accents are written in two ways. Write both the same way.',
  ),
  error(
    'api-name-versioned',
    ["The API's name “…” is also the URL of version … of “…”"],
    'One of the two could not be reached. Choose a name that does not end in `-v` and a number.',
  ),
  warning(
    'api-version',
    'minimal',
    ['“x-platform-version” is not a version.'],
    'The URL uses the version of the file name or of `info.version` instead. Write an integer of at least 1.',
    {
      bad: "info: { title: Books, version: '1', x-platform-version: one }",
      good: "info: { title: Books, version: '1', x-platform-version: 1 }",
    },
  ),
  error(
    'api-default-duplicate',
    ['The API “…” has another default version in …'],
    'Mark one version only as the default.',
  ),
  error(
    'api-version-duplicate',
    ['Version … of the API “…” is described by … too.'],
    'Both would be at one URL. Change the name or the version of one.',
  ),
  both(
    'name-twin',
    'minimal',
    [
      'The … “…” has the same URL as “…” with a format ending, and hides it.',
      'The … “…” has the same URL as “…” in the language …, and hides it.',
    ],
    '`Book.json` is also the URL of `Book` as JSON. Choose a name that does not end in the extension of a format, in its beginning (`Book.schema`) or in the tag of a language.',
    {
      bad: 'components:\n  schemas:\n    Book: { type: object }\n    Book.json: { type: object }',
      good: 'components:\n  schemas:\n    Book: { type: object }\n    BookJson: { type: object }',
    },
  ),
  error(
    'reserved-name',
    ['… is the URL of another page of the API, so no service can have that name.'],
    'Write another name.',
    {
      bad: 'api: Books\nversion: 1\nservices: [{ name: schemas, route: /schemas }]',
      good: 'api: Books\nversion: 1\nservices: [{ name: schema-list, route: /schemas }]',
    },
  ),
  error('unsafe-name', ['… cannot be a name: …'], 'Names stand in URLs: write a short one; `title` takes any text.', {
    bad: 'api: a/b\nversion: 1\nservices: []',
    good: 'api: ab\nversion: 1\nservices: []',
  }),
  both(
    'name-collision',
    'recommended',
    [
      '… differ in case only; some file systems cannot hold both.',
      "… and another service's name look the same, but are written with different characters.",
    ],
    'A static copy of the site would lose one of the two services on such a machine. Rename one.',
    {
      bad: 'api: Books\nversion: 1\nservices: [{ name: Book, route: /a }, { name: book, route: /b }]',
      good: 'api: Books\nversion: 1\nservices: [{ name: Book, route: /a }, { name: Bill, route: /b }]',
    },
  ),
  both(
    'route-claimed-twice',
    'always',
    [
      '… calls that both describe get 503 …',
      '… one of them answers calls that both describe …',
      '… the methods of one hide those of the other …',
      '… the path gets 503 …',
      'The path … lies below …, which platform-services gives to …',
    ],
    'Two APIs claim the same call, and their log-ins and servers may differ. A path belongs to every template that it matches. The conflict is an error if the log-ins differ or the configuration names one of the two. Give one API another path, or a `base_path` in `platform-services`: it reserves these paths for that API, whose other paths are documented, but not served.',
  ),
  warning(
    'operation-claimed-twice',
    'always',
    ['… is described twice; the first description answers it.'],
    'Access rules of the second would protect nothing. Remove one of the two.',
  ),
  warning(
    'hidden-operation-open',
    'always',
    ['… is hidden from readers, but open to everyone.'],
    '`x-internal` and `x-audience` hide an operation from the documentation only: examples of the API and a server behind `backend: proxy` still answer calls. Restrict the operation with `map` and rules.',
  ),
  warning(
    'route-reserved',
    'always',
    [
      "The path … is this server's own and never reaches the API.",
      'The path … belongs to the site as a whole and is not served.',
      'The path … lies outside the base_path of … and is not served.',
    ],
    '`/`, `/robots.txt`, `/favicon.ico` and `/.well-known/` are about the whole host: an API has them only if the configuration gives it `base_path: /`.',
  ),
  warning(
    'route-not-served',
    'recommended',
    ['The path … has a query or a fragment and is not served.'],
    'Describe the query as parameters.',
  ),
  warning(
    'method-not-served',
    'recommended',
    ['… is documented, but this server does not answer it.'],
    'If the operation is documented only, do nothing. Otherwise remove it.',
  ),
];
