/**
 * English words that questions use in place of the words of an API. Answers found by the words of the question itself
 * come first. The tables are strings because the palette's script contains them, too.
 */

/** Verbs with one meaning, a row each. */
export const ACTIONS: readonly string[] = [
  'add create',
  'delete destroy remove',
  'fetch get read retrieve show view',
  'change edit modify update',
  'reboot restart',
  'find search',
];

/** Verbs of titles, each with verbs of questions that mean it or a part of it. */
export const WIDE_ACTIONS: Readonly<Record<string, string>> = {
  // Afterwards there is one thing more, alone or within another.
  create: 'allocate generate launch make new open provision register send upload',
  add: 'assign attach invite link',
  // Afterwards there is one thing less.
  delete: 'cancel clear drop flush kill revoke terminate',
  purge: 'clear flush',
  remove: 'detach kick unassign unlink',
  // Afterwards the thing is different.
  update: 'archive cancel close disable enable move patch rename reopen replace reset rotate set',
  replace: 'set',
  resize: 'scale',
  reset: 'rotate',
  regenerate: 'renew rotate',
  // Verbs about running and stopping, undoing, sending and reading.
  run: 'execute trigger',
  start: 'launch run trigger',
  cancel: 'abort end stop terminate',
  rerun: 'retry',
  reverse: 'revert undo',
  block: 'ban',
  send: 'email',
  get: 'find lookup',
  list: 'find search',
};

/** Nouns with one meaning, a row each. */
export const NOUNS: readonly string[] = [
  'bill invoice',
  'charge payment',
  'chargeback dispute',
  'collaborator member user',
  'coupon voucher',
  'directory folder',
  'disk volume',
  'dns domain',
  'instance machine server vm',
  'location region',
  'people person user',
];

/**
 * Nouns with their short forms. The search finds initials of names (`pvc`) and beginnings of words (`org`) without this
 * table, but not beginnings in the plural (`orgs`).
 */
export const SHORT_FORMS: Readonly<Record<string, string>> = {
  configuration: 'config',
  database: 'db',
  environment: 'env',
  kubernetes: 'k8s',
  'load balancer': 'lb',
  'merge request': 'mr',
  namespace: 'ns',
  organization: 'org',
  'pull request': 'pr',
  repository: 'repo',
  service: 'svc',
  'virtual machine': 'vm',
};

/** Kinds of answers, each with words at the end of a question that ask for the kind: `status filter`. */
export const KIND_WORDS: Readonly<Record<string, string>> = {
  field: 'attribute field property',
  parameter: 'filter limit param parameter query',
  schema: 'model object schema',
};

/** Phrases of questions, each with phrases that APIs use instead, the likeliest first. */
export const PHRASES: readonly (readonly [phrase: RegExp, others: readonly string[]])[] = [
  // Phrases about the user who is logged in.
  [
    /^(?:who ?am ?i|me|(?:my|current) (?:user|account|profile))$/,
    ['get authenticated user', 'get current user', 'get account', 'get user'],
  ],
  [
    /\b(?:me|(?:my|current|logged in) (?:user|account|profile))\b/,
    ['authenticated user', 'current user', 'account', 'user'],
  ],
  [/^my (.+)/, ['list $1 authenticated user', 'list $1 current user']],
  [/^(.+) my (.+)/, ['$1 $2 authenticated user', '$1 $2 current user']],
  // Phrases for actions that an API expresses by creating a thing.
  [/^comment (?:on )?(.+)/, ['create $1 comment']],
  [/^deploy (.+)/, ['create $1 deployment']],
  [/^(fork|refund) .+/, ['create $1']],
  [/^invite (?:user|member|people|person|someone)s?\b/, ['create invitation', 'add member', 'add user']],
  [/^subscribe .+/, ['create subscription']],
  [/^unsubscribe$/, ['cancel subscription', 'delete subscription']],
  // Phrases about pages of a list.
  [/^page (?:size|limit)$/, ['per_page', 'limit']],
  [/\bstatic ip\b/, ['reserved ip', 'elastic ip', 'floating ip']],
];
