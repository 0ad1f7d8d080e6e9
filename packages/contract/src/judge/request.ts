import type { Operation, Parameter } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import type { IHttpRequest } from '../contract/prism.ts';
import { header, type SentRequest } from '../exchange/exchange.ts';
import { findContent, readBody } from './document.ts';
import type { Finding, Rule } from './finding.ts';

/** A request in the form that Prism reads, and what could not be brought into that form. */
export interface ReadRequest {
  request: IHttpRequest;
  findings: Finding[];
}

/**
 * Parameters under their own names in their declared spelling, the body as JSON, the path as the description has it.
 * @param values values of the path parameters
 */
export function readRequest(
  contract: Contract,
  operation: Operation,
  values: Record<string, string>,
  sent: SentRequest,
): ReadRequest {
  const { body, headers, findings } = readRequestBody(contract, operation, sent);
  const path = operation.path.replace(/\{([^}]*)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
  const request = {
    method: operation.method.toLowerCase() as IHttpRequest['method'],
    url: { path, query: readQuery(operation.parameters, new URL(sent.url).searchParams) },
    headers,
    body,
  };
  return { request, findings };
}

function readRequestBody(
  contract: Contract,
  { bodies, bodyRequired }: Operation,
  { headers, body, bodyLost }: SentRequest,
) {
  const findings: Finding[] = [];
  const found = (rule: Rule, message: string) =>
    findings.push({ rule, about: 'request', level: 'note', message: `Request body: ${message}` });
  const own = Object.fromEntries(
    headers.map(([name, value]) => [name.toLowerCase(), value]).filter(([name]) => name !== 'content-length'),
  );
  delete own['content-type'];
  if (body.length === 0) {
    if (bodyRequired && !bodyLost) found('body', 'is required');
    return { findings, headers: own, body: undefined };
  }
  if (bodies.length === 0) return { findings, headers: own, body: undefined };
  const sent = header(headers, 'content-type') ?? bodies[0]!.mediaType;
  const content = findContent(bodies, sent);
  if (!content) {
    found('media-type', `must be ${bodies.map(({ mediaType }) => mediaType).join(' or ')} but was ${sent}`);
    return { findings, headers: own, body: undefined };
  }
  const { maxBody } = contract.model;
  if (body.length > maxBody) {
    found('body', `is longer than ${maxBody} bytes`);
    return { findings, headers: own, body: undefined };
  }
  const read = readBody(contract, content, sent, 'request', body);
  if ('rule' in read) {
    found(read.rule, read.message);
    return { findings, headers: own, body: undefined };
  }
  return { findings, headers: { ...own, 'content-type': read.mediaType }, body: read.value };
}

function readQuery(parameters: Parameter[], search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const parameter of parameters.filter((each) => each.in === 'query')) {
    const names = [parameter.name, ...parameter.aliases];
    const values = [...search].filter(([name]) => names.some((each) => means(each, name))).map(([, value]) => value);
    if (values.length === 0) continue;
    const spelled = values.map((value) => declaredSpelling(parameter, value));
    query[parameter.name] = spelled.length === 1 ? spelled[0]! : spelled;
  }
  return query;
}

/** Reports whether a name is the parameter's, or one of its aliases, in which `*` stands for letters and digits. */
function means(known: string, name: string): boolean {
  const [head = '', tail] = known.split('*');
  if (tail === undefined) return name === known;
  const middle = name.slice(head.length, name.length - tail.length);
  return name.startsWith(head) && name.endsWith(tail) && /^[a-z0-9]+$/i.test(middle);
}

/** `x-ignore-case`: the value of the enumeration that was meant. */
function declaredSpelling({ ignoreCase, array, schema }: Parameter, value: string): string {
  if (!ignoreCase) return value;
  const forms: unknown[] = (array ? schema.items?.enum : schema.enum) ?? [];
  return forms.map(String).find((form) => form.toLowerCase() === value.toLowerCase()) ?? value;
}
