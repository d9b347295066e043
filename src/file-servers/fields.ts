import { ASSET_CACHE_CONTROL, ASSET_TYPES, SVG_POLICY } from '../http/asset-fields.ts';
import {
  ALLOWED_METHODS,
  OPTIONS_HEADERS,
  pagePolicy,
  READABLE,
  REFERRER_POLICY,
  utf8Type,
} from '../http/document-fields.ts';
import { PROBLEM_MEDIA_TYPE } from '../http/problem.ts';
import type { ServedSite } from './served-site.ts';
import { cased, literal, type Rule, type Table, type Template, table, template } from './table.ts';

/** A header field; where its value is empty, it is not sent. */
export interface Field {
  readonly name: string;
  readonly value: Template;
  /** Says something of content: a 304 has none. */
  readonly isOfContent?: true;
}

/** Statuses that are answered with a problem. */
export const PROBLEM_STATUSES = [400, 404, 405, 406] as const;

/** Below it the files of problems, which nothing else serves. */
export const PROBLEM_FOLDER = '/platform/problems';

/** Below it what pages link to: styles, scripts, pictures, fonts. */
export const ASSETS_ROOT = '/_astro/';

/** Of the start page, which leads to the documentation. */
export const START_PAGE = '/index.html';

const NO_CACHE = field('Cache-Control', ['no-cache']);
const NOSNIFF = field('X-Content-Type-Options', ['nosniff']);
const CODING: Field = { name: 'Content-Encoding', value: template`${'coding'}`, isOfContent: true };

/** Of answers, by what is answered. */
export const FIELDS = {
  /** Of a document that is sent, and of its 304. */
  document: [
    { name: 'Content-Type', value: template`${'type'}`, isOfContent: true },
    { name: 'Content-Security-Policy', value: template`${'page_policy'}`, isOfContent: true },
    { name: 'Referrer-Policy', value: template`${'referrer'}`, isOfContent: true },
    ...pairs(READABLE),
    field('Vary', template`${'vary'}`),
    NO_CACHE,
    field('Content-Location', template`${'shown'}${'sent'}`),
    field('Content-Language', template`${'spoken'}`),
    { name: 'Link', value: template`${'link'}`, isOfContent: true },
    CODING,
  ],

  /** Of the answer to OPTIONS. */
  methods: pairs(OPTIONS_HEADERS),

  /**
   * Of a redirection to the address without a slash at its end. Pages of a static tree link to folders, which plain
   * file servers want: browsers remember for a day where they are.
   */
  redirection: [field('Cache-Control', ['max-age=86400']), ...pairs(READABLE)],

  asset: [
    { name: 'Content-Type', value: template`${'asset_type'}`, isOfContent: true },
    { name: 'Content-Security-Policy', value: template`${'asset_policy'}`, isOfContent: true },
    { ...CODING, value: template`${'asset_coding'}` },
    field('Cache-Control', [ASSET_CACHE_CONTROL]),
    field('Vary', ['Accept-Encoding']),
    NOSNIFF,
  ],

  /** Of {@link START_PAGE}. */
  start: [
    { name: 'Content-Type', value: [utf8Type('text/html')], isOfContent: true },
    field('Content-Security-Policy', [pagePolicy([])]),
    field('Referrer-Policy', [REFERRER_POLICY]),
    NO_CACHE,
    NOSNIFF,
  ],

  problems({ languages }: ServedSite, status: number): readonly Field[] {
    return [
      ...(status === 405 ? [field('Allow', [ALLOWED_METHODS.join(', ')])] : []),
      field('Content-Type', template`${'problem_type'}`),
      field('Content-Security-Policy', template`${'problem_policy'}`),
      field('Referrer-Policy', template`${'problem_referrer'}`),
      ...pairs(READABLE),
      field('Vary', [languages.length > 1 ? 'Accept, Accept-Language' : 'Accept']),
      NO_CACHE,
    ];
  },

  /** Of a file at the root of the site. */
  rootFile(mediaType: string, headers: readonly string[] = []): readonly Field[] {
    return [
      { name: 'Content-Type', value: [mediaType], isOfContent: true },
      CODING,
      field('Vary', ['Accept-Encoding']),
      NO_CACHE,
      ...pairs(headers),
      ...pairs(['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'ETag, Link']),
      NOSNIFF,
    ];
  },
} as const satisfies Readonly<Record<string, readonly Field[] | ((...of: never) => readonly Field[])>>;

const TEXT_ASSET = /\.(?:css|js|svg)$/;

/** Whether the file at a path has compressed copies: documents of any format, and of what pages link to the text. */
export function hasCopies(path: string): boolean {
  return !path.startsWith(ASSETS_ROOT) || TEXT_ASSET.test(path);
}

/** What {@link FIELDS} of assets and of problems are made of. */
export function fieldTables(): readonly Table[] {
  const copied = ASSET_TYPES.filter(([ending]) => TEXT_ASSET.test(ending)).map(([ending]) => ending);
  const whenCopied = (value: Template): readonly Rule[] => copied.map((ending) => cased(`${literal(ending)}$`, value));
  const ofPage = (name: string, value: string, otherwise: string): Table =>
    table(name, template`${'problem'}`, [{ pattern: 'html$', value: [value] }], otherwise === '' ? [] : [otherwise]);
  return [
    table(
      'asset_type',
      template`${'path'}`,
      ASSET_TYPES.map(([ending, mediaType]) => cased(`${literal(ending)}$`, [mediaType])),
      ['application/octet-stream'],
    ),
    table('asset_policy', template`${'path'}`, [cased('[.]svg$', [SVG_POLICY])]),
    table('asset_coding', template`${'path'}`, whenCopied(template`${'coding'}`)),
    table('asset_file', template`${'path'}`, whenCopied(template`${'path'}${'copy_ending'}`), template`${'path'}`),
    ofPage('problem_type', utf8Type('text/html'), PROBLEM_MEDIA_TYPE),
    ofPage('problem_policy', pagePolicy([]), ''),
    ofPage('problem_referrer', REFERRER_POLICY, ''),
  ];
}

function field(name: string, value: Template): Field {
  return { name, value };
}

/** @param list names and values in turn */
function pairs(list: readonly string[]): readonly Field[] {
  return list.flatMap((name, index) => (index % 2 === 0 ? [field(name, [list[index + 1] ?? ''])] : []));
}
