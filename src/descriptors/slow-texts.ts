import type { Diagnostic } from '../model/diagnostic.ts';
import { type MarkdownExcess, markdownExcess } from '../model/slow-markdown.ts';
import type { ParsedFile } from './contract.ts';
import { visitDescriptions } from './description-texts.ts';

export const SLOW_MARKDOWN = 'slow-markdown';
/** Shorter texts have no excess. */
const LENGTH_WORTH_A_LOOK = 100;

const CAUSES: Readonly<Record<MarkdownExcess['reason'], readonly [problem: string, remedy: string]>> = {
  long: ['is too long to be read as Markdown', 'Split it: sections of it may be documents that it links to.'],
  nested: [
    'nests quotes or lists too deeply to be read as Markdown',
    'Nest less deeply, or put the line into a code block.',
  ],
  slow: [
    'has too many Markdown marks in one section to be read as Markdown',
    'Divide the section by headings, lines that begin with “#”, and put what is not meant as Markdown into code blocks.',
  ],
};

/** Why a text is shown as it is written, and in which of its lines; null: it is read as Markdown. */
export function slowTextOf(
  text: string,
): { readonly problem: string; readonly remedy: string; readonly line: number } | null {
  const excess = text.length < LENGTH_WORTH_A_LOOK ? null : markdownExcess(text);
  if (excess === null) return null;
  const [problem, remedy] = CAUSES[excess.reason];
  const line = text.slice(0, excess.offset).split('\n').length;
  return { problem: `${problem}: pages show it as it is written.`, remedy, line };
}

/** A warning for each description that pages show as it is written, since reading it as Markdown would be too slow. */
export function checkSlowTexts(file: ParsedFile): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  visitDescriptions(file.value, (text, pointer) => {
    const slow = slowTextOf(text);
    if (slow === null) return;
    const { problem, remedy, line } = slow;
    const where = line > 1 ? `, in its line ${line},` : '';
    const message = `The description${where} ${problem}`;
    found.push({ ...file.locate(pointer()), severity: 'warning', rule: SLOW_MARKDOWN, message, remedy });
  });
  return found;
}
