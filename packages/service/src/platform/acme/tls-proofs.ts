import type { SecureContext, TLSSocket, TlsOptions } from 'node:tls';

/** The protocol by which an authority asks for a proof (RFC 8737, section 6.2). */
const proofProtocol = 'acme-tls/1';

/**
 * Returns options of an HTTPS server that shows proofs to a certificate authority, and its usual certificate to all others.
 * A connection without a proof for its name is refused, as one without a common protocol is.
 */
export function proofsByTls(contextFor: (name: string) => SecureContext | undefined): Pick<TlsOptions, 'ALPNCallback'> {
  return {
    ALPNCallback(this: TLSSocket, { servername, protocols }: { servername: string; protocols: string[] }) {
      if (!protocols.includes(proofProtocol)) return protocols.find((protocol) => protocol === 'http/1.1');
      const context = contextFor(servername.toLowerCase());
      if (context === undefined) return undefined;
      this.setKeyCert(context);
      // The proof is in the handshake; nothing may follow.
      this.once('secure', () => this.end());
      return proofProtocol;
    },
  } as Pick<TlsOptions, 'ALPNCallback'>;
}
