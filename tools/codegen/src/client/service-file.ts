import { propertyKey } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel, SecurityRequirement, SecurityScheme } from '../model/model.ts';
import { isSendable } from '../model/security.ts';
import { usualServer } from '../model/servers.ts';
import { bracketed, docComment, quote } from './source.ts';

/** Names of the schemes of each combination, `[['key'], ['user', 'token']]`, as far as a client can send credentials. */
export function combinations(security: SecurityRequirement[], schemes: ApiModel['securitySchemes']): string {
  const isSent = (name: string) => isSendable(schemes.get(name)!);
  const lists = security.map((requirement) => Object.keys(requirement).filter(isSent).map(quote));
  return `[${lists.map((names) => `[${names.join(', ')}]`).join(', ')}]`;
}

/** `client/service.ts`: what the runtime knows of the whole service, and the type of the credentials. */
export function serviceFile(model: ApiModel): string {
  const entries = [...model.securitySchemes].filter(([, scheme]) => isSendable(scheme));
  const schemes = entries.map(([name, scheme]) => `${propertyKey(name)}: ${carry(scheme)}`);
  const types = entries.map(
    ([name, scheme]) =>
      `${docComment([about(scheme)], '  ')}  ${propertyKey(name)}?: ${valueType(scheme)} | undefined;`,
  );
  const auth = `/** Credentials by security scheme. A call takes those of the first combination that its operation allows. */
export type Auth = {
${types.join('\n')}
};`;
  const security = `security: {
    schemes: ${bracketed('{}', schemes, '    ')},
    requirements: ${combinations(model.security, model.securitySchemes)},
  }`;
  const { requestId = describedRequestId(model), ignoredInput } = model.headers;
  const baseUrl = usualServer(model.document);
  const members = [
    ...(baseUrl === undefined ? [] : [`baseUrl: ${quote(baseUrl)}`]),
    ...(requestId === undefined ? [] : [`requestId: ${quote(requestId)}`]),
    ...(ignoredInput === undefined ? [] : [`ignoredInput: ${quote(ignoredInput)}`]),
    ...(entries.length > 0 ? [security] : []),
    ...(model.errors.length > 0 ? ['errors'] : []),
    ...(hasXml(model) ? ['readXml: xmlTexts'] : []),
  ];
  const functions = entries.map(([, scheme]) => carry(scheme).replace(/\(.*/, ''));
  const imported = ['BasicCredentials', 'Secret'].filter((type) => new RegExp(`\\b${type}\\b`).test(types.join()));
  const { json } = model;
  const middleware = `\n\n/** Middleware: sends bodies, and asks for them, as JSON instead of XML. */
export const inJson: Middleware = /* @__PURE__ */ jsonBodies(${quote(json ?? '')});`;
  return sourceFile(
    model,
    [
      `import { ${[...new Set(functions), ...(json ? ['jsonBodies', 'type Middleware'] : []), ...(hasXml(model) ? ['xmlTexts'] : []), ...imported.map((type) => `type ${type}`), 'type Service'].join(', ')} } from '@mailwright/client-runtime';`,
      ...(model.errors.length > 0 ? [`import { errors } from './errors.ts';`] : []),
    ],
    `${entries.length > 0 ? `${auth}\n\n` : ''}export const service: Service = {${members.map((member) => `\n  ${member},`).join('')}\n};${json ? middleware : ''}`,
  );
}

const hasXml = ({ operations }: ApiModel): boolean =>
  operations.some(({ responses }) => responses.some(({ contents }) => contents.some(({ kind }) => kind === 'xml')));

/** The header with which most responses say the id of a request, and not the id that its client gave it. */
function describedRequestId({ operations }: ApiModel): string | undefined {
  const counts = new Map<string, number>();
  for (const { responses } of operations)
    for (const { headers } of responses)
      for (const { name } of headers)
        if (/^([\w-]+-)?(request|correlation)-?id$/i.test(name) && !/client/i.test(name))
          counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** The function of the runtime that adds the credentials of a scheme. */
function carry({ type, in: place, name = '', scheme = '' }: SecurityScheme): string {
  const places = { header: 'keyInHeader', query: 'keyInQuery', cookie: 'keyInCookie' };
  if (type === 'apiKey') return `${places[place!]}(${quote(name)})`;
  if (type !== 'http' || scheme === 'bearer') return 'bearerAuth';
  return scheme === 'basic' ? 'basicAuth' : `httpAuth(${quote(scheme.replace(/^./, (first) => first.toUpperCase()))})`;
}

const valueType = ({ type, scheme }: SecurityScheme): string =>
  type === 'http' && scheme === 'basic' ? 'Secret<string | BasicCredentials>' : 'Secret';

function about({ type, in: place, name, scheme, description }: SecurityScheme): string {
  if (description) return description;
  if (type === 'apiKey') return `The key in the ${place} \`${name}\`.`;
  if (type !== 'http' || scheme === 'bearer') return 'The bearer token.';
  return scheme === 'basic'
    ? 'User name and password of HTTP Basic.'
    : `What stands behind \`${scheme}\` in \`Authorization\`.`;
}
