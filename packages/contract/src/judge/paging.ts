import type { Operation } from '@mailwright/codegen/description';
import { type Exchange, header } from '../exchange/exchange.ts';
import { breach, type Finding } from './finding.ts';

interface Link {
  rel: string;
  url: string;
}

/** `<https://x/1>; rel="next", <https://x/2>; rel="prev"` (RFC 8288 section 3); undefined when it is not of that form. */
export function parseLinks(value: string): Link[] | undefined {
  const links: Link[] = [];
  const pattern = /\s*<([^>]*)>\s*((?:;\s*[\w-]+\*?\s*=\s*(?:"[^"]*"|[^",;\s]+)\s*)*)(?:,|$)/y;
  while (pattern.lastIndex < value.length) {
    const found = pattern.exec(value);
    if (!found) return undefined;
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]+))/i.exec(found[2]!);
    for (const each of (rel?.[1] ?? rel?.[2] ?? '').split(/\s+/)) links.push({ rel: each, url: found[1]! });
  }
  return links;
}

/** Checks that the paging headers are consistent, for operations with `x-paging`. */
export function judgePaging({ paging, parameters }: Operation, { request, response }: Exchange): Finding[] {
  if (!paging || response.status !== 200) return [];
  const findings: Finding[] = [];
  const items = number(header(response.headers, paging.total.toLowerCase()));
  const pages = number(header(response.headers, paging.pages.toLowerCase()));
  const url = new URL(request.url);
  const asked = (name: string) => {
    const parameter = parameters.find((each) => (each.wire ?? each.name) === name);
    return number(url.searchParams.get(name) || undefined) ?? number(String(parameter?.default));
  };
  const [size, index] = [asked(paging.size), asked(paging.index)];
  if (items !== undefined && pages !== undefined && size !== undefined && pages !== Math.ceil(items / size))
    findings.push(
      breach('paging', `${paging.pages} is ${pages}, but ${items} items make ${Math.ceil(items / size)} pages`),
    );

  const value = header(response.headers, 'link');
  if (value === undefined) return findings;
  const links = parseLinks(value);
  if (!links) return [...findings, breach('paging', `Link does not conform to RFC 8288: ${value}`)];
  const has = (rel: string) => links.some((link) => link.rel === rel);
  if (pages !== undefined && index !== undefined) {
    if (index < pages !== has('next'))
      findings.push(breach('paging', `Link has ${has('next') ? 'a' : 'no'} rel="next" on page ${index} of ${pages}`));
    if (index === 1 && has('prev')) findings.push(breach('paging', 'Link has a rel="prev" on the first page'));
  }
  for (const { rel, url: target } of links) findings.push(...lostParameters(url, rel, target, paging.index));
  return findings;
}

/** A link keeps the parameters of the request, but for the index of the page. */
function lostParameters(url: URL, rel: string, target: string, index: string): Finding[] {
  if (!URL.canParse(target, url.href)) return [breach('paging', `Link rel="${rel}" is no URL: ${target}`)];
  const kept = new URL(target, url.href).searchParams;
  const names = new Set([...url.searchParams.keys()].filter((name) => name !== index));
  const lost = [...names].filter(
    (name) => url.searchParams.getAll(name).sort().join('\n') !== kept.getAll(name).sort().join('\n'),
  );
  return lost.map((name) =>
    breach('paging', `Link rel="${rel}" does not contain the parameter ${name} of the request`),
  );
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
