import { link } from '../formats/markdown/escaping.ts';
import type { PageEnding } from '../model/language.ts';
import { DOCUMENTATION_ROOT, type DocumentReference, documentPath, MCP_PATH } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import { markdownCode as code, markdownText as text } from '../presentation/markdown-text.ts';
import type { Discoverable, DiscoveryFile } from './contract.ts';

export const LLMS_FULL_PATH = '/llms-full.txt';

/** Maximum number of links to services, groups and guides, summed over all APIs. */
const MOST_LINKS = 500;
/** Levels to link, and a sentence about the levels left out; the first row within {@link MOST_LINKS} applies. */
const CONTENTS = [
  { levels: ['guide', 'group', 'service'], rest: '' },
  { levels: ['guide', 'group'], rest: ' The Markdown of each group lists its services, that of each API all of them.' },
  { levels: [], rest: ' The Markdown of each API lists its services and guides.' },
] as const;
type Level = (typeof CONTENTS)[number]['levels'][number];
/** Maximum characters of documents in `/llms-full.txt`. It bounds the cost of a request; programs read less at once. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
/** Maximum characters to read for that file: after a document that is too long, shorter ones may still fit. */
const MOST_READ = 2 * MOST_CHARACTERS;

/**
 * Generates `/llms.txt`, an index of the site for language models; each link leads to a Markdown document.
 * @see https://llmstxt.org, format of 2024-09: a heading, a quote, paragraphs, lists of links
 */
export const llms: DiscoveryFile = {
  mediaType: 'text/plain; charset=utf-8',
  async write(site) {
    const entries = site.entries();
    const { levels, rest } = CONTENTS.find((one) => countOf(site, one.levels) <= MOST_LINKS) ?? CONTENTS[2];
    const sections: string[] = [];
    for (const entry of levels.length === 0 ? [] : entries)
      sections.push(...sectionOf(entry, await linksBelow(site, entry, levels)));
    const { baseUrl } = site.site;
    const search = code(`${baseUrl + DOCUMENTATION_ROOT}?q=WORDS`);
    const mcp = code(baseUrl + MCP_PATH);
    return `${[
      ...headOf(site),
      markdownAddresses(site.site.pageEnding) + rest,
      ...(site.hasMcp === undefined ? [] : [`Search, with \`Accept: application/json\`: ${search}.`]),
      ...(site.hasMcp === true
        ? [`Programs can ask it by the Model Context Protocol (Streamable HTTP), at ${mcp}.`]
        : []),
      `## APIs`,
      entries.map((entry) => apiLine(site, entry)).join('\n') || 'There are no APIs yet.',
      ...sections,
      '## Optional',
      `- ${link('Everything in one file', baseUrl + LLMS_FULL_PATH)}: the Markdown of all APIs`,
    ].join('\n\n')}\n`;
  },
};

/** Generates `/llms-full.txt`: the Markdown of each API in its default version, or a link if that is too long. */
export const llmsFull: DiscoveryFile = {
  mediaType: 'text/plain; charset=utf-8',
  async write(site) {
    const parts = [...headOf(site)];
    let length = 0;
    let read = 0;
    for (const { name, title, defaultVersion } of site.entries()) {
      const api = { level: 'api', api: name, version: defaultVersion } as const;
      const whole = read < MOST_READ ? await site.markdown(api) : null;
      read += whole?.length ?? 0;
      const fits = whole !== null && length + whole.length <= MOST_CHARACTERS;
      if (fits) length += whole.length;
      parts.push(
        fits
          ? `---\n\n${whole.trimEnd()}`
          : `---\n\n# ${text(title)}\n\nThis is too long to be here: ${link(title, addressOf(site, api))}.`,
      );
    }
    return `${parts.join('\n\n')}\n`;
  },
};

function markdownAddresses(pageEnding: PageEnding | undefined): string {
  if (pageEnding === undefined)
    return 'Every address of this documentation answers in Markdown with `Accept: text/markdown`, or with `.md` at its end.';
  return `Every page of this documentation is there in Markdown, too: with \`.md\` in place of \`${pageEnding}\` at its end.`;
}

function headOf({ site, entries }: Discoverable): readonly string[] {
  const count = entries().length;
  return [
    `# ${text(site.title)}`,
    `> Documentation of ${count === 1 ? 'one API' : `${count} APIs`}${site.baseUrl === '' ? '' : ` at ${code(site.baseUrl)}`}.`,
  ];
}

function apiLine(site: Discoverable, { name, title, versions, defaultVersion, summary, status }: ApiListEntry): string {
  const addressIn = (version: number): string => addressOf(site, { level: 'api', api: name, version });
  const others = versions
    .filter((version) => version !== defaultVersion)
    .map((version) => link(`version ${version}`, addressIn(version)));
  const sunset = status?.deprecated?.sunset ?? null;
  const about = [
    status?.deprecated ? `Deprecated${sunset === null ? '' : `, to be removed on ${sunset}`}.` : '',
    summary === null ? '' : text(summary),
    others.length === 0 ? '' : `Also ${others.join(', ')}.`,
  ];
  const said = about.filter((sentence) => sentence !== '').join(' ');
  return `- ${link(title, addressIn(defaultVersion))}${said === '' ? '' : `: ${said}`}`;
}

function countOf(site: Discoverable, levels: readonly Level[]): number {
  const outlines = site.entries().map(({ name, defaultVersion }) => site.outline(name, defaultVersion));
  return outlines
    .flatMap((outline) => levels.map((level) => outline?.[`${level}s`].size ?? 0))
    .reduce((sum, count) => sum + count, 0);
}

/** Lists the documents of an API at the given levels as Markdown links. */
async function linksBelow(
  site: Discoverable,
  { name, defaultVersion }: ApiListEntry,
  levels: readonly Level[],
): Promise<readonly string[]> {
  const contents = await site.contents(name, defaultVersion);
  const place = { api: name, version: defaultVersion };
  return levels.flatMap((level) =>
    contents[`${level}s`].map((item) => {
      const kind = 'kind' in item ? item.kind : level;
      return `- ${link(item.title, addressOf(site, { level, ...place, name: item.name }))}: ${kind}`;
    }),
  );
}

function sectionOf({ title }: ApiListEntry, links: readonly string[]): readonly string[] {
  return links.length === 0 ? [] : [`## ${text(title)}`, links.join('\n')];
}

function addressOf({ site }: Discoverable, document: DocumentReference): string {
  return site.baseUrl + documentPath(document, '.md');
}
