import { both, type Rule, warning } from '../contract.ts';

/** Rules for descriptions and guides. */
export const textRules: readonly Rule[] = [
  warning(
    'html-in-text',
    'recommended',
    ['Pages do not render HTML such as … here…'],
    'Descriptions are Markdown with a few harmless elements; of any other element only its text is shown. Write Markdown, or put it into backquotes.',
    {
      bad: "info: { title: Books, version: '1', description: '<div class=\"x\">Old</div>' }",
      good: "info: { title: Books, version: '1', description: '**Old**' }",
      alsoKnownAs: ['no-script-tags-in-markdown', 'no-eval-in-markdown'],
    },
  ),
  warning(
    'dead-link',
    'recommended',
    [
      'Nothing is called “…”, so it is not a link.',
      '“…” is not an address of this site, so it is not a link.',
      'No guide has “…”, so the link leads nowhere.',
    ],
    'Links lead to what Redoc, Swagger UI and Stoplight call `#operation/listBooks`, `#tag/Books`, ' +
      '`#/operations/listBooks`, `#/Books/listBooks` and `#section/Paging`, and to JSON Pointers of operations and ' +
      'schemas. Of any other link to a fragment only the text is shown, and so of relative ones such as `terms.md`: ' +
      'pages do not lie where the descriptor does. Descriptions link to guides beside the descriptor ' +
      '(`guides/paging.md`), guides to the files of others, and to headings.',
    {
      bad: "info: { title: Books, version: '1', description: 'See [all books](#operation/listBooks).' }",
      good:
        "info: { title: Books, version: '1', description: 'See [all books](#tag/Books).' }\n" +
        'tags: [{ name: Books }]',
    },
  ),
  warning(
    'slow-markdown',
    'minimal',
    ['…: pages show it as it is written.'],
    'A reader of Markdown takes too long for a section with more than 5,000 punctuation marks outside code blocks, and ' +
      'for a text of more than 100,000 characters. Divide it by headings, lines that begin with `#`.',
  ),
  both(
    'guide',
    'always',
    [
      '“…” is not a key of a guide; …',
      '“…” are not keys of a guide; they were left out.',
      'The front matter has no keys with values; …',
      'The text begins like a front matter that is not one from “---” to “---”; …',
    ],
    'The front matter says who may read the guide: `title`, `order`, `description`, `x-internal` and `x-audience`, ' +
      'one key in each line, between two lines `---`. A thematic break at the beginning of a guide is `***`.',
  ),
  warning(
    'guide-call',
    'recommended',
    ['No operation answers …, so it is not linked.'],
    'Correct the method or the path, or remove the backquotes: without them it is plain text.',
  ),
  warning(
    'guide-syntax',
    'recommended',
    ['Pages cannot show “…”; it was left out.', 'Pages have no value for “…”; it is shown as it is written.'],
    'Guides are Markdown. Of components in MDX the titles and the content are shown, and neither code, variables nor ' +
      'files that are included. Write what they stand for.',
  ),
  warning(
    'guide-unused',
    'minimal',
    ['No page shows this guide: no API is described in …'],
    'A guide belongs to the APIs whose descriptors lie in the folder that holds `guides/`, not below it. ' +
      'Guides for all APIs lie beside a native descriptor with `services: []`.',
  ),
];
