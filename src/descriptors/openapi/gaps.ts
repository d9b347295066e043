import { componentReference } from '../../model/components.ts';
import { decodedText } from '../../model/decoded-text.ts';
import { splitPointer } from '../positions.ts';
import { componentNameOf, digest, type Section } from './component-names.ts';

/** A component that a reference names and nothing defines. */
interface Gap {
  readonly section: Section;
  readonly name: string;
  /** Name that the reference uses. */
  readonly wanted: string;
}

/** Components that references name and the descriptor lacks. */
export class Gaps {
  readonly #isDeclared: (section: Section, name: string) => boolean;
  /** Section and reference → gap. */
  readonly #gaps = new Map<string, Gap>();
  readonly #names = new Set<string>();

  constructor(isDeclared: (section: Section, name: string) => boolean) {
    this.#isDeclared = isDeclared;
  }

  /** The reference to the component that stands for what a broken reference names. */
  referTo(section: Section, ref: string): string {
    const key = `${section} ${ref}`;
    const gap = this.#gaps.get(key) ?? this.#open(key, section, wantedName(ref));
    return componentReference(section, gap.name);
  }

  list(): readonly Gap[] {
    return [...this.#gaps.values()];
  }

  #open(key: string, section: Section, wanted: string): Gap {
    const base = componentNameOf(wanted);
    const isTaken = this.#isDeclared(section, base) || this.#names.has(`${section} ${base}`);
    const gap = { section, name: isTaken ? `${base}_${digest(key)}` : base, wanted };
    this.#gaps.set(key, gap);
    this.#names.add(`${section} ${gap.name}`);
    return gap;
  }
}

/** The last part of a pointer, else the name of the file. */
function wantedName(ref: string): string {
  const [file = '', fragment = ''] = ref.split('#', 2);
  return splitPointer(decodedText(fragment)).at(-1) ?? (fragment || (file.split('/').at(-1) ?? ref));
}
