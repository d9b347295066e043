/** Path of the descriptor of the tests. */
export const FILE = 'api-descriptors/library/v1.yaml';
export const JSON_FILE = 'api-descriptors/shop/v1.json';
export const OPENAPI_FILE = 'api-descriptors/orders/v1.yaml';

/** A descriptor as people write them: comments everywhere, every style of YAML, keys of their own. */
export const UGLY = `# yaml-language-server: $schema=./schema.json
api:   "Library"   # name
version: 1
x-team: { mail: "a@b.io" }   # ours
services:

  # --- books ---------------------------------
  - name: Book
    kind: rest
    x-own: [ 1,  2 ]
    description: |  # Markdown
      The books.

      Last line.


    route: /book[/:book_id]
    route_identifier_name: book_id
    request_accept_types: [application/hal+json, application/json]
    request_content_types: [application/json]
    response_status_codes:
      # only at night
      - { code: 503, message: Service Unavailable, x-retry: 60 }   # really
      -   code: 429
      # in the end
    parameters:
      - { name: book_id, in: path, type: integer, example: 421 }
    fields: # below
    - {name: title, type: string, required: true, example: "Say \\"no\\"", description: 'It''s title'}
    - description: >-
        folded
        text
      name: author
      fields:
        - name: first # given
        - { name: last, type: string }
    - { name: id, type: integer, readOnly: true, example: 7 }
    operations: [
      { method: GET, summary: List }, # reads
      { method: POST,
        description: "Add" },
      ]
    entity_operations:
    - method: GET
      summary: Fetch
      response_status_codes:
      - code: 200
      - { code: 404, message: Gone fishing }
    - method: DELETE
  -
    name: Ping
    kind: rpc
    route: /ping
    description: plain text
      over two lines   # odd
    operations:
    - { method: GET, responses: { "200": { description: Pong, schema: { type: object, properties: { ack: { type: integer, examples: [1] } }, required: [ack] } } } }
# tail
`;

export const JSON_DESCRIPTOR = `{
\t"api": "Shop", "version": 1,
\t"x-own": {"kept":   true},
\t"services": [
\t\t{
\t\t\t"name": "Cart",
\t\t\t"kind": "rpc", "route": "/cart",
\t\t\t"fields": [ { "name": "a/b c", "type": "string" } ],
\t\t\t"operations": [ { "method": "POST", "x-e": "\\u00e9" } ]
\t\t}
\t]
}
`;

export const OPENAPI =
  'openapi: 3.1.0\ninfo: { title: Orders, version: "1", x-platform-api: Orders }\npaths: { /orders: { get: { responses: {} } } }\n';
