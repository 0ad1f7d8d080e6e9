import type { CertificateKeeper } from '../platform/acme/keeper.ts';
import type { Database } from '../platform/database/open.ts';
import type { Log } from '../platform/log/log.ts';
import type { ServeOptions } from './options.ts';

/** Returns what orders the certificate of the service by ACME, if that is chosen. @throws Error in words */
export async function keepCertificate(
  options: ServeOptions,
  { kysely }: Database,
  log: Log,
): Promise<CertificateKeeper | undefined> {
  const { acmeDomain: names, acmeDirectory: directory, acmeEmail: email } = options;
  if (names === undefined) {
    if (directory !== undefined) throw new Error('--acme-directory requires --acme-domain');
    return undefined;
  }
  if (options.tlsCert !== undefined || options.tlsKey !== undefined)
    throw new Error('--acme-domain orders a certificate; it does not go with --tls-cert and --tls-key');
  if (directory === undefined)
    throw new Error('--acme-domain requires --acme-directory, such as https://acme-v02.api.letsencrypt.org/directory');
  if (!options.acmeAgreeToTerms)
    throw new Error(
      `--acme-domain requires --acme-agree-to-terms: read the terms of the authority, whose address is "termsOfService" at ${directory}`,
    );
  const host = options.publicUrl && new URL(options.publicUrl).hostname;
  if (host && !names.includes(host))
    throw new Error(`--acme-domain has no ${host}, to which --public-url leads; add it`);
  const { CertificateKeeper } = await import('../platform/acme/keeper.ts');
  return new CertificateKeeper({ db: kysely, directory, names, email, log });
}
