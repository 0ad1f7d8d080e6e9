/** Why there is no answer to a request. */
export type FetchFault =
  /** not an address of http or https, or one with a user name */
  | 'url'
  /** the name does not exist, or has no address */
  | 'dns'
  /** the host is in a private network, and those are not allowed */
  | 'private'
  /** nobody listens, or the connection broke */
  | 'connection'
  /** no valid certificate */
  | 'tls'
  /** it took too long */
  | 'timeout'
  /** the answer is larger than wanted */
  | 'size'
  /** redirected too often, or nowhere */
  | 'redirects';

/** A request that got no usable answer; the message is for people. */
export class FetchFailure extends Error {
  readonly fault: FetchFault;

  constructor(fault: FetchFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** Converts errors of Node and undici to the reason of a failed request. */
export function failureOf(error: unknown, host: string): FetchFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof FetchFailure) return cause;
    const { name } = cause;
    const code = 'code' in cause ? String(cause.code) : '';
    if (name === 'TimeoutError' || /TIMEDOUT|TIMEOUT/.test(code)) {
      return new FetchFailure('timeout', `${host} took too long to answer`, { cause: error });
    }
    if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) {
      return new FetchFailure('dns', `the name ${host} cannot be resolved`, { cause: error });
    }
    if (/CERT|SIGNATURE|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO/.test(code)) {
      return new FetchFailure('tls', `${host} has no valid certificate (${code})`, { cause: error });
    }
    if (/^(E[A-Z]+|UND_ERR_SOCKET|HPE_\w+)$/.test(code)) {
      return new FetchFailure('connection', `the connection to ${host} failed (${code})`, { cause: error });
    }
  }
  return new FetchFailure('connection', `the request to ${host} failed`, { cause: error });
}
