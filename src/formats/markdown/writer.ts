import type { Components } from '../../model/components.ts';
import { withVisibleControls } from '../../model/control-characters.ts';
import { madePart } from '../../model/dependencies.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { description } from './escaping.ts';

/** The lines of one document, and what it must know while it is written. */
export class Writer {
  readonly components: Components;
  readonly words: Words;
  /** False: samples made from schemas are left out, for a document of a whole API. */
  readonly withSamples: boolean;
  readonly #lines: string[] = [];

  constructor(components: Components, withSamples: boolean) {
    this.components = components;
    this.words = wordsOf(components);
    this.withSamples = withSamples;
  }

  heading(level: number, title: string): void {
    this.blank();
    this.#lines.push(`${'#'.repeat(Math.min(6, level))} ${title}`, '');
  }

  /** A paragraph, or a list that begins. */
  line(line: string): void {
    this.#lines.push(line);
  }

  /** Lines of one block, with blank lines around it. */
  block(lines: readonly string[], indent = ''): void {
    this.blank();
    for (const line of lines) this.#lines.push(line === '' ? '' : indent + line);
    this.#lines.push('');
  }

  paragraph(line: string): void {
    this.block([line]);
  }

  description(markdown: string | null | undefined, level: number): void {
    if (markdown !== null && markdown !== undefined && markdown.trim() !== '') this.block(description(markdown, level));
  }

  /**
   * Lines that say the same wherever they stand, see {@link madePart}.
   * @param write is given a writer of its own
   */
  part(name: string, write: (writer: Writer) => void): void {
    this.blank();
    const text = madePart(name, () => {
      const writer = new Writer(this.components, this.withSamples);
      write(writer);
      return writer.#lines.join('\n');
    });
    for (const line of text.split('\n')) this.#lines.push(line);
  }

  blank(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  toString(): string {
    return `${withVisibleControls(this.#lines.join('\n')).trimEnd()}\n`;
  }
}
