import type { ColumnType, Generated } from 'kysely';
import type { JsonDefault } from '../database/columns.ts';
import type { Sealed } from '../secrets/sealed.ts';
import type { Proof } from './order.ts';
import type { CertificateFault } from './problem.ts';

declare module '../database/schema.ts' {
  interface Schema {
    ordered_certificate: OrderedCertificateTable;
  }
}

type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** The certificate that is ordered by ACME, for all processes of the installation. */
export interface OrderedCertificateTable {
  /** 1: there is one row at most. */
  id: number;
  /** Address of the authority. */
  directory: string;
  /** Names that were ordered last. */
  names: string[];
  /** Private key of the account at the authority, in PEM. */
  account_key: Sealed | null;
  /** With those above it, in PEM. */
  certificate: string | null;
  /** Private key of the certificate, in PEM. */
  certificate_key: Sealed | null;
  /** When the next order is due. */
  due_at: ColumnType<Date, Date, Date>;
  /** What is shown to the authority while an order runs. */
  proofs: JsonDefault<readonly Proof[]>;
  /** Failures in a row. */
  failures: Generated<number>;
  attempted_at: Moment;
  /** Of the last failure; null after a success. */
  fault: CertificateFault | null;
  /** What it was, in words. */
  reason: string | null;
  /** Until then a process orders. */
  leased_until: Moment;
}
