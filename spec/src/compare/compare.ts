import { SchemaComparison } from './compare-schema.ts';
import { type Difference, join } from './difference.ts';
import { METHODS, type OpenApiDocument } from './document.ts';
import { resolve } from './flatten.ts';
import { compareCallbacks, compareIncoming } from './incoming.ts';
import { compareSecurity } from './security.ts';
import { compareEncoding, compareStyle } from './style.ts';

type Node = OpenApiDocument;

/** Some parameters are documents of a media type. */
const schemaOf = ({ schema, content = {} }: Node): Node => schema ?? Object.values<Node>(content)[0]?.schema ?? {};

/** The operation with the parameters of its path. */
function operationIn(document: OpenApiDocument, path: string, method: string): Node | undefined {
  const item = resolve(document, document.paths?.[path]) ?? {};
  const operation = item[method];
  if (!operation || !item.parameters) return operation;
  return { ...operation, parameters: [...item.parameters, ...(operation.parameters ?? [])] };
}

/** What of the present description breaks clients of the released one. */
export function compare(released: OpenApiDocument, present: OpenApiDocument): Difference[] {
  const differences: Difference[] = [];
  const schemas = new SchemaComparison(released, present);
  const report = (pointer: string, message: string) => {
    differences.push({ pointer, message });
  };
  const comparison = { released, present, schemas, report };

  for (const path of Object.keys(released.paths ?? {})) {
    for (const method of METHODS) {
      const pointer = join('#/paths', path, method);
      const [old, now] = [released, present].map((each) => operationIn(each, path, method));
      if (!old) continue;
      if (now) compareOperation(old, now, pointer);
      else report(pointer, `${old.operationId ?? `${method.toUpperCase()} ${path}`} is gone`);
    }
  }
  compareIncoming(comparison, released.webhooks ?? {}, present.webhooks ?? {}, '#/webhooks');
  return unique([...differences, ...schemas.differences]);

  function compareOperation(old: Node, now: Node, pointer: string) {
    for (const key of ['operationId', 'tags', 'x-client-name', 'x-right', 'x-paging']) {
      if (JSON.stringify(old[key]) !== JSON.stringify(now[key])) report(pointer, `${key} changed`);
    }
    for (const alias of old['x-aliases'] ?? []) {
      const kept = (now['x-aliases'] ?? []).some(
        ({ method, path }: Node) => method === alias.method && path === alias.path,
      );
      if (!kept) report(pointer, `the alias ${alias.method} ${alias.path} is gone`);
    }
    for (const message of compareSecurity(released, old, present, now)) report(join(pointer, 'security'), message);
    compareParameters(old, now, pointer);
    compareBody(old, now, join(pointer, 'requestBody'));
    compareAnswers(old, now, join(pointer, 'responses'));
    compareCallbacks(comparison, old, now, pointer);
  }

  function compareParameters(old: Node, now: Node, pointer: string) {
    const before = byName(released, old);
    const after = byName(present, now);
    for (const [name, parameter] of before) {
      const next = after.get(name);
      if (!next) {
        report(pointer, `parameter ${name} is gone`);
        continue;
      }
      if (next.required && !parameter.required) report(pointer, `parameter ${name} is required now`);
      for (const alias of parameter['x-aliases'] ?? []) {
        if (!next['x-aliases']?.includes(alias)) report(pointer, `parameter ${name} is no longer read as ${alias}`);
      }
      for (const message of compareStyle(parameter, next)) report(pointer, `parameter ${name} ${message}`);
      const [schema, nextSchema] = [schemaOf(parameter), schemaOf(next)];
      if (JSON.stringify(schema.default) !== JSON.stringify(nextSchema.default)) {
        report(pointer, `the default of parameter ${name} changed`);
      }
      const [plain, nextPlain] = [schema, nextSchema].map(({ default: _, ...rest }) => rest);
      schemas.compare(plain!, nextPlain!, join(pointer, 'parameters', name), 'sent');
    }
    for (const [name, parameter] of after) {
      if (parameter.required && !before.has(name)) report(pointer, `parameter ${name} is new and required`);
    }
  }

  function compareBody(old: Node, now: Node, pointer: string) {
    const before = resolve(released, old.requestBody);
    const after = resolve(present, now.requestBody);
    if (after?.required && !before?.required) report(pointer, 'a body is required now');
    for (const [mediaType, media] of Object.entries<Node>(before?.content ?? {})) {
      const next = after?.content?.[mediaType];
      if (next) {
        schemas.compare(media.schema ?? {}, next.schema ?? {}, join(pointer, mediaType), 'sent');
        for (const message of compareEncoding(media, next)) report(join(pointer, mediaType), message);
      } else report(pointer, `${mediaType} is no longer taken`);
    }
  }

  /** Successes must stay what they are; errors may come and go, but their documents must stay. */
  function compareAnswers(old: Node, now: Node, pointer: string) {
    const [given, left] = [old.responses ?? {}, now.responses ?? {}];
    const successes = (responses: Node) => Object.keys(responses).filter((status) => status < '300');
    for (const status of successes(left)) if (!given[status]) report(pointer, `success ${status} is new`);
    for (const status of successes(given)) if (!left[status]) report(pointer, `success ${status} is gone`);
    for (const [status, response] of Object.entries<Node>(given)) {
      if (!left[status]) continue;
      const before = resolve(released, response);
      const after = resolve(present, left[status]);
      for (const [name, header] of Object.entries<Node>(before.headers ?? {})) {
        const next = resolve(present, after.headers?.[name]);
        if (next === undefined) {
          report(pointer, `${status} lost the header ${name}`);
          continue;
        }
        const described = resolve(released, header);
        if (described.required === true && next.required !== true)
          report(pointer, `${status} may lack the header ${name} now`);
        for (const message of compareStyle({ in: 'header', ...described }, { in: 'header', ...next }))
          report(pointer, `the header ${name} of ${status} ${message}`);
        schemas.compare(schemaOf(described), schemaOf(next), join(pointer, status, 'headers', name), 'received');
      }
      for (const [mediaType, media] of Object.entries<Node>(before.content ?? {})) {
        const next = after.content?.[mediaType];
        if (next) schemas.compare(media.schema ?? {}, next.schema ?? {}, join(pointer, status, mediaType), 'received');
        else report(pointer, `${status} is no longer answered as ${mediaType}`);
      }
    }
  }
}

function byName(document: OpenApiDocument, operation: Node): Map<string, Node> {
  const parameters = (operation.parameters ?? []).map((parameter: Node) => resolve(document, parameter));
  return new Map(parameters.map((parameter: Node) => [`${parameter.name} in ${parameter.in}`, parameter]));
}

function unique(differences: Difference[]): Difference[] {
  return [
    ...new Map(differences.map((difference) => [`${difference.pointer} ${difference.message}`, difference])).values(),
  ];
}
