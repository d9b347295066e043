/**
 * English words that questions use in place of the words of an API. Results for the exact words of the question come
 * first. The tables are strings to keep the palette's script small, which contains them as well.
 */

/** Verbs with the same meaning, one row for each meaning. */
export const ACTIONS: readonly string[] = [
  'add create',
  'delete destroy remove',
  'fetch get read retrieve show view',
  'change edit modify update',
  'reboot restart',
  'find search',
];

/** Verbs in titles, each with verbs in questions that mean the same or a special case. */
export const WIDE_ACTIONS: Readonly<Record<string, string>> = {
  // Verbs for adding a thing, alone or within another thing.
  create: 'allocate generate launch make new open provision register send upload',
  add: 'assign attach invite link',
  // Verbs for removing a thing.
  delete: 'cancel clear drop flush kill revoke terminate',
  purge: 'clear flush',
  remove: 'detach kick unassign unlink',
  // Verbs for changing a thing.
  update: 'archive cancel close disable enable move patch rename reopen replace reset rotate set',
  replace: 'set',
  resize: 'scale',
  reset: 'rotate',
  regenerate: 'renew rotate',
  // Verbs for running, stopping, undoing, sending and reading.
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

/** Nouns with the same meaning, one row for each meaning. */
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
  'message sms',
  'people person user',
];

/**
 * Nouns with their short forms. Without this table, the search finds initials of names (`pvc`) and beginnings of words
 * (`org`), but not plurals of beginnings (`orgs`).
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

/** Kinds of results, each with words that ask for this kind at the end of a question: `status filter`. */
export const KIND_WORDS: Readonly<Record<string, string>> = {
  field: 'attribute field property',
  parameter: 'filter limit param parameter query',
  response: 'error',
  schema: 'model object schema',
};

/** Phrases in questions, each with phrases that APIs use instead, the most likely first. */
export const PHRASES: readonly (readonly [phrase: RegExp, others: readonly string[]])[] = [
  // Phrases about the logged-in user.
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
  // Phrases for actions that an API describes as the creation of a thing.
  [/^comment (?:on )?(.+)/, ['create $1 comment']],
  [/^deploy (.+)/, ['create $1 deployment']],
  [/^(fork|refund) .+/, ['create $1']],
  [/^invite (?:user|member|people|person|someone)s?\b/, ['create invitation', 'add member', 'add user']],
  [/^subscribe .+/, ['create subscription']],
  [/^unsubscribe$/, ['cancel subscription', 'delete subscription']],
  // Phrases about pagination.
  [/^page (?:size|limit)$/, ['per_page', 'limit']],
  [/\bstatic ip\b/, ['reserved ip', 'elastic ip', 'floating ip']],
];
