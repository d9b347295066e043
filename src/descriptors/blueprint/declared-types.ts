import type { Block, ListItem, Section } from './blocks.ts';
import { type Declaration, parseDeclaration } from './declaration.ts';
import { headingOf } from './headings.ts';
import { keywordOf, typeIn } from './payloads.ts';

/** Headings of the parts of a data structure. */
const TYPE_PART = /^(?:Properties|Items|Members|Sample|Default)\b/i;

/** Data structure with a name: of a section “Data Structures”, or the attributes of a named resource. */
export interface DeclaredType {
  readonly name: string;
  readonly declared: Declaration;
  readonly blocks: Block[];
  readonly section: Section;
}

/** Lists the declared types in the order of the text; names may occur repeatedly. */
export function declaredTypes(sections: readonly Section[]): readonly DeclaredType[] {
  return sections.flatMap((section, index) => {
    const heading = headingOf(section);
    if (heading?.kind === 'types') return structuresAfter(index, sections);
    return heading?.kind === 'resource' && heading.name !== '' ? attributesOf(section, heading.name) : [];
  });
}

/** Payloads that `+ Model` declares, by the names of their resources. */
export function declaredModels(sections: readonly Section[]): ReadonlyMap<string, ListItem> {
  const models = sections.flatMap((section) => {
    const heading = headingOf(section);
    const found = section.blocks.flatMap((block) => keywordOf(block) ?? []);
    return found.flatMap(({ keyword, item }) =>
      keyword === 'model' ? [[heading?.kind === 'resource' ? heading.name : '', item] as const] : [],
    );
  });
  return new Map(models);
}

function attributesOf(section: Section, name: string): readonly DeclaredType[] {
  return section.blocks.flatMap((block) => {
    const found = keywordOf(block);
    return found?.keyword === 'attributes'
      ? [{ name, declared: typeIn(found.first), blocks: found.item.blocks, section }]
      : [];
  });
}

function structuresAfter(index: number, sections: readonly Section[]): readonly DeclaredType[] {
  const types: DeclaredType[] = [];
  for (let at = index + 1; at < sections.length; at++) {
    const below = sections[at];
    if (below === undefined || headingOf(below) !== null) break;
    const { title: header, start, blocks, level } = below;
    const last = types.at(-1);
    if (TYPE_PART.test(header) && last !== undefined && level > last.section.level)
      last.blocks.push({ kind: 'item', header, start, end: start, blocks });
    else {
      const declared = parseDeclaration(header);
      types.push({ name: declared.name, declared, blocks: [...blocks], section: below });
    }
  }
  return types;
}
