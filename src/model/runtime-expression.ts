/**
 * What a link sends along: a runtime expression (`$response.body#/id`) as it stands, any other value as JSON (OpenAPI
 * 3.2 §4.13).
 */
export function expressionText(value: unknown): string {
  return typeof value === 'string' && value.includes('$') ? value : JSON.stringify(value);
}
