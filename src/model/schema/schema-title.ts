/**
 * What people call a schema: the last part of a dotted name, `Pod` of `io.k8s.api.core.v1.Pod`. A version stays with
 * what it is of: `Order.v2`. Namesakes are told apart by their whole names, which addresses have.
 */
export function schemaTitle(name: string): string {
  return /[^.]+(?:\.v?\d[^.]*)?$/.exec(name)?.[0] ?? name;
}
