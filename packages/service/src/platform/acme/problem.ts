/** A document of the authority that says what is wrong (RFC 7807; types of RFC 8555, section 6.7). */
export interface ProblemDocument {
  type?: string;
  detail?: string;
  status?: number;
  subproblems?: ProblemDocument[];
}

/** What the operator has to look at. The console has words for each. */
export type CertificateFault =
  | 'port_closed'
  | 'dns'
  | 'other_server'
  | 'rate_limit'
  | 'authority_unreachable'
  | 'refused';

/** An order that has failed. */
export class AcmeError extends Error {
  override name = 'AcmeError';
  readonly fault: CertificateFault;
  /** Type of the problem without its prefix, such as `badNonce`. */
  readonly type: string;
  /** Before then the authority wants no request. */
  readonly retryAfter: Date | undefined;

  constructor(
    fault: CertificateFault,
    message: string,
    { type = '', retryAfter }: { type?: string; retryAfter?: Date | undefined } = {},
  ) {
    super(message);
    this.fault = fault;
    this.type = type;
    this.retryAfter = retryAfter;
  }
}

/** What to do about a problem: its fault, and words that go before what the authority says. */
const advice: Record<string, [CertificateFault, string]> = {
  connection: [
    'port_closed',
    'The authority could not connect. Open ports 80 and 443 in each firewall, and forward them to --http-port and --port',
  ],
  dns: ['dns', 'The authority found no address. Create an A or AAAA record of the name'],
  unauthorized: [
    'other_server',
    'Another server answers at this name. Let its A and AAAA records name this machine alone, and no other program or proxy answer at ports 80 and 443',
  ],
  incorrectResponse: [
    'other_server',
    'Another server answers at this name. Let its A and AAAA records name this machine alone, and no other program or proxy answer at ports 80 and 443',
  ],
  tls: [
    'other_server',
    'Another server answers HTTPS at this name, or something on the way ends TLS. Forward port 443 to --port as it is',
  ],
  caa: ['dns', 'A CAA record of the name forbids this authority. Add it to the CAA records, or use another authority'],
  rateLimited: ['rate_limit', 'The authority permits no more orders for now. Nothing is to be done but to wait'],
  serverInternal: ['authority_unreachable', 'The authority has a fault of its own. Nothing is to be done but to wait'],
  externalAccountRequired: ['refused', 'The authority takes only customers of its own. Use another --acme-directory'],
  rejectedIdentifier: ['refused', 'The authority gives no certificates for this name. Correct --acme-domain'],
  unsupportedContact: ['refused', 'The authority does not take this address. Correct --acme-email'],
  invalidContact: ['refused', 'The authority does not take this address. Correct --acme-email'],
  userActionRequired: ['refused', 'The authority wants you to agree to new terms. Read them at the address below'],
};

const prefix = /^urn:ietf:params:acme:error:/;
const longestDetail = 500;

/** Returns a problem as an error in words. @param subject such as the name that could not be proven */
export function toAcmeError(problem: ProblemDocument, subject: string, retryAfter?: Date): AcmeError {
  const inner = problem.subproblems?.[0];
  const type = String(
    (problem.type === undefined || /:compound$/.test(problem.type) ? inner?.type : problem.type) ?? '',
  );
  const name = type.replace(prefix, '');
  const [fault, words] = Object.hasOwn(advice, name)
    ? advice[name]!
    : (['refused', 'The authority refused the order'] as const);
  const detail = String(problem.detail ?? inner?.detail ?? name)
    .replace(/\p{C}+/gu, ' ')
    .slice(0, longestDetail);
  return new AcmeError(fault, `${subject}: ${words}${detail === '' ? '' : `. It says: ${detail}`}`, {
    type: name,
    retryAfter,
  });
}

/** Reads `Retry-After`: seconds, or a date. At most a week. */
export function readRetryAfter(header: string | null, now: Date): Date | undefined {
  if (header === null) return undefined;
  const time = /^\d+$/.test(header) ? now.getTime() + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(time) ? undefined : new Date(Math.min(time, now.getTime() + 7 * 86_400_000));
}
