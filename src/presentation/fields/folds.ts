import type { FieldRow, ShapeContent } from './field-shape.ts';

/** Number of characters, about three lines, above which the description of a row is folded. */
export const LONGEST_UNFOLDED = 260;

/** Mutable form of a shape or row that is being built. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] };

/** Depth to which lists are open initially, within {@link OPEN_ROWS}. */
const OPEN_TO_DEPTH = 4;
/** Maximum number of visible rows of a body. */
const OPEN_ROWS = 60;
/** Maximum depth of indented rows; deeper rows show their path instead. */
export const DEEPEST_INDENT = 6;

/**
 * Opens rows (READING §2), outer lists first and all rows of a list together, up to {@link OPEN_ROWS} visible rows;
 * rows that most messages have stay closed. The same limit applies again inside each closed row, so that opening it
 * shows a similar number of rows.
 */
export function setFolds(content: ShapeContent): void {
  let seen = countOfRows(content);
  let lists = listsOf(content);
  for (let depth = 1; depth < OPEN_TO_DEPTH; depth += 1) {
    const inside: (readonly FieldRow[])[] = [];
    for (const list of lists) {
      const rows = list.filter((row) => row.content.isCommon !== true);
      for (const row of list) if (row.content.isCommon === true) setFolds(row.content);
      const count = rows.reduce((sum, row) => sum + countOfRows(row.content), 0);
      if (seen + count > OPEN_ROWS) {
        for (const row of rows) setFolds(row.content);
        continue;
      }
      seen += count;
      for (const row of rows) (row as Draft<FieldRow>).open = true;
      inside.push(...rows.flatMap((row) => listsOf(row.content)));
    }
    lists = inside;
  }
  for (const row of lists.flat()) setFolds(row.content);
}

/** Whether a body has more rows than can be open initially. */
export function isLong(content: ShapeContent): boolean {
  const rowsIn = (inside: ShapeContent): number =>
    listsOf(inside)
      .flat()
      .reduce((sum, row) => sum + 1 + rowsIn(row.content), 0);
  return rowsIn(content) > OPEN_ROWS;
}

/** Whether content is foldable; a line or two, such as the values of a map, is not. */
export function isFold({ rows, variants }: ShapeContent): boolean {
  const only = rows.length === 1 ? rows[0] : undefined;
  const isLine = only !== undefined && only.title !== null && isLeaf(only.content);
  return (rows.length > 0 && !isLine) || variants.length > 0;
}

function isLeaf({ rows, variants }: ShapeContent): boolean {
  return rows.length === 0 && variants.length === 0;
}

/** Number of foldable rows in a body. */
export function countOfFolds({ rows, variants }: ShapeContent): number {
  let count = 0;
  for (const { content } of rows) count += (isFold(content) ? 1 : 0) + countOfFolds(content);
  for (const group of variants) for (const { content } of group.variants) count += countOfFolds(content);
  return count;
}

/** Flattens rows below {@link DEEPEST_INDENT}: the nested rows of a row follow it as siblings. */
export function withoutDeepIndents(content: ShapeContent, depth = 1): ShapeContent {
  const rows = content.rows.flatMap((row): readonly FieldRow[] => {
    const inside = withoutDeepIndents(row.content, depth + 1);
    if (depth < DEEPEST_INDENT) return [Object.assign(row, { content: inside })];
    return [Object.assign(row, { content: { ...inside, rows: [] } }), ...inside.rows];
  });
  const variants = content.variants.map((group) => ({
    ...group,
    variants: group.variants.map((variant) =>
      Object.assign(variant, { content: withoutDeepIndents(variant.content, depth) }),
    ),
  }));
  return { ...content, rows, variants };
}

function countOfRows({ rows, variants }: ShapeContent): number {
  let count = rows.length;
  for (const group of variants) for (const { content } of group.variants) count += countOfRows(content);
  return count;
}

/** Lists the row lists of a content and of its variants. */
function listsOf({ rows, variants }: ShapeContent): readonly (readonly FieldRow[])[] {
  const inVariants = variants.flatMap((group) => group.variants.flatMap((variant) => listsOf(variant.content)));
  return rows.length === 0 ? inVariants : [rows, ...inVariants];
}
