import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { type AnswerWords, searchRow } from '../../../src/search/answers.ts';
import { searchEntries } from '../../../src/search/entries.ts';
import { type Entry, type EntryOperation, NO_OPERATIONS } from '../../../src/search/entry.ts';
import { MOST_SEARCHED, scopeOf } from '../../../src/search/palette.ts';
import { LONGEST_QUESTION, search } from '../../../src/search/search.ts';
import { MOST_NAME_LENGTH, Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';
import { isOneEdit } from '../../../src/search/tables.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

type Told = Partial<Entry> & Pick<Entry, 'kind' | 'name'>;

function entry(told: Told): Entry {
  return { ...NO_OPERATIONS, aliases: [], document: { level: 'api' }, anchor: '', text: '', ...told };
}

function shardOf(...told: readonly Told[]): Shard {
  return new Shard(writeShard(told.map(entry)));
}

/** Kinds and names of the entries that are found. */
function found(shards: readonly Shard[], question: string): readonly string[] {
  return search(shards, question).hits.map(({ shard, entry: at, kind }) => `${kind} ${shard.entry(at).name}`);
}

/** Beside the descriptor's order: the better an entry is, the later it stands here. */
const ranked = shardOf(
  { kind: 'guide', name: 'Paging', text: 'Every account has pages.' },
  { kind: 'field', name: 'type', values: ['account', 'card'] },
  { kind: 'field', name: 'bank_account' },
  { kind: 'schema', name: 'BankAccount' },
  { kind: 'operation', name: 'Close an account' },
  { kind: 'field', name: 'accountNumber' },
  { kind: 'schema', name: 'AccountHolder' },
  { kind: 'field', name: 'account' },
  { kind: 'schema', name: 'Account' },
  { kind: 'operation', name: 'Do it', aliases: ['account'] },
  { kind: 'service', name: 'Accounts', aliases: ['/account'] },
);

describe('the order of answers', () => {
  test('is exact name or path, operations about it, beginning, word, value, text; then service, operation, schema', () => {
    expect(found([ranked], 'account')).toEqual([
      'service Accounts',
      'operation Do it',
      'schema Account',
      'operation Close an account',
      'field account',
      'schema AccountHolder',
      'field accountNumber',
      'schema BankAccount',
      'field bank_account',
      'value type',
      'guide Paging',
    ]);
  });

  test('of equal names, and of fields that a path fits alike, is what most operations have first', () => {
    const uses = (operationCount: number, anchor: string) => ({ operationCount, anchor }) as const;
    const shard = shardOf(
      { kind: 'field', name: 'total', around: ['page'], ...uses(2, 'few') },
      { kind: 'field', name: 'total', around: ['page'], ...uses(300, 'most') },
      { kind: 'field', name: 'total', around: ['page'], ...uses(300, 'as many') },
      { kind: 'field', name: 'total', around: ['page'], ...uses(5, 'some') },
      { kind: 'field', name: 'total', ...uses(4, 'as few, but less deep') },
      { kind: 'schema', name: 'Total', ...uses(1, 'schema') },
    );
    const anchors = (question: string) => search([shard], question).hits.map((hit) => shard.entry(hit.entry).anchor);
    expect(anchors('total')).toEqual(['schema', 'most', 'as many', 'as few, but less deep', 'some', 'few']);
    // A beginning is no name: the shorter one is meant.
    expect(anchors('tot')).toEqual(['schema', 'few', 'most', 'as many', 'some', 'as few, but less deep']);
  });

  test('has fields that are sent before those that are only received, however many operations have these', () => {
    const shard = shardOf(
      { kind: 'response', name: 'Total', aliases: ['200'] },
      { kind: 'header', name: 'total' },
      { kind: 'field', name: 'total', part: '200', isReceived: true, operationCount: 9 },
      { kind: 'field', name: 'total_due', isReceived: true },
      { kind: 'field', name: 'total', part: 'request', operationCount: 1 },
      { kind: 'field', name: 'total_paid_at_once', part: 'request' },
      { kind: 'parameter', name: 'total' },
    );
    const rows = search([shard], 'total').hits.map(({ entry: at }) => `${shard.kindOf(at)} ${shard.entry(at).part}`);
    expect(rows).toEqual([
      'parameter ',
      'field request',
      'field 200',
      'header ',
      'response ',
      'field request',
      'field ',
    ]);
  });

  test.each<[question: string, first: string]>([
    ['/pets/{pet_id}', 'operation Fetch'],
    ['/pets/{id}', 'operation Fetch'],
    ['get /pets', 'operation List'],
    ['https://api.example.com/pets/', 'operation List'],
    ['listPets', 'operation List'],
    ['LISTPETS', 'operation List'],
    ['owner.address.city', 'field city'],
    ['pet list', 'operation List'],
    ['PaymentIntent', 'schema payment_intent'],
    ['payment-intent', 'schema payment_intent'],
    ['payment intent', 'schema payment_intent'],
    ['größe', 'field Grösse'],
    ['grosse', 'field Grösse'],
    ['заказ', 'schema Заказ'],
    ['文番', 'schema 注文番号'],
    ['注文番号', 'schema 注文番号'],
    ['عنوان', 'field عُنوان'],
    ['application/problem+json', 'value Accept'],
  ])('%s finds %s first', (question, first) => {
    const shard = shardOf(
      { kind: 'operation', name: 'Add', aliases: ['/pets', 'POST /pets', 'addPets'], text: 'As GET /pets lists them' },
      { kind: 'operation', name: 'List', aliases: ['/pets/all', '/pets', 'GET /pets', 'listPets'] },
      { kind: 'operation', name: 'Fetch', aliases: ['/pets/{pet_id}', 'GET /pets/{pet_id}', 'getPet'] },
      { kind: 'field', name: 'city', around: ['owner', 'address'] },
      { kind: 'field', name: 'Grösse' },
      { kind: 'schema', name: 'Заказ' },
      { kind: 'schema', name: '注文番号' },
      { kind: 'service', name: 'Void', aliases: ['/payment_intents/{intent}/void'] },
      { kind: 'schema', name: 'payment_intent' },
      { kind: 'field', name: 'عُنوان' },
      { kind: 'header', name: 'Accept', values: ['application/problem+json'] },
    );
    const [own = ''] = found([shard], question).filter((name) => name !== 'operation Add');
    expect(own).toBe(first);
  });

  test.each<[question: string, first?: string]>([
    ['/pets/7', 'operation Fetch'],
    ['GET /pets/rex', 'operation Fetch'],
    ['/pets/all', 'operation List'],
    ['https://api.example.com/pets/7/toys/?size=3', 'service Toys'],
    ['/pets/:pet/toys/{id}', 'operation Toy'],
    ['/pets/7/toys/all', 'operation All toys'],
    ['pets/lst', 'operation List'],
    ['/pets/7/owner'],
    ['7/8'],
    // Another path begins with the value.
    ['/pets/2', 'operation Fetch'],
  ])('the path %s with values in it finds %s first', (question, first) => {
    const shard = shardOf(
      { kind: 'operation', name: 'List', aliases: ['/pets/all', 'pets/list'] },
      { kind: 'operation', name: 'Fetch', aliases: ['/pets/{pet_id}', 'GET /pets/{pet_id}'] },
      { kind: 'operation', name: 'Toy', aliases: ['/pets/{pet_id}/toys/{toy_id}'] },
      { kind: 'operation', name: 'All toys', aliases: ['/pets/{pet_id}/toys/all'] },
      { kind: 'operation', name: 'Any', aliases: ['/{first}/{second}'] },
      { kind: 'operation', name: 'Second factor', aliases: ['/pets/2fa'] },
      { kind: 'service', name: 'Toys', aliases: ['/pets/{pet_id}/toys'] },
    );
    expect(found([shard], question)[0]).toBe(first);
  });

  test('has what is written as it was asked for before what has its words told apart otherwise', () => {
    const shard = shardOf(
      { kind: 'service', name: 'Status messages' },
      { kind: 'schema', name: 'StatusMessages' },
      { kind: 'field', name: 'status_messages' },
      { kind: 'schema', name: 'status_messages_list' },
    );
    expect(found([shard], 'status_messages')).toEqual([
      'field status_messages',
      'service Status messages',
      'schema StatusMessages',
      'schema status_messages_list',
    ]);
  });

  test('of operations whose path is asked for is that of their page', () => {
    const shard = shardOf(
      { kind: 'operation', name: 'Fetch a droplet', aliases: ['/droplets/{id}'] },
      { kind: 'operation', name: 'Delete it', aliases: ['/droplets/{id}'] },
    );
    expect(found([shard], '/droplets/{x}')).toEqual(['operation Fetch a droplet', 'operation Delete it']);
  });

  test('of equally good ones is that of the shards and of their entries', () => {
    const [one, two] = [shardOf({ kind: 'field', name: 'iban' }), shardOf({ kind: 'field', name: 'iban' })];
    const { hits } = search([one, two, one], 'iban');
    expect(hits.map(({ shard }) => [one, two].indexOf(shard))).toEqual([0, 1, 0]);
  });

  test('needs every word, wherever it stands', () => {
    const shard = shardOf(
      { kind: 'field', name: 'iban', text: 'Of the account' },
      { kind: 'field', name: 'iban' },
      { kind: 'field', name: 'account' },
    );
    expect(found([shard], 'iban account')).toEqual(['field iban']);
    expect(found([shard], 'iban/zebra')).toEqual([]);
  });

  test.each([
    ['iban zebra', 'iban', ['field iban']],
    ['how do I pay a zebra by iban', 'pay iban', ['guide Paying']],
    ['pay iban settle ledger', 'pay iban', ['guide Paying']],
    ['pay iban ledger', 'pay iban', ['guide Paying']],
    ['ibam zebra', 'iban', ['field iban']],
    ['zebra pya setle', 'settle', ['guide Ledger']],
    ['zebra pay setle', 'pay', ['guide Paying']],
    ['GET /iban/zebra', null, []],
    ['zebra lion', null, []],
    ['zebra', null, []],
    ['iban.zebra', null, []],
  ])('of words that nothing has together fewer are looked for: %s', (question, corrected, expected) => {
    const shard = shardOf(
      { kind: 'field', name: 'iban' },
      { kind: 'guide', name: 'Paying', text: 'To pay, name an IBAN.' },
      { kind: 'guide', name: 'Ledger', text: 'You settle monthly.' },
    );
    expect(found([shard], question).slice(0, 1)).toEqual(expected);
    expect(search([shard], question).corrected).toBe(corrected);
  });
});

describe('words of what an entry belongs to', () => {
  const create: EntryOperation = {
    service: 'v2-droplets',
    anchor: 'post',
    method: 'POST',
    path: '/',
    title: 'Create a Droplet',
  };
  const told: readonly Told[] = [
    {
      kind: 'operation',
      name: 'Create a Droplet',
      document: { level: 'service', name: 'v2-droplets' },
      operations: [create],
    },
    { kind: 'field', name: 'ssh_keys', operations: [create], text: 'Keys for the Droplet. Create one first.' },
    { kind: 'field', name: 'ssh_keys', document: { level: 'schema', name: 'droplet_create' } },
    { kind: 'field', name: 'fingerprint', around: ['ssh_keys'], operations: [create] },
    { kind: 'field', name: 'ssh_keys', document: { level: 'schema', name: 'account' } },
    { kind: 'guide', name: 'Keys', text: 'Create a droplet with ssh_keys.' },
    { kind: 'schema', name: 'ssh_keys', document: { level: 'schema', name: 'create_droplet' } },
  ];
  const shard = shardOf(...told);
  const names = (question: string): readonly string[] =>
    search([shard], question).hits.map(({ entry: at }) => `${at} ${shard.entry(at).name}`);
  test.each<[question: string, answers: readonly string[]]>([
    ['create droplet ssh_keys', ['1 ssh_keys', '2 ssh_keys', '5 Keys']],
    ['ssh_keys create droplets', ['1 ssh_keys', '2 ssh_keys', '5 Keys']],
    ['droplet fingerprint', ['3 fingerprint']],
    ['ssh keys fingerprint', ['3 fingerprint']],
    // One word, or words that are all of the place, find what has them itself.
    ['droplets create', ['0 Create a Droplet', '5 Keys', '1 ssh_keys']],
    ['create', ['0 Create a Droplet', '5 Keys', '1 ssh_keys']],
  ])('count beside a word of its name: %s', (question, answers) => {
    expect(names(question)).toEqual(answers);
  });

  test.each(['pay payment_method', 'pay an order payment method', 'payment_method order'])(
    'beside all of a name are before those beside a word of one: %s',
    (question) => {
      const operation: EntryOperation = { ...create, anchor: 'put', title: 'Pay an order' };
      const fields = shardOf(
        { kind: 'field', name: 'capture_method', around: ['payment_method'], operations: [operation] },
        { kind: 'field', name: 'payment_method', operations: [operation] },
      );
      expect(found([fields], question)).toEqual(['field payment_method', 'field capture_method']);
    },
  );

  test.each([
    ['of a schema that one operation has leads to it, too', 'schema', '/v2-droplets#post'],
    ['of that operation leads there itself', 'service', ''],
  ] as const)('an answer %s', (_, level, href) => {
    const field: Told = { kind: 'field', name: 'a', document: { level, name: 'b' }, operations: [create] };
    const one = shardOf({ ...field, operationCount: 1 });
    const [hit] = search([one], 'a').hits;
    if (hit === undefined) throw new Error('Nothing is found.');
    const words: AnswerWords = {
      kind: (kind) => kind,
      schema: (name) => name,
      notIn: String,
      part: (part) => part,
      pathOf: (document) => (document.level === 'service' ? `/${document.name}` : '/'),
    };
    const row = searchRow(hit, { api: 'x', version: 1, title: 'X' }, { terms: ['a'], words }, true);
    expect(row.operation).toEqual({ method: 'POST', path: '/', title: 'Create a Droplet', href });
  });

  test.each([
    ['create a Pod', ''],
    ['Create a Pod.', ''],
    ['Create a Pod, or two', 'Create a Pod, or two'],
  ])('a row titled “Create a Pod” whose description is “%s” says of it “%s”', (text, expected) => {
    const one = shardOf({ kind: 'operation', name: 'Create a Pod', text });
    const [hit] = search([one], 'pod').hits;
    if (hit === undefined) throw new Error('Nothing is found.');
    const words: AnswerWords = { kind: String, schema: String, notIn: String, part: String, pathOf: () => '/' };
    const row = searchRow(hit, { api: 'x', version: 1, title: 'X' }, { terms: ['pod'], words }, true);
    expect(row.excerpt.map((piece) => piece.text).join('')).toBe(expected);
  });

  test('a row of a service has the path of its first operation, and reads no other', () => {
    const document = { level: 'service', name: 'v2-droplets' } as const;
    const of = (method: string): Told => ({ kind: 'operation', name: method, document, operations: [create] });
    const one = shardOf({ kind: 'service', name: 'Droplets', document }, ...['GET', 'PUT', 'POST'].map(of));
    const [hit] = search([one], 'droplets').hits;
    if (hit === undefined) throw new Error('Nothing is found.');
    const words: AnswerWords = { kind: String, schema: String, notIn: String, part: String, pathOf: () => '/' };
    const read = vi.spyOn(one, 'entry');
    const row = searchRow(hit, { api: 'x', version: 1, title: 'X' }, { terms: [], words }, true);
    expect(row.operation).toEqual({ method: '', path: '/', title: '', href: '' });
    expect(new Set(read.mock.calls.flat())).toEqual(new Set([0, 1]));
  });
});

describe('the plural and the singular of a word', () => {
  const shard = shardOf(
    { kind: 'field', name: 'reader', text: 'Lends a book' },
    { kind: 'schema', name: 'BookPolicy' },
    { kind: 'operation', name: 'List addresses' },
    { kind: 'field', name: 'status', text: 'Of the boxes' },
  );

  test.each<[question: string, found: readonly string[]]>([
    ['books', ['schema BookPolicy', 'field reader']],
    ['policies', ['schema BookPolicy']],
    ['book policies', ['schema BookPolicy']],
    ['addresses', ['operation List addresses']],
    ['address', ['operation List addresses']],
    ['boxes', ['field status']],
    ['status', ['field status']],
    ['readers', ['field reader']],
  ])('%s finds %j', (question, expected) => {
    expect(found([shard], question)).toEqual(expected);
    expect(search([shard], question).corrected).toBeNull();
  });

  test.each<[question: string, found: readonly string[]]>([
    ['droplet', ['schema droplet', 'service Droplets', 'group Droplets', 'field droplet', 'field droplets']],
    ['droplets', ['service Droplets', 'group Droplets', 'schema droplet', 'field droplets', 'field droplet']],
    ['payment intent', ['service Payment intents', 'schema payment_intent', 'parameter payment_intent']],
    ['PaymentIntents', ['service Payment intents', 'schema payment_intent', 'parameter payment_intent']],
    ['policy', ['schema Policy', 'service Policies', 'field policies']],
    ['box', ['service Boxes']],
    ['boxes', ['service Boxes']],
    // An entry without a page of its own comes first only where nothing else has exactly its name.
    ['region', ['field region', 'service Regions', 'header region']],
  ])('is the same name, first what has a page: %s', (question, expected) => {
    const named = shardOf(
      ...expected.toReversed().map((told): Told => {
        const [, kind = '', name = ''] = /^(\w+) (.*)$/.exec(told) ?? [];
        return { kind: kind as Told['kind'], name };
      }),
    );
    expect(found([named], question)).toEqual(expected);
  });

  test('in titles that are about it come before parts of pages, six at most', () => {
    const titles = [
      'List Droplet actions',
      'Create a New Droplet',
      'Retrieve an Existing Droplet',
      'List All Droplets',
      'List the neighbors of all Droplets of an account',
      'Update it',
      'Delete a Droplet',
      'Droplet umbenennen',
      'Reboot a Droplet',
    ];
    const shard = shardOf(
      ...[1, 2].map((operationCount): Told => ({ kind: 'field', name: 'droplet', operationCount })),
      ...titles.map((name): Told => ({ kind: 'operation', name, aliases: ['change_droplet'] })),
      { kind: 'schema', name: 'Droplet' },
    );
    expect(found([shard], 'droplet').slice(0, 11)).toEqual([
      'schema Droplet',
      'operation Delete a Droplet',
      'operation Reboot a Droplet',
      'operation List All Droplets',
      'operation Create a New Droplet',
      'operation Retrieve an Existing Droplet',
      'operation Droplet umbenennen',
      'field droplet',
      'field droplet',
      'operation Update it',
      'operation List Droplet actions',
    ]);
  });

  test.each([
    ['create issue', 'Create an issue'],
    ['how do I create an issue', 'Create an issue'],
    ['create iss', 'Create an issue'],
    ['crate isue', 'Create an issue'],
    ['add issue', 'Create an issue'],
    ['edit the issue', 'Updates an issue'],
    ['create issue comment', 'Create comment on an issue'],
    ['get droplet', 'Retrieve an Existing Droplet'],
    ['delete droplet', 'Delete an Existing Droplet'],
    ['delete backups', 'Delete droplet backups'],
    ['cancel subscription', 'Cancels a customer’s subscription'],
    ['webhook', 'Webhook endpoints'],
    ['list charges', 'Returns a list of charges you’ve previously created'],
    ['get refund', 'Retrieves the details of an existing refund'],
  ])('%s: first comes what says that with the fewest other words', (question, first) => {
    const titles = [
      'Create issue type',
      'Create comment on an issue',
      'Create an issue',
      'Updates an issue',
      'Get Droplet metrics',
      'Delete droplet backups',
      'Delete an Existing Droplet',
      'Retrieve an Existing Droplet',
      'Cancel subscription schedule',
      'Cancels a customer’s subscription',
      'Create webhook endpoint',
      'List charge refunds',
      'Returns a list of charges you’ve previously created',
      'Get refund failures',
      'Retrieves the details of an existing refund',
    ];
    const shard = shardOf(
      ...titles.map((name): Told => ({ kind: 'operation', name, aliases: ['/issues/{issue}/droplets/{droplet}'] })),
      { kind: 'service', name: 'Webhook endpoints' },
    );
    expect(found([shard], question)[0]?.replace(/^\w+ /, '')).toBe(first);
  });

  test.each<[question: string, first: string]>([
    ['close issue', 'operation Update an issue'],
    ['rename issue', 'operation Update an issue'],
    ['close dispute', 'operation Close a dispute'],
    ['issue close', 'field close'],
    ['open issue', 'operation Create an issue'],
    ['open issues', 'field open_issues'],
    ['get disputes', 'operation List all disputes'],
    ['get dispute', 'operation Retrieve a dispute'],
    ['merge pr', 'operation Merge a pull request'],
    ['merge prs', 'operation Merge a pull request'],
    ['create pull req', 'operation Create a pull request'],
    ['how do I get into the merge', 'operation Merge a pull request'],
    ['add collaborator', 'operation Add a repository collaborator'],
  ])('%s: what is asked for in other words is %s', (question, first) => {
    const titles = [
      'Add a collaborator to a space of a user',
      'Add a repository collaborator',
      'Close a dispute',
      'Create a pull request',
      'Create an issue',
      'List all disputes',
      'Merge a pull request',
      'Retrieve a dispute',
      'Update a dispute',
      'Update an issue',
    ];
    const shard = shardOf(
      ...titles.map((name): Told => ({ kind: 'operation', name })),
      { kind: 'field', name: 'open_issues' },
      { kind: 'field', name: 'close', around: ['issue'] },
      { kind: 'field', name: 'private', around: ['merge'] },
    );
    expect(found([shard], question)[0]).toBe(first);
  });

  test('a title is about it however many shorter ones have its words in their paths', () => {
    const shard = shardOf(
      ...Array.from(
        { length: 100 },
        (_, at): Told => ({
          kind: 'operation',
          name: `Create it ${at}`,
          aliases: ['/repos/{repo}'],
        }),
      ),
      { kind: 'operation', name: 'Create a repository for the authenticated user' },
    );
    expect(found([shard], 'create repo')[0]).toBe('operation Create a repository for the authenticated user');
  });

  test('of three words and more two in a title and the third in its description come before parts of pages', () => {
    const gist: EntryOperation = {
      service: 'gists',
      anchor: 'get',
      method: 'GET',
      path: '/gists',
      title: 'Get a gist',
    };
    const shard = shardOf(
      { kind: 'operation', name: 'Get a blob', text: 'The content of a file.' },
      { kind: 'field', name: 'content', around: ['file'], operations: [gist] },
      { kind: 'operation', name: 'Get repository content', text: 'Reads a file or a directory.' },
    );
    expect(found([shard], 'get file contents')).toEqual([
      'operation Get repository content',
      'field content',
      'operation Get a blob',
    ]);
    expect(found([shard], 'file contents')[0]).toBe('field content');
    const below = shardOf(
      { kind: 'field', name: 'content', around: ['file'], operations: [gist] },
      { kind: 'operation', name: 'Get repository content', text: 'Reads a file.', around: ['files'] },
    );
    expect(found([below], 'get file contents')[0]).toBe('operation Get repository content');
  });

  test('a small word at the end is asked for, and a method before a path is no verb', () => {
    const shard = shardOf(
      { kind: 'operation', name: 'Send a message', aliases: ['POST /messages'] },
      { kind: 'field', name: 'body', around: ['message'] },
      { kind: 'field', name: 'from', around: ['message'] },
      { kind: 'operation', name: 'Retrieve a message', aliases: ['GET /messages/{id}'] },
    );
    expect(found([shard], 'message from')).toEqual(['field from']);
    expect(found([shard], 'message.from')).toEqual(['field from']);
    expect(found([shard], 'how to get a message')).toEqual(['operation Retrieve a message']);
    expect(found([shard], 'get /messages/{id}')).toEqual(['operation Retrieve a message']);
  });

  test('another verb for the same is one of titles, and only beside another word', () => {
    const shard = shardOf(
      { kind: 'operation', name: 'Create a book', text: 'To get it.' },
      { kind: 'guide', name: 'Paging', text: 'Create a book, and add pages.' },
    );
    expect(found([shard], 'add book')).toEqual(['operation Create a book', 'guide Paging']);
    expect(search([shard], 'add book').terms).toEqual(['add', 'book', 'create']);
    expect(found([shard], 'add')).toEqual(['guide Paging']);
    expect(found([shard], 'to')).toEqual(['operation Create a book']);
  });

  test('are looked for in no title that is longer than its length is kept', () => {
    const [begin, name] = ['Create a Droplet', 'create droplet '.repeat(10).trim()];
    const shard = shardOf(
      { kind: 'field', name },
      { kind: 'operation', name: `${begin} ${'and more '.repeat(10_000)}` },
      { kind: 'operation', name: begin.padEnd(MOST_NAME_LENGTH, '.') },
      { kind: 'operation', name: begin.padEnd(MOST_NAME_LENGTH - 1, '.') },
    );
    const read = vi.spyOn(shard, 'name');
    search([shard], name);
    expect(read.mock.calls).toEqual([[3]]);
  });

  test('come after the word itself, and are marked', () => {
    const both = shardOf({ kind: 'schema', name: 'Book' }, { kind: 'field', name: 'books' });
    expect(found([both], 'books')).toEqual(['field books', 'schema Book']);
    expect(search([both], 'books').terms).toEqual(['books', 'book']);
    expect(search([both], 'shelves').terms).toEqual(['shelves']);
  });
});

test.each<[question: string, corrected: string | null, first: string]>([
  ['edit zone record', 'edit record', 'operation Update a domain record'],
  ['rotate credentials', 'credentials', 'operation Get credentials'],
  ['zone domain records', 'domain records', 'operation Update a domain record'],
])('of %s, which nothing has, %s is looked for', (question, corrected, first) => {
  const shard = shardOf(
    { kind: 'operation', name: 'Update a domain record' },
    { kind: 'operation', name: 'Get credentials' },
    { kind: 'field', name: 'zone' },
    { kind: 'field', name: 'rotate' },
  );
  expect(search([shard], question).corrected).toBe(corrected);
  expect(found([shard], question)[0]).toBe(first);
});

describe('a typo', () => {
  const shard = shardOf(
    { kind: 'schema', name: 'Zebrafish' },
    { kind: 'field', name: 'cat' },
    { kind: 'operation', name: 'Feed', aliases: ['feed_animals'] },
  );

  test.each([
    ['zebrafsh', 'a letter less', 'zebrafish'],
    ['zebrafiish', 'a letter more', 'zebrafish'],
    ['zebrafosh', 'another letter', 'zebrafish'],
    ['zebrafihs', 'two letters swapped', 'zebrafish'],
    ['ebrafish', 'the first letter left out', 'zebrafish'],
    ['feedanimls', 'a letter less of two words', 'feedanimals'],
  ])('%s is forgiven (%s), and what it is taken for is said', (question, _, corrected) => {
    const answer = search([shard], question);
    expect(answer.hits).toHaveLength(1);
    expect(answer.corrected).toBe(corrected);
  });

  test.each(['cot', 'zebrafxxsh', 'zbrafsh'])('%s is none: too short, or two of them', (question) => {
    expect(search([shard], question)).toMatchObject({ hits: [], corrected: null });
  });

  test('is not looked for where the word itself is there', () => {
    const both = shardOf({ kind: 'field', name: 'state' }, { kind: 'field', name: 'stare' });
    expect(found([both], 'state')).toEqual(['field state']);
    expect(search([both], 'state').corrected).toBeNull();
  });

  test('is one insertion, deletion, replacement or swap of any characters, as the definition has it', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'é', '字'), { minLength: 4, maxLength: 6 });
    fc.assert(
      fc.property(letters, letters, (one, two) => {
        const keyOf = (name: string): Uint8Array => shardOf({ kind: 'field', name }).names.keys.at(0);
        const [key, other] = [keyOf(one.join('')), keyOf(two.join('').normalize('NFKD'))];
        expect(isOneEdit(key, 0, key.length, key)).toBe(false);
        const text = (bytes: Uint8Array): string[] => [...new TextDecoder().decode(bytes)];
        expect(isOneEdit(key, 0, key.length, other)).toBe(edits(text(key), text(other)) === 1);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});

/** Counts edits by the definition of optimal string alignment. */
function edits(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.max(a.length, b.length);
  const rest = edits(a.slice(1), b.slice(1));
  if (a[0] === b[0]) return rest;
  const swapped =
    a[0] === b[1] && a[1] === b[0] && a.length > 1 ? edits(a.slice(2), b.slice(2)) : Number.POSITIVE_INFINITY;
  return 1 + Math.min(rest, edits(a.slice(1), b), edits(a, b.slice(1)), swapped);
}

test('callbacks and webhooks are found, and what they send', () => {
  const sent = {
    content: { 'application/json': { schema: { type: 'object', properties: { receipt: {} } } as const } },
  };
  const paid = {
    '{$request.body#/url}': { post: { summary: 'Money has come', operationId: 'onPaid', requestBody: sent } },
  };
  const operations = [{ ...operation('POST', '/orders', { callbacks: { paid } }) }];
  const hook = service('stock', {
    kind: 'webhook',
    route: '',
    operations: [operation('POST', '', { summary: 'Sold out' })],
  });
  const record = apiRecord({ services: [service('Order', { operations }), hook] });
  const shard = new Shard(writeShard(searchEntries(new Api(record))));
  for (const question of ['paid', 'onPaid', 'money']) {
    expect(found([shard], question)).toEqual(['operation Money has come']);
    const [hit] = search([shard], question).hits;
    expect(shard.entry(hit?.entry ?? -1)).toMatchObject({ anchor: 'post.callback.paid.post', around: ['paid'] });
  }
  expect(found([shard], 'receipt')).toEqual(['field receipt']);
  expect(found([shard], 'sold out')).toEqual(['webhook Sold out']);
  expect(found([shard], 'stock')).toEqual(['webhook Sold out']);
});

test('a schema of a dotted name is found by the last part, as pages write it', () => {
  const record = apiRecord({
    info: { title: 'Meta', version: '1', description: 'Of objects: meta data. Object meta.' },
    components: {
      ...apiRecord().components,
      schemas: { 'io.example.v1.ObjectMeta': { type: 'object' }, 'object-meta-x': { type: 'object' } },
    },
  });
  const shard = new Shard(writeShard(searchEntries(new Api(record))));
  expect(found([shard], 'ObjectMeta')[0]).toBe('schema io.example.v1.ObjectMeta');
  const shown = (question: string): readonly unknown[] =>
    search([shard], question).hits.map((hit) => {
      const words: AnswerWords = { kind: String, schema: String, notIn: String, part: String, pathOf: () => '/' };
      const row = searchRow(hit, { api: 'x', version: 1, title: 'X' }, { terms: [], words }, true);
      return [row.title.map((piece) => piece.text).join(''), row.way];
    });
  expect(shown('io.example.v1.ObjectMeta')).toEqual([['ObjectMeta', ['io.example.v1.ObjectMeta']]]);
  expect(shown('object-meta-x')).toEqual([['object-meta-x', []]]);
});

describe('the palette of the list', () => {
  const apis = (count: number, versions?: readonly number[]) =>
    Array.from({ length: count }, (_, at) => ({
      name: `A${at}`,
      default_version: 1,
      title: 'A',
      ...(versions && { versions }),
    }));

  test.each<[count: number, versions: readonly number[] | undefined, searched: number, kind: string | null]>([
    [0, [1], 0, null],
    [1, undefined, 1, null],
    [13, [1], 13, null],
    [13, [1, 2], 13, 'defaults'],
    [64, [1], 64, null],
    [MOST_SEARCHED, [1], MOST_SEARCHED, null],
    [MOST_SEARCHED + 1, [1], MOST_SEARCHED, 'first'],
    [10_000, [1, 2], MOST_SEARCHED, 'first'],
  ])(
    'of %i APIs with the versions %j loads %i indexes, a few at a time, and says what it does not search: %s',
    (count, versions, searched, kind) => {
      const scope = scopeOf(apis(count, versions));
      expect([scope.groups.flat().length, scope.kind]).toEqual([searched, kind]);
      expect(Math.max(0, ...scope.groups.map((group) => group.length))).toBeLessThanOrEqual(6);
      expect(scope.groups.flat().map(({ name }) => name)).toEqual(apis(searched).map(({ name }) => name));
    },
  );
});

describe('a shard', () => {
  const whole: Entry = entry({
    kind: 'field',
    name: 'iban',
    aliases: ['account'],
    document: { level: 'service', name: 'Order' },
    anchor: 'post.body.payment.iban',
    operations: [{ service: 'Order', anchor: 'post', method: 'POST', path: '/orders', title: 'Create' }],
    operationCount: 30,
    part: 'request',
    around: ['payment'],
    values: ['a', ''],
    text: 'Größe 字 \u2028',
  });

  test('gives its entries back as they were, but for what they are found by alone', () => {
    const shard = new Shard(writeShard([entry({ kind: 'api', name: 'Shop' }), whole]));
    const { aliases: _, schemas: _schemas, isReceived: _isReceived, ...stored } = whole;
    expect([shard.size, shard.entry(1)]).toEqual([2, stored]);
  });

  test('finds every word of long texts and long lists of values, and shows the beginning of them', () => {
    const values = Array.from({ length: 5000 }, (_, index) => `value${index}`);
    const shard = shardOf({ kind: 'field', name: 'iban', values, text: `${'word '.repeat(20_000)}last` });
    expect(found([shard], 'iban last value4999')).toEqual(['field iban']);
    const { values: shown, text } = shard.entry(0);
    expect(shown).toEqual(values.slice(0, shown.length));
    expect(shown.length).toBeGreaterThan(500);
    expect(shown.join('').length).toBeLessThan(10_000);
    expect([text.length > 1000, text.length < 10_000]).toEqual([true, true]);
  });

  test('has the same bytes for the same entries, and works wherever they lie in memory', () => {
    const bytes = writeShard([whole]);
    expect(writeShard([whole])).toEqual(bytes);
    const moved = new Uint8Array(bytes.byteLength + 3);
    moved.set(bytes, 3);
    expect(found([new Shard(moved.subarray(3))], 'payment.iban')).toEqual(['field iban']);
  });

  test.each([[new Uint8Array()], [new Uint8Array(100)]])('refuses other bytes', (bytes) => {
    expect(() => new Shard(bytes)).toThrow('npm run build');
  });
});

describe('a question', () => {
  test.each(['', ' ', '/', '!', '\0', '\ud800', '{}', '%', '*', '\u202e'])(
    '%j that asks nothing finds nothing',
    (question) => {
      expect(found([ranked], question)).toEqual([]);
    },
  );

  test('of any characters is answered, and never depends on what is behind its end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (question) => {
        const answer = found([ranked], question);
        expect(answer).toEqual(found([ranked], question.slice(0, LONGEST_QUESTION)));
      }),
      { seed: 3 },
    );
  });
});
