import type { Log } from '../log/log.ts';
import { expires, type TlsIdentity } from './certificate.ts';

interface Watched {
  /** The identity that is shown now. */
  first: TlsIdentity;
  /** The identity of now; fails in words when there is none to be used. */
  read(): Promise<TlsIdentity>;
  /** Shows another one to those who connect from now on. */
  show(identity: TlsIdentity): void;
  log: Log;
  everyMillis?: number;
}

export interface IdentityWatch {
  /** Looks now. */
  look(): Promise<void>;
  close(): void;
}

/**
 * Looks every minute whether the certificate was renewed. One that cannot be used is not taken, and the log tells why, once:
 * who renews writes one file after the other.
 */
export function watchIdentity({ first, read, show, log, everyMillis = 60_000 }: Watched): IdentityWatch {
  let shown = first;
  let lastFault: string | undefined;
  const look = async () => {
    try {
      const found = await read();
      lastFault = undefined;
      if (found.cert === shown.cert && found.key === shown.key) return;
      show(found);
      shown = found;
      log(`The certificate was renewed; it expires on ${expires(found.cert).toISOString().slice(0, 10)}.`);
    } catch (error) {
      const fault = (error as Error).message;
      if (fault !== lastFault) log(`The new certificate cannot be used, and the old one stays active: ${fault}.`);
      lastFault = fault;
    }
  };
  const timer = setInterval(look, everyMillis).unref();
  return { look, close: () => clearInterval(timer) };
}
