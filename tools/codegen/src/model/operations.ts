import { DescriptionError, type Note, UnsupportedError } from '../common/errors.ts';
import { groupName } from '../common/names.ts';
import { buildBodies, buildResponses } from './contents.ts';
import { flatParameters } from './flat-parameters.ts';
import type { Content, FlatParameter, Method, OpenApiDocument, Operation } from './model.ts';
import { objectParameters } from './object-parameters.ts';
import { isObjectSchema } from './object-schema.ts';
import { pagingOf } from './paging.ts';
import { buildParameter, checkNames, isIdempotencyKey, listParameters, nameApart } from './parameters.ts';
import { describeQuery, sentPath } from './path-query.ts';
import type { Place } from './places.ts';
import { joinPointer, type Located } from './pointer.ts';
import { refuseBroken } from './refuse-broken.ts';
import { tellsSecret } from './secrets.ts';
import { securityOf } from './security.ts';
import { ownServers } from './servers.ts';

/** @throws UnsupportedError, DescriptionError */
export function buildOperation(document: OpenApiDocument, place: Place, note: Note = () => {}): Operation {
  const { method, path, pathItem, operation } = place;
  const { node, pointer } = operation;
  refuseBroken(document, place);
  if (isBodiless(method) && node.requestBody)
    note({
      pointer: joinPointer(pointer, 'requestBody'),
      message: `is read by the stub and not sent by the client: fetch sends no body with ${method}`,
    });
  describeQuery(document, { method, path, pathItem, operation });
  const [tag] = node.tags ?? [];
  const security = securityOf(document, node.security ?? document.security, node.security ? pointer : '#');
  const bodies = buildBodies(document, operation);
  const lists = [
    { node: pathItem.node.parameters, pointer: joinPointer(pathItem.pointer, 'parameters') },
    { node: node.parameters, pointer: joinPointer(pointer, 'parameters') },
  ];
  const listed = listParameters(document, lists, note);
  const choice = hasChoice(bodies.bodies);
  const taken = [...(bodies.bodies.length > 0 ? ['body'] : []), ...(choice ? ['contentType'] : [])];
  const located = objectParameters(document, listed, note);
  const { parameters, constants } = nameApart(
    located.map((parameter) => buildParameter(document, parameter, note)),
    (index, message) => note({ pointer: located[index]!.pointer, message }),
    taken,
  );
  for (const { node: parameter, pointer: at } of listed)
    if (parameter.allowReserved === true)
      note({
        pointer: joinPointer(at, 'allowReserved'),
        message: 'is not used: reserved characters are percent-encoded, which means the same',
      });
  const isConstant = ({ node: { in: place, name } }: Located) =>
    place === 'query' && constants.some((each) => each.name === name);
  checkNames(
    parameters,
    located.filter((each) => !isConstant(each)).map((parameter) => parameter.pointer),
    taken,
  );
  if (bodies.bodies.some(({ stream }) => stream) && parameters.some(isIdempotencyKey))
    throw new DescriptionError([
      {
        pointer,
        message: 'x-stream does not go with Idempotency-Key: a body is compared with the first one as a whole',
      },
    ]);
  const paging = pagingOf(document, operation);
  const result: Operation = {
    id: node.operationId,
    clientName: node['x-client-name'] ?? node.operationId,
    group: tag === undefined ? 'default' : groupName(tag),
    groupTitle: tag ?? 'Default',
    method,
    path: sentPath(path),
    ...(sentPath(path) === path ? {} : { key: path }),
    ...ownServers(document, pathItem, operation),
    aliases: node['x-aliases'] ?? [],
    acceptAliases: node['x-accept-aliases'] ?? [],
    summary: node.summary ?? '',
    description: node.description ?? '',
    right: node['x-right'] ?? method.toLowerCase(),
    ...(node['x-privilege'] ? { privilege: node['x-privilege'] } : {}),
    retry: node['x-retry'] ?? defaultRetry(method),
    timeout: node['x-timeout'] ?? 30,
    ...(paging && { paging }),
    ...(node['x-sealed'] ? { sealed: node['x-sealed'] } : {}),
    ...(node['x-confirm'] === true && { confirm: true as const }),
    longRunning: node['x-long-running'] === true,
    ...(tellsSecret(document, operation) && { secret: true as const }),
    secured: isSecured(node.security ?? document.security),
    ...(security.length > 0 && { security }),
    deprecated: node.deprecated === true,
    ...(node.deprecated === true && {
      ...(node['x-deprecated-since'] && { deprecatedSince: node['x-deprecated-since'] }),
      ...(node['x-sunset'] && { sunset: node['x-sunset'] }),
    }),
    parameters,
    ...flatOf(document, located, [...parameters.map(({ name }) => name), ...taken]),
    ...(constants.length > 0 && { constants }),
    ...bodies,
    responses: buildResponses(document, operation, method),
  };
  checkTemplates(result, pointer);
  return result;
}

/** Members of objects that have no name of another parameter. */
function flatOf(document: OpenApiDocument, located: Located[], taken: readonly string[]): Pick<Operation, 'flat'> {
  const names = new Set(taken);
  const flat = located.flatMap((object): FlatParameter[] => {
    const of = object.node.name;
    const { form } = buildParameter(document, object);
    if (object.node.in !== 'query' || form?.deep === undefined || !isObjectSchema(object.node.schema)) return [];
    return flatParameters(object)
      .map((member) => ({
        ...buildParameter(document, member),
        of,
        ...(member.node['x-needed'] && { needed: true as const }),
      }))
      .filter(({ name }) => !names.has(name) && names.add(name));
  });
  return flat.length > 0 ? { flat } : {};
}

/** Reports whether bodies are of several kinds, so that callers must name one. A twin is the same kind in another encoding. */
export const hasChoice = (bodies: readonly Content[]): boolean =>
  bodies.filter(({ twinOf }) => twinOf === undefined).length > 1 ||
  bodies.some(({ mediaType }) => mediaType.includes('*'));

/** Methods with which `fetch` sends no body. */
export const isBodiless = (method: Method): boolean => method === 'GET' || method === 'HEAD';

/** OPTIONS is seldom sent by programs. */
const SAFE: readonly Method[] = ['GET', 'HEAD', 'QUERY', 'PROPFIND', 'REPORT', 'SEARCH'];

function defaultRetry(method: Method): Operation['retry'] {
  if (SAFE.includes(method)) return 'safe';
  return method === 'PUT' || method === 'DELETE' ? 'idempotent' : 'never';
}

/** An empty requirement among others makes authentication optional (OpenAPI 3.1, security requirement object). */
function isSecured(security: object[] = []): boolean {
  return security.length > 0 && !security.some((requirement) => Object.keys(requirement).length === 0);
}

/** Every `{name}` of path and aliases must be a path parameter, and every path parameter must stand in the path. */
function checkTemplates({ path, aliases, parameters, sealed }: Operation, pointer: string): void {
  const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name, wire = name }) => wire);
  const fault = (message: string) => new UnsupportedError([{ pointer, message }]);
  for (const template of [path, ...aliases.map((alias) => alias.path)]) {
    const names = [...template.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]!);
    for (const name of names)
      if (!declared.includes(name)) throw fault(`"${template}" names {${name}}, but there is no such path parameter`);
    for (const name of declared)
      if (!names.includes(name)) throw fault(`path parameter "${name}" does not stand in "${template}"`);
  }
  if (sealed !== undefined && !declared.includes(sealed))
    throw new DescriptionError([
      { pointer, message: `x-sealed names "${sealed}", but there is no such path parameter` },
    ]);
}
