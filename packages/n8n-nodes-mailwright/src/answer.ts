import type { HttpResponse } from './n8n.ts';

/**
 * Returns what a successful answer holds, as the items of a workflow: each member of a list is one, a value that is no object is
 * `{ value }`, and an answer without a body is `{ success: true }`.
 * @throws Error with the words of the service, and the status, if it has refused the request
 */
export function itemsOf({ statusCode, headers, body }: HttpResponse): Record<string, unknown>[] {
  const text = typeof body === 'string' ? body : '';
  const isJson = /[/+]json\b/.test(String(headers['content-type'] ?? ''));
  const value: unknown = typeof body !== 'string' ? body : isJson && text !== '' ? JSON.parse(text) : text;
  if (statusCode >= 400) throw new Error(refusalOf(statusCode, value));
  if (value === '' || value === undefined || value === null) return [{ success: true }];
  return (Array.isArray(value) ? value : [value]).map(asObject);
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value };

function refusalOf(status: number, value: unknown): string {
  const message = (value as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? `${message} (status ${status})` : `The service answered with status ${status}.`;
}
