import type { Note } from '../common/errors.ts';
import { buildModel } from '../model/build.ts';
import type { ApiModel, Json, OpenApiDocument } from '../model/model.ts';
import { operationName } from '../model/operation-id.ts';
import { listOperations } from '../model/places.ts';
import { follow, joinPointer } from '../model/pointer.ts';
import { withServableRoutes } from '../model/routes.ts';
import { isObject, walk } from '../model/walk.ts';
import { emitServer } from '../server/index.ts';
import { emitTypes } from '../types/index.ts';
import { emitXmlCodecs, withSupportedXml } from '../xml.ts';

/**
 * A stub of what the service calls, `webhooks/server/index.ts` with types and codecs of its own: a handler for each webhook
 * at `/<name>`, and for each callback at `/<operationId>/<name>`.
 */
export function emitWebhooks(_model: ApiModel, bundled: OpenApiDocument, note: Note = () => {}): Map<string, string> {
  const described = describeCalls(bundled);
  if (Object.keys(described.paths).length === 0) return new Map();
  const built = buildModel(described, note, note);
  const model = withServableRoutes(withSupportedXml(built, note), note);
  const files = [...emitTypes(model), ...emitXmlCodecs(model), ...emitServer(model, note)];
  return new Map(files.map(([file, text]) => [`webhooks/${file}`, text]));
}

/** Tells the webhooks and callbacks of which no handlers are generated. */
export function noteWebhooks(bundled: OpenApiDocument, note: Note): void {
  const way = 'has no handler; --webhooks generates a stub of what the service calls';
  for (const name of Object.keys(bundled.webhooks ?? {}))
    note({ pointer: joinPointer('#/webhooks', name), message: way });
  for (const { pointer } of callbacksOf(bundled)) note({ pointer, message: way });
}

/** The webhooks and callbacks of a description as the paths of one. */
function describeCalls(bundled: OpenApiDocument): OpenApiDocument {
  const { webhooks, security: _security, servers: _servers, ...rest } = structuredClone(bundled);
  const described = {
    ...rest,
    paths: { ...byPath(webhooks), ...Object.fromEntries(callbacksOf(bundled).map(({ path, item }) => [path, item])) },
  };
  // The service sends these requests, so that they are of the direction that elsewhere responses are.
  walk(described, (node, kind) => {
    if (kind !== 'schema') return;
    const { readOnly, writeOnly } = node;
    for (const [key, value] of [
      ['readOnly', writeOnly],
      ['writeOnly', readOnly],
    ] as const)
      if (value === undefined) delete node[key];
      else node[key] = value;
  });
  return described;
}

const byPath = (items: Json = {}): Record<string, Json> =>
  Object.fromEntries(Object.entries(items).map(([name, item]) => [`/${encodeURIComponent(name)}`, item]));

/** A callback is called at an address that a request gives; the stub has it at one of its operation. */
function callbacksOf(bundled: OpenApiDocument): { pointer: string; path: string; item: Json }[] {
  return listOperations(bundled).flatMap(({ method, path, operation: { node, pointer } }) =>
    Object.entries<Json>(node.callbacks ?? {}).flatMap(([name, callback]) => {
      const at = joinPointer(pointer, 'callbacks', name);
      const items = Object.values<Json>(follow(bundled, callback, at).node).filter(isObject);
      const owner = encodeURIComponent(operationName(method, path, node.operationId));
      return items.slice(0, 1).map((item) => ({
        pointer: at,
        path: `/${owner}/${encodeURIComponent(name)}`,
        item: structuredClone(item),
      }));
    }),
  );
}
