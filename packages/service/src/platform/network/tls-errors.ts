/** Error of a TLS connection as Node.js reports it; `cert` is there if the certificate has another name. */
type TlsError = NodeJS.ErrnoException & { cert?: { subjectaltname?: string } };

/** Failures of the issuer: it is unknown, or the server has not sent the certificates in between. */
const issuerCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** A greeting in the clear, read as TLS. */
const plainCodes = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);
const maxNames = 5;

/**
 * Explains why an encrypted connection to a mail server failed, and what to do about it; `undefined` if the error is about
 * something else.
 */
export function explainTlsError(
  error: TlsError,
  { host, port }: { host: string; port?: number | undefined },
): string | undefined {
  const { code = '' } = error;
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of ${host} has expired. Its operator must renew it; if it is valid, set the clock of this machine.`;
  if (code === 'CERT_NOT_YET_VALID')
    return `The certificate of ${host} is not valid yet. Set the clock of this machine, or ask the operator of the server.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the server is not for ${host}${listNames(error.cert?.subjectaltname)}. Use a name of the certificate as the host.`;
  if (issuerCodes.has(code))
    return `The certificate of ${host} has an issuer that this machine does not know. If you trust it, start the process with NODE_EXTRA_CA_CERTS=FILE, a file with the certificate of the issuer; otherwise its operator must send all certificates up to a known issuer.`;
  if (plainCodes.has(code))
    return `${port === undefined ? 'The port' : `Port ${port}`} of ${host} is not encrypted from the first byte on. Use smtp:// or imap:// for a port with STARTTLS, or the port for TLS: 465 for SMTP, 993 for IMAP.`;
  return undefined;
}

/** Names in the certificate, as `subjectAltName` has them: `DNS:mx.example.com, IP Address:192.0.2.1`. */
function listNames(text: string | undefined): string {
  const names = text?.split(', ').map((name) => name.replace(/^[^:]*:/, '')) ?? [];
  return names.length === 0 ? '' : `, but for ${names.slice(0, maxNames).join(', ')}`;
}
