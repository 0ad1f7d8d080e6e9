import { compareMigrations, type MigrationAhead } from '../../platform/database/ahead/ahead.ts';
import type { Effect } from '../../platform/database/ahead/effects.ts';
import type { UpgradeFacts } from '../../platform/database/ahead/facts.ts';
import { type DoctorFinding, findingsOf } from '../doctor/finding.ts';

const MEBIBYTE = 1024 * 1024;
/** Work on a smaller table is over in seconds. */
const LARGE = 100 * MEBIBYTE;
/** Below it the embedded database refuses changes. */
const KEPT_FREE = 80 * MEBIBYTE;
const DAY = 24 * 3600 * 1000;

/** An effect of a migration, with the size of its table. */
export interface SizedEffect extends Effect {
  bytes: number;
  rows: number;
  large: boolean;
}

export interface UpgradeReport {
  findings: DoctorFinding[];
  ahead: { name: string; effects: SizedEffect[] }[];
  /** Most bytes that the migrations may take on the disk of the database while they run. */
  diskNeeded: number;
  /** Steps to the version before, in their order. */
  wayBack: string[];
}

export interface UpgradePlace {
  /** The data directory, or `PostgreSQL`. */
  subject: string;
  /** Free bytes on the disk of an embedded database; those of a server are unknown. */
  freeBytes: number | undefined;
  now: Date;
}

/** Judges an upgrade by what the database has and what this version will do to it. */
export async function reportUpgrade(facts: UpgradeFacts, place: UpgradePlace): Promise<UpgradeReport> {
  const { ahead, newer } = await compareMigrations(facts.migrations);
  const sized = ahead.map((migration) => withSizes(migration, facts.tables));
  const effects = sized.flatMap((migration) => migration.effects);
  // Each table is written once more at most, and the log of the database has it too.
  const diskNeeded = 2 * sum([...new Map(effects.map(({ table, bytes }) => [table, bytes])).values()]);
  const findings = [
    ...checkMigrations(place.subject, sized, newer),
    ...checkRoom(place, diskNeeded),
    ...checkBackup(facts, place.now, ahead.length > 0),
  ];
  return { findings, ahead: sized, diskNeeded, wayBack: wayBack(place.freeBytes !== undefined) };
}

function withSizes({ name, effects }: MigrationAhead, tables: UpgradeFacts['tables']) {
  const sized = effects.map((effect): SizedEffect => {
    const { bytes = 0, indexBytes = 0, rows = 0 } = tables.find((table) => table.name === effect.table) ?? {};
    return { ...effect, bytes: bytes + indexBytes, rows, large: bytes >= LARGE };
  });
  return { name, effects: sized };
}

const DOES: Record<Effect['kind'], string> = {
  rewrites: 'writes anew',
  'changes-rows': 'changes rows of',
  indexes: 'builds an index of',
  reads: 'reads all of',
};

function checkMigrations(subject: string, ahead: UpgradeReport['ahead'], newer: string[]): DoctorFinding[] {
  const { ok, error } = findingsOf('migrations', subject);
  if (newer.length > 0)
    return error(
      `A newer version has changed the database (${newer.join(', ')}). Use that version, or restore a backup from before.`,
    );
  if (ahead.length === 0) return ok('No migration is ahead: the database is that of this version.');
  const large = ahead.flatMap(({ name, effects }) =>
    effects
      .filter(({ large }) => large)
      .flatMap(({ kind, table, bytes }) =>
        findingsOf('migration', name).warning(
          `It ${DOES[kind]} ${table} (${mebibytes(bytes)}): the service does not answer meanwhile.`,
        ),
      ),
  );
  const count = ahead.length === 1 ? '1 migration is' : `${ahead.length} migrations are`;
  return [...ok(`${count} ahead; ${large.length === 0 ? 'none works' : 'some work'} on a large table.`), ...large];
}

function checkRoom({ subject, freeBytes }: UpgradePlace, needed: number): DoctorFinding[] {
  const { ok, warning, error } = findingsOf('disk', subject);
  const most = `The migrations need ${mebibytes(needed)} at most`;
  if (freeBytes === undefined)
    return needed < LARGE
      ? ok(`${most}.`)
      : warning(`${most}. Look whether the disk of the PostgreSQL server has them.`);
  const told = `${most}, and ${mebibytes(freeBytes)} are free.`;
  return freeBytes < needed + KEPT_FREE ? error(`${told} Free disk space first.`) : ok(told);
}

function checkBackup({ verifiedBackup, bytes }: UpgradeFacts, now: Date, matters: boolean): DoctorFinding[] {
  const { ok, warning, error } = findingsOf('backup', 'database');
  const isOfToday = verifiedBackup !== undefined && now.getTime() - Date.parse(verifiedBackup) < DAY;
  const found =
    verifiedBackup === undefined
      ? 'No backup was ever restored and read.'
      : `The last backup that was restored and read has the state of ${verifiedBackup.slice(0, 16).replace('T', ' ')} UTC.`;
  if (isOfToday) return ok(found);
  const demand = `${found} Make one now, with the version that runs: it is the way back and has up to ${mebibytes(bytes)}.`;
  return matters ? error(demand) : warning(demand);
}

function wayBack(isEmbedded: boolean): string[] {
  return isEmbedded
    ? [
        'Before: mailwright backup BACKUP --verify --with-key, with the version that runs.',
        'Stop the service, and install the version from before.',
        'mailwright restore BACKUP --data NEW, into a directory without a database.',
        'Copy outbox, tls, dkim and secrets.key of the old data directory into NEW, and start the service with --data NEW.',
        'What happened after the backup is not in it: mails that were sent since are not known as sent.',
      ]
    : [
        'Before: a backup with the tools of PostgreSQL, tried by restoring it, and mailwright backup-verified TIME.',
        'Stop every process of Mailwright, and install the version from before.',
        'Restore the backup into a new database, and start the processes with --database of it.',
        'What happened after the backup is not in it: mails that were sent since are not known as sent.',
      ];
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / MEBIBYTE)} MiB`;
const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);
