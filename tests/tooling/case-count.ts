/**
 * How many cases a property is tried on: all of them where CI is set, as continuous integration does; a fifth on a
 * machine where a person waits. A seed gives the same cases either way, the fifth being the first of them.
 */
export function caseCount(all: number): number {
  const { CI } = process.env;
  return CI === undefined || CI === '' || CI === 'false' ? Math.ceil(all / 5) : all;
}
