import { parseEmail } from '../people/index.ts';

const maxLength = 320;
export type ExpressionFault = 'syntax' | 'never_matches';

/**
 * Reads an expression: an address, `*@domain`, `local@*`, or a domain below which all domains match, `*@*.example.org` and
 * `local@*.example.org`. The normal form is in lower case, the domain in A-labels. What has another form is `syntax`; what
 * has the form, but parts that no address has, is `never_matches`.
 */
export function parseExpression(text: string): { expression: string } | { reason: ExpressionFault } {
  const at = text.lastIndexOf('@');
  if (at < 0 || text.length > maxLength) return { reason: 'syntax' };
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const below = domain.startsWith('*.');
  const fixedDomain = below ? domain.slice(2) : domain;
  const anyLocal = local === '*';
  const anyDomain = domain === '*';
  const misplaced = (local.includes('*') && !anyLocal) || (fixedDomain.includes('*') && !anyDomain);
  if (misplaced || (anyLocal && anyDomain)) return { reason: 'syntax' };

  // The fixed parts are judged as those of the shortest address that could match.
  const label = below ? 'x.' : '';
  const sample = parseEmail(`${anyLocal ? 'x' : local}@${anyDomain ? 'x.org' : label + fixedDomain}`);
  if (sample === undefined) return { reason: 'never_matches' };
  const [sampleLocal, sampleDomain] = sample.folded.split('@') as [string, string];
  const normalDomain = below ? `*.${sampleDomain.slice(label.length)}` : sampleDomain;
  return { expression: `${anyLocal ? '*' : sampleLocal}@${anyDomain ? '*' : normalDomain}` };
}
