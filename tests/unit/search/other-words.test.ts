import { describe, expect, test } from 'vitest';
import { marked } from '../../../src/search/answers.ts';
import { type Entry, NO_OPERATIONS } from '../../../src/search/entry.ts';
import { search } from '../../../src/search/search.ts';
import { initialsIn, Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';

type Told = Partial<Entry> & Pick<Entry, 'kind' | 'name'>;

function shardOf(...told: readonly Told[]): Shard {
  return new Shard(
    writeShard(
      told.map((one) => ({ ...NO_OPERATIONS, aliases: [], document: { level: 'api' }, anchor: '', text: '', ...one })),
    ),
  );
}

function operations(...titles: readonly string[]): readonly Told[] {
  return titles.map((name) => ({ kind: 'operation', name }));
}

function found(shard: Shard, question: string): readonly string[] {
  return search([shard], question).hits.map(({ entry, kind }) => `${kind} ${shard.entry(entry).name}`);
}

describe('what an API calls otherwise', () => {
  const shard = shardOf(
    ...operations(
      'Add a repository collaborator',
      'Cancel a deployment',
      'Create an organization invitation',
      'Create an app deployment',
      'Create a disk image',
      'Create a fork',
      'Create a refund',
      'Create message',
      'Create charge',
      'Delete a token',
      'List dispute reasons',
      'List organizations for the authenticated user',
      'List repositories',
      'Get the authenticated user',
      'Purge the cache',
      'Regenerate the service key',
      'Resize a database',
      'Search users',
      'Sync a fork branch',
      'Update the authenticated user',
      'Update a domain record',
    ),
    { kind: 'group', name: 'Organizations' },
    { kind: 'field', name: 'invite', around: ['user'] },
    { kind: 'field', name: 'current_account' },
    { kind: 'field', name: 'payment_refund', text: 'Of a payment.' },
    { kind: 'field', name: 'scale_factor', text: 'Of a database.' },
    { kind: 'field', name: 'server' },
  );

  test.each<[question: string, first: string]>([
    // Verbs.
    ['stop deployment', 'operation Cancel a deployment'],
    ['revoke token', 'operation Delete a token'],
    ['make charge', 'operation Create charge'],
    ['send message', 'operation Create message'],
    ['clear cache', 'operation Purge the cache'],
    ['rotate service key', 'operation Regenerate the service key'],
    ['scale database', 'operation Resize a database'],
    ['find users', 'operation Search users'],
    // Nouns, and short forms of them.
    ['list chargebacks', 'operation List dispute reasons'],
    ['edit dns record', 'operation Update a domain record'],
    ['scale db', 'operation Resize a database'],
    ['list repos', 'operation List repositories'],
    // Who is logged in.
    ['who am i', 'operation Get the authenticated user'],
    ['Who am I', 'operation Get the authenticated user'],
    ['get current user', 'operation Get the authenticated user'],
    ['get me', 'operation Get the authenticated user'],
    ['my profile', 'operation Get the authenticated user'],
    ['update my profile', 'operation Update the authenticated user'],
    ['my organizations', 'operation List organizations for the authenticated user'],
    ['list my orgs', 'operation List organizations for the authenticated user'],
    // What is done by making a thing.
    ['invite user', 'operation Create an organization invitation'],
    ['refund payment', 'operation Create a refund'],
    ['deploy app', 'operation Create an app deployment'],
    ['how do I fork a repository', 'operation Create a fork'],
    // What is called so comes before.
    ['fork branch', 'operation Sync a fork branch'],
    ['current account', 'field current_account'],
    ['server', 'field server'],
    ['create disk image', 'operation Create a disk image'],
  ])('%s finds %s first', (question, first) => {
    expect(found(shard, question)[0]).toBe(first);
  });

  test('is said where nothing has the question itself, and followed by what has it', () => {
    expect(search([shard], 'who am i').corrected).toBe('get authenticated user');
    expect(search([shard], 'refund payment').corrected).toBeNull();
    expect(found(shard, 'refund payment').slice(0, 2)).toEqual(['operation Create a refund', 'field payment_refund']);
    expect(search([shard], 'refund payment').terms).toEqual(expect.arrayContaining(['create', 'refund', 'payment']));
  });

  test('is no part of a path', () => {
    expect(found(shard, '/things/vm')).toEqual([]);
    expect(found(shard, 'db/me')).toEqual([]);
  });
});

describe('the first letters of the words of a name', () => {
  const shard = shardOf(
    { kind: 'operation', name: 'Create a PersistentVolumeClaim' },
    { kind: 'operation', name: 'Create a PersistentVolume' },
    { kind: 'operation', name: 'Merge pull requests' },
    { kind: 'operation', name: 'Merge private registries' },
    { kind: 'service', name: 'Pull requests' },
    { kind: 'service', name: 'Private registries' },
    { kind: 'schema', name: 'io.example.v1.PersistentVolumeClaim', aliases: ['PersistentVolumeClaim'] },
    { kind: 'schema', name: 'io.example.v1.PersistentVolume' },
    { kind: 'schema', name: 'InternalDocument' },
    { kind: 'schema', name: 'io.example.v1.PersistentVolumeClaimSpec' },
    { kind: 'field', name: 'id' },
    { kind: 'field', name: 'text', text: 'As a PVC has it.' },
  );

  test.each<[question: string, answers: readonly string[]]>([
    ['pvc', ['schema io.example.v1.PersistentVolumeClaim', 'operation Create a PersistentVolumeClaim']],
    ['PVCs', ['schema io.example.v1.PersistentVolumeClaim', 'operation Create a PersistentVolumeClaim']],
    ['create pvc', ['operation Create a PersistentVolumeClaim']],
    ['create pv', ['operation Create a PersistentVolume', 'operation Create a PersistentVolumeClaim']],
    ['merge prs', ['operation Merge pull requests']],
    ['merge PRs', ['operation Merge pull requests']],
    // Something has them as its name.
    ['id', ['field id']],
    ['pvx', []],
  ])('%s finds %j first', (question, answers) => {
    expect(found(shard, question).slice(0, Math.max(1, answers.length))).toEqual(answers);
  });

  test.each([
    ['PersistentVolumeClaim', 'p v c'],
    ['io.k8s.v1.PersistentVolumeClaim', 'p v c'],
    ['Load balancers', 'l b'],
    ['payment_intent', 'p i'],
    ['V2Droplet', 'v d'],
    ['HTTPServer', 'h'],
    ['1-click', 'c'],
    ['Größe', 'g e'],
    ['', ''],
  ])('of %s are %s', (name, letters) => {
    const bytes = (text: string) => new TextEncoder().encode(`["${text}",0]`);
    expect(initialsIn(bytes(name), 2)).toBe(initialsIn(bytes(letters), 2));
  });
});

describe('what a group says that it is', () => {
  const shard = shardOf(
    ...operations('Create a Droplet', 'Create a snapshot', 'Create sizes'),
    { kind: 'group', name: 'Droplets', text: 'A Droplet is an Example virtual machine. It has sizes.' },
    { kind: 'group', name: 'Snapshots', text: 'Snapshots are saved instances of a Droplet.' },
    { kind: 'group', name: 'Sizes', text: 'Of a machine. A size is a server.' },
  );

  test.each(['create vm', 'create server', 'create virtual machine'])('%s finds it', (question) => {
    expect(found(shard, question)[0]).toBe('operation Create a Droplet');
    expect(found(shard, question)).not.toContain('operation Create a snapshot');
  });
});

describe('a word for a kind of answer', () => {
  const shard = shardOf(
    { kind: 'parameter', name: 'status' },
    { kind: 'parameter', name: 'expired', text: 'A filter by status.' },
    { kind: 'parameter', name: 'per_page' },
    { kind: 'field', name: 'status' },
    { kind: 'schema', name: 'Status' },
    { kind: 'operation', name: 'Create a status filter', text: 'Of a query' },
  );

  test.each<[question: string, first: string]>([
    ['status query', 'parameter status'],
    ['status parameters', 'parameter status'],
    ['status field', 'field status'],
    ['status schema', 'schema Status'],
    ['per_page limit', 'parameter per_page'],
    ['page size', 'parameter per_page'],
    ['status filter', 'operation Create a status filter'],
  ])('%s finds %s first', (question, first) => {
    expect(found(shard, question)[0]).toBe(first);
  });
});

describe('words written together or apart', () => {
  const shard = shardOf(
    ...operations(
      'List Node.js versions',
      'Install an add-on',
      'Register a webhook',
      'Read the e-mail',
      'Add items on sale',
    ),
    { kind: 'operation', name: 'Show quotas', aliases: ['/quotas'] },
    { kind: 'operation', name: 'Halt it', aliases: ['/jobs/{id}/halt', 'queueHaltReading'] },
    { kind: 'operation', name: 'Drop it', aliases: ['queue_drop-byLabel'] },
    { kind: 'header', name: 'X-Rate-Limit-Remaining' },
    { kind: 'header', name: 'RateLimit' },
    { kind: 'field', name: 'timezone' },
    { kind: 'field', name: 'runtime', values: ['Go lang', 'Rust'] },
    { kind: 'field', name: 'owner', text: 'As the pay roll has it. In form, in a row.' },
  );

  test.each<[question: string, answers: readonly string[]]>([
    ['nodejs', ['operation List Node.js versions']],
    ['list nodejs versions', ['operation List Node.js versions']],
    ['node js', ['operation List Node.js versions']],
    ['ratelimit', ['header RateLimit', 'header X-Rate-Limit-Remaining']],
    ['rate limit', ['header RateLimit', 'header X-Rate-Limit-Remaining']],
    ['addon', ['operation Install an add-on']],
    ['add-on', ['operation Install an add-on', 'operation Add items on sale']],
    ['web hook', ['operation Register a webhook']],
    ['register web-hook', ['operation Register a webhook']],
    ['email', ['operation Read the e-mail']],
    ['time zone', ['field timezone']],
    ['golang', ['value runtime']],
    ['payroll', ['field owner']],
    ['arow', ['field owner']],
    // Words inside an identifier that no result shows.
    ['haltreading', ['operation Halt it']],
    ['haltread', ['operation Halt it']],
    ['dropbylabel', ['operation Drop it']],
    ['haltlabel', []],
    ['idhalt', []],
    // No words of one place, or no adjacent ones.
    ['onitems', []],
    ['addsale', []],
  ])('%s finds %j', (question, answers) => {
    expect(found(shard, question)).toEqual(answers);
    expect(search([shard], question).corrected).toBeNull();
  });

  test('are marked as they are written', () => {
    const text = (pieces: ReturnType<typeof marked>) => pieces.map((one) => (one.isHit ? `[${one.text}]` : one.text));
    expect(text(marked('List Node.js nodes, no J.S.', ['nodejs'])).join('')).toBe('List [Node.js] nodes, no J.S.');
    expect(text(marked('A nodejs version', ['node', 'js'])).join('')).toBe('A [nodejs] version');
  });

  test('are known where no entry has all words of a question', () => {
    expect(search([shard], 'nodejs zebra').corrected).toBe('nodejs');
  });
});

describe('verbs and nouns of one stem', () => {
  const shard = shardOf(
    { kind: 'log-in', name: 'How to log in', aliases: ['authentication'] },
    { kind: 'field', name: 'authenticated_at' },
    { kind: 'operation', name: 'Get the authenticated user' },
    { kind: 'operation', name: 'Verify a domain' },
    { kind: 'operation', name: 'Cancel the creation of a region' },
    { kind: 'operation', name: 'Organise a fair' },
    { kind: 'field', name: 'state' },
    { kind: 'field', name: 'station' },
  );

  test.each<[question: string, first: string]>([
    ['authenticate', 'log-in How to log in'],
    ['how do I authenticate', 'log-in How to log in'],
    ['domain verification', 'operation Verify a domain'],
    ['create region', 'operation Cancel the creation of a region'],
    ['organize fair', 'operation Organise a fair'],
    ['fair organization', 'operation Organise a fair'],
    ['state', 'field state'],
    ['station', 'field station'],
  ])('%s finds %s first', (question, first) => {
    expect(found(shard, question)[0]).toBe(first);
  });

  test('of a short stem are other words', () => {
    expect(found(shard, 'state')).toHaveLength(1);
    expect(found(shard, 'station')).toHaveLength(1);
  });
});

test('“send sms” asks for the operation that creates a message, not for a status that is called so', () => {
  const shard = shardOf(
    { kind: 'field', name: 'status', values: ['queued', 'sending'], text: 'State of the SMS.' },
    { kind: 'operation', name: 'List messages' },
    { kind: 'operation', name: 'Create a message' },
  );
  expect(found(shard, 'send sms')[0]).toBe('operation Create a message');
  expect(found(shard, 'list sms')[0]).toBe('operation List messages');
});

test('“errors” after an operation asks for the operation and its responses', () => {
  const shard = shardOf(
    { kind: 'operation', name: 'Create a house' },
    { kind: 'operation', name: 'Create a house key' },
    { kind: 'field', name: 'house', text: 'Create it first. Errors are in the list.' },
    { kind: 'response', name: '409 House exists', aliases: ['409'] },
  );
  expect(found(shard, 'create house errors')[0]).toBe('operation Create a house');
  expect(found(shard, 'house errors')).toContain('response 409 House exists');
});
