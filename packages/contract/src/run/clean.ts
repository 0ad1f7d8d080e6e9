import type { Call } from '../calls/caller.ts';
import type { Left } from '../ownership/left.ts';
import type { Made, Workshop } from '../ownership/made.ts';
import type { Target } from '../test-cases/request.ts';

/** Deletes what the run has made, the last first and again as long as that helps, and tells what is left. */
export async function clean(
  workshop: Pick<Workshop, 'things' | 'nameless'>,
  target: Target,
  call: Call,
): Promise<Left[]> {
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    const left: Left[] = [];
    for (const made of workshop.things()) {
      const why = await remove(made, target, call);
      if (why !== undefined) left.push({ kind: made.resource.name, name: made.path, why });
    }
    if (left.length === 0 || left.length >= before) return [...left, ...workshop.nameless()];
    before = left.length;
  }
}

/** Why something could not be deleted; undefined when it is gone. */
async function remove({ resource, path }: Made, target: Target, call: Call): Promise<string | undefined> {
  const { name, remove: operation } = resource;
  if (!operation) return 'no operation deletes it';
  const keys = target.query.length > 0 ? `?${new URLSearchParams(target.query)}` : '';
  const request = {
    method: operation.method,
    url: target.baseUrl + path + keys,
    headers: target.credentials,
    body: new Uint8Array(),
  };
  const { exchange, findings } = await call(operation, `undo ${name}`, request);
  if (!exchange) return findings[0]?.message ?? 'it may not be deleted';
  const { status, body } = exchange.response;
  if (status < 300 || status === 404 || status === 410) return undefined;
  return `${operation.id}: ${status} ${Buffer.from(body).toString().slice(0, 200)}`.trim();
}
