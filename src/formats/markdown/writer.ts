import type { Components } from '../../model/components.ts';
import { madePart } from '../../model/dependencies.ts';
import { withVisibleControls } from '../../model/texts.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { type AddressOf, description } from './escaping.ts';

/** Lines written so far, those of a part as one text; headings in descriptions get levels below `level`. */
interface Written {
  readonly lines: string[];
  level: number;
}

/** Collects the lines of one document. */
export class Writer {
  readonly components: Components;
  readonly words: Words;
  /** False in documents of a whole API: they contain no samples generated from schemas. */
  readonly withSamples: boolean;
  /** Resolves link targets in descriptions. */
  readonly #addressOf: AddressOf;
  readonly #written: Written;
  readonly #indent: string;
  #inside: Writer | null = null;

  /** The last two parameters are for {@link inside}, which creates a nested writer for the same document. */
  constructor(
    components: Components,
    withSamples: boolean,
    addressOf: AddressOf,
    written: Written = { lines: [], level: 1 },
    indent = '',
  ) {
    this.components = components;
    this.#addressOf = addressOf;
    this.words = wordsOf(components);
    this.withSamples = withSamples;
    this.#written = written;
    this.#indent = indent;
  }

  /** Writer for the content of a list item; its lines are indented by two more spaces. */
  get inside(): Writer {
    this.#inside ??= new Writer(this.components, this.withSamples, this.#addressOf, this.#written, `${this.#indent}  `);
    return this.#inside;
  }

  /** @param above headings in the descriptions that follow get levels below this one */
  heading(level: number, title: string, above = level): void {
    this.blank();
    this.#written.level = above;
    this.#written.lines.push(`${'#'.repeat(Math.min(6, level))} ${title}`, '');
  }

  line(line: string): void {
    this.#written.lines.push(this.#indent + line);
  }

  /** Adds the first line of a list item. */
  item(line: string): void {
    this.line(`- ${line}`);
  }

  /** Adds a block with blank lines around it. */
  block(lines: readonly string[]): void {
    this.blank();
    for (const line of lines) this.#written.lines.push(line === '' ? '' : this.#indent + line);
    this.#written.lines.push('');
  }

  paragraph(line: string): void {
    this.block([line]);
  }

  description(markdown: string | null | undefined): void {
    if (isSaid(markdown)) this.block(description(markdown, this.#written.level, this.#addressOf));
  }

  /** Writes the description of a list item: a single line directly below the item, a longer text as a block. */
  itemDescription(markdown: string | null | undefined): void {
    if (!isSaid(markdown)) return;
    const lines = description(markdown, this.#written.level, this.#addressOf);
    if (lines.length === 1 && /^[^\s#>`~|+*=\d:-]/.test(lines[0] ?? '')) this.line(lines[0] ?? '');
    else this.block(lines);
  }

  /**
   * Writes lines that do not depend on their position, so that later builds can reuse them, see {@link madePart}.
   * @param write receives a separate writer
   */
  part(name: string, write: (writer: Writer) => void): void {
    this.blank();
    const text = madePart(name, () => {
      const writer = new Writer(this.components, this.withSamples, this.#addressOf);
      write(writer);
      return writer.#written.lines.join('\n');
    });
    this.#written.lines.push(text);
  }

  blank(): void {
    const { lines } = this.#written;
    const last = lines.at(-1) ?? '';
    if (last !== '' && !last.endsWith('\n')) lines.push('');
  }

  toString(): string {
    return `${withVisibleControls(this.#written.lines.join('\n')).trimEnd()}\n`;
  }
}

function isSaid(markdown: string | null | undefined): markdown is string {
  return typeof markdown === 'string' && markdown.trim() !== '';
}
