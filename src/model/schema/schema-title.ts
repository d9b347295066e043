/**
 * Display name of a schema: the last part of a dotted name, `Pod` of `io.k8s.api.core.v1.Pod`. A version stays with the
 * name before it: `Order.v2`. Namesakes are distinguished by their whole names, which addresses have.
 */
export function schemaTitle(name: string): string {
  return /[^.]+(?:\.v?\d[^.]*)?$/.exec(name)?.[0] ?? name;
}
