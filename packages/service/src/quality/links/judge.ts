import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { FetchAnswer } from '../../platform/fetch/fetch.ts';
import { parseEmail } from '../../platform/text/email.ts';
import type { Finding } from '../findings/findings.ts';
import { decodeUrl, type FoundLink } from './find.ts';

const manyRedirects = 3;
type Fault = Pick<Finding, 'code' | 'severity' | 'message'>;

const error = (code: string, message: string): Fault => ({ code, severity: 'error', message });
const warning = (code: string, message: string): Fault => ({ code, severity: 'warning', message });

/** Returns the faults of a link as written. */
export function judgeAddress({ url, label }: FoundLink, anchors: ReadonlySet<string>): Fault[] {
  if (url === '') return [error('link_empty', 'A link has no address.')];
  if (url.startsWith('#')) {
    if (url === '#') return [error('link_empty', 'A link leads nowhere: "#".')];
    return anchors.has(decodeUrl(url.slice(1)))
      ? []
      : [error('anchor_missing', `The mail has no element with the id of the link ${url}.`)];
  }
  if (!URL.canParse(url)) return [error('link_address', 'The URL is incomplete; it must begin with https://.')];
  const { protocol, hostname, pathname } = new URL(url);
  switch (protocol) {
    case 'mailto:': {
      const addresses = decodeUrl(pathname)
        .split(',')
        .filter((address) => address.trim() !== '');
      const bad = addresses.find((address) => parseEmail(address.trim()) === undefined);
      return bad === undefined ? [] : [error('mailto_address', `"${bad}" is not an email address.`)];
    }
    case 'tel:':
      return /^\+?[\d().\s-]{3,30}(;.*)?$/.test(decodeUrl(pathname))
        ? []
        : [error('tel_number', 'The telephone number is not valid.')];
    case 'http:':
    case 'https:':
      return [
        ...(protocol === 'http:'
          ? [warning('link_http', 'The link uses http; browsers warn people of such pages.')]
          : []),
        ...judgeLabel(label, hostname),
      ];
    case 'sms:':
    case 'webcal:':
    case 'geo:':
      return [];
    default:
      return [error('link_scheme', `Mail programs do not open ${protocol} links.`)];
  }
}

/** A text that is itself an address, but of another domain than the link, is what phishing looks like. */
function judgeLabel(label: string, hostname: string): Fault[] {
  const shown = shownDomain(label);
  if (shown === undefined || !URL.canParse(`https://${shown}`)) return [];
  const host = new URL(`https://${shown}`).hostname;
  if (related(host, hostname)) return [];
  return [
    warning('label_differs', `People read ${shown}, but the link leads to ${hostname}; that looks like phishing.`),
  ];
}

/** The domain of a label that is an address as a whole, with `https://` before it or not. */
function shownDomain(label: string): string | undefined {
  const address = label.trim().replace(/^https?:\/\//i, '');
  const [domain = ''] = address.split(/[/:?#]/, 1);
  const names = domain.split('.');
  const last = names.pop() ?? '';
  const isDomain =
    names.length > 0 && names.every((name) => /^[\p{L}\d-]+$/u.test(name)) && /^\p{L}{2,24}$/u.test(last);
  return isDomain && !/\s/.test(address) ? domain : undefined;
}

const related = (a: string, b: string) => site(a) === site(b) || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
const site = (host: string) => host.replace(/^www\./, '');

/** Returns the faults of the target of a link. */
export function judgeOutcome(outcome: FetchAnswer | FetchFailure): Fault[] {
  if (outcome instanceof FetchFailure) {
    const blame = outcome.fault === 'timeout' || outcome.fault === 'size' ? warning : error;
    return [blame(`link_${outcome.fault}`, `The link was not followed to its end: ${outcome.message}.`)];
  }
  const { status, redirects } = outcome;
  if (status === 403 || status === 429 || status === 401) {
    return [
      warning(
        'link_guarded',
        `The server answers ${status}; it may reject programs only, so try the link in a browser.`,
      ),
    ];
  }
  if (status >= 400) return [error('link_broken', `The server answers ${status}.`)];
  if (status >= 300)
    return [error('link_redirects', `The server answers ${status} without an address to redirect to.`)];
  if (redirects > manyRedirects) return [warning('link_redirects', `The link is redirected ${redirects} times.`)];
  return [];
}
