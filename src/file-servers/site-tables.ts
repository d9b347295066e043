import type { DocumentFile, Format } from '../formats/contract.ts';
import { type Twin, twinsOf } from '../formats/twins.ts';
import { ACTIVE_TYPE, pagePolicy, utf8Type } from '../http/document-fields.ts';
import { PROBLEM_OFFERS } from '../negotiation/problem-offers.ts';
import { aliasId, choiceTables, coverTables, type NamedOffer, NOTHING } from './choice-tables.ts';
import { COPY_ENDINGS, codingTable, languageTables } from './field-tables.ts';
import { fieldTables } from './fields.ts';
import { ALL_LEVELS, pathTables } from './path-tables.ts';
import { type FormatSet, formatSetsOf, type ServedSite } from './served-site.ts';
import { cased, flag, literal, type Part, REQUEST, type Table, type Template, table, template } from './table.ts';

/**
 * All that a file server decides. Of a request for a document: `verdict` is the status; `file` with `copy_ending` is
 * what is sent, and the rest are header fields, empty where there is none. `problem` is the ending of the file that a
 * problem is answered with.
 */
export function siteTables(site: ServedSite): readonly Table[] {
  const sets = formatSetsOf(site, ALL_LEVELS);
  const twins = twinsOf([...site.formats, ...site.companions], site.languages);
  const offers = offersOf(site);
  const problemOffers = PROBLEM_OFFERS.map((offer) => ({ id: offer.name, offer }));
  const isSpoken = site.languages.length > 1;
  return [
    ...coverTables([...offers, ...problemOffers]),
    ...sets.flatMap(({ id, formats }) =>
      choiceTables(
        `choice_${id}`,
        offers.filter(({ offer }) => formats.includes(offer)),
      ),
    ),
    ...choiceTables('choice_problem', problemOffers),
    codingTable(site.codings),
    ...(isSpoken ? languageTables(site.languages) : [table('language', [], [])]),
    ...pathTables(site, sets),
    table(
      'choice',
      template`${'set'}`,
      sets.map(({ id }) => ({ equals: id, value: template`${`choice_${id}`}` })),
      [NOTHING],
    ),
    sentTable(offers, twins),
    table(
      'file',
      template`${'sent'}`,
      [{ equals: '.html', value: template`${'stem'}/index.html` }],
      template`${'stem'}${'sent'}`,
    ),
    table(
      'copy_ending',
      template`${'coding'}`,
      site.codings.map((coding) => ({ equals: coding, value: [COPY_ENDINGS[coding]] })),
    ),
    ...verdictTables(),
    ...documentTables(site, { offers, twins, sets }),
    problemTable(site),
    ...fieldTables(),
  ];
}

function offersOf({ formats }: ServedSite): readonly (NamedOffer & { readonly offer: Format })[] {
  return formats.map((offer, index) => ({ id: `f${index}`, offer }));
}

type Offers = ReturnType<typeof offersOf>;

/** `sent`: the ending of the twin that is sent, by the address or by Accept and Accept-Language. */
function sentTable(offers: Offers, twins: readonly Twin[]): Table {
  const chosen = twins
    .flatMap(({ format, language, extension }) =>
      offers.filter(({ offer }) => offer === format).map(({ id }) => ({ id, language, extension })),
    )
    // Those in a language before those in any.
    .toSorted((one, other) => Number(one.language === null) - Number(other.language === null));
  return table('sent', template`${'extension'}|${'choice'}|${'language'}`, [
    cased('^([^|]+)[|]', template`${1}`),
    ...chosen.map(({ id, language, extension }) => ({
      pattern: `^[|]${id}(?:m[0-9]+)?[|]${language === null ? '' : `${literal(language)}$`}`,
      value: [extension],
    })),
  ]);
}

function verdictTables(): readonly Table[] {
  return [
    table('acceptable', template`${'extension'}|${'choice'}`, [{ equals: `|${NOTHING}`, value: ['0'] }], ['1']),
    flag('known', template`${'level'}`, '.'),
    table(
      'verdict',
      template`${'ambiguous'}${'known'}${REQUEST.exists}${'slashed'}${'acceptable'}${REQUEST.method}`,
      [
        ...['^1', '^00', '^010'].map((pattern) => ({ pattern, value: ['404'] })),
        cased('^011[01][01]OPTIONS$', ['204']),
        cased('^0111[01](?:GET|HEAD)$', ['308']),
        cased('^01100(?:GET|HEAD)$', ['406']),
        cased('^01101(?:GET|HEAD)$', ['200']),
      ],
      ['405'],
    ),
  ];
}

interface Named {
  readonly offers: Offers;
  readonly twins: readonly Twin[];
  readonly sets: readonly FormatSet[];
}

function documentTables(site: ServedSite, { offers, twins, sets }: Named): readonly Table[] {
  const { languages, origins } = site;
  const inWords = twins.filter(({ format }) => format.isInWords === true);
  return [
    table('type', template`${'extension'}|${'choice'}`, [
      ...twins.map(({ format, extension }) => cased(`^${literal(extension)}[|]`, [utf8Type(format.mediaTypes[0])])),
      ...offers.flatMap(({ id, offer }) =>
        offer.mediaTypes.map((mediaType, index) => ({
          equals: `|${index === 0 ? id : aliasId(id, index)}`,
          value: [utf8Type(mediaType)],
        })),
      ),
    ]),
    table(
      'spoken',
      template`${'sent'}`,
      languages.length === 0
        ? []
        : inWords.map(({ extension, language }) => ({ equals: extension, value: [language ?? languages[0] ?? ''] })),
    ),
    table(
      'vary',
      template`${'extension'}|${'spoken'}`,
      [
        ...(languages.length > 1 ? [{ pattern: '^[|].', value: ['Accept, Accept-Encoding, Accept-Language'] }] : []),
        { pattern: '^[|]', value: ['Accept, Accept-Encoding'] },
      ],
      ['Accept-Encoding'],
    ),
    table(
      'tongue',
      template`${'sent'}`,
      inWords
        .filter(({ language }) => language !== null)
        .map(({ extension, language }) => ({ equals: extension, value: [`.${language}`] })),
    ),
    table(
      'link',
      template`${'set'}|${'sent'}`,
      sets.flatMap(({ id, formats }) =>
        twins.map(({ format, extension }) => ({ equals: `${id}|${extension}`, value: linkOf(format, formats) })),
      ),
    ),
    table('owner', template`${'level'}|${'sent'}|${'stem'}`, [
      cased('^service[|][^|]*[.]html[|]/[^/]+/[^/]+/([^/]+)/', template`${1}`),
    ]),
    table(
      'policy',
      template`${'owner'}`,
      [...origins].map(([owner, list]) => ({ equals: owner, value: [pagePolicy(list)] })),
      [pagePolicy([])],
    ),
    table('page_policy', template`${'type'}`, [{ pattern: ACTIVE_TYPE.source, value: template`${'policy'}` }]),
    table('referrer', template`${'type'}`, [{ pattern: ACTIVE_TYPE.source, value: ['same-origin'] }]),
  ];
}

/** Relative, as `server/documentation/headers.ts` writes them. */
function linkOf(sent: DocumentFile, formats: readonly Format[]): Template {
  return formats
    .filter((other) => other !== sent)
    .flatMap((other, index): Part[] => [
      index === 0 ? '<' : ', <',
      { variable: 'last' },
      ...(other.isInWords === true ? [{ variable: 'tongue' }] : []),
      `${other.extension}>; rel="alternate"; type="${other.mediaTypes[0].replaceAll('"', '\\"')}"`,
    ]);
}

/** `problem`: the ending of its file, a page for who prefers one. */
function problemTable({ languages }: ServedSite): Table {
  return table(
    'problem',
    template`${'choice_problem'}|${'language'}`,
    [
      ...languages.slice(1).map((tag) => ({ equals: `page|${tag}`, value: [`.${tag}.html`] })),
      { pattern: '^page[|]', value: ['.html'] },
    ],
    ['.json'],
  );
}
