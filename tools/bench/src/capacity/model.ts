/** What one of a kind costs, wherever it is spent. */
export interface Cost {
  /** In tables and indexes, after they were written. */
  bytes: number;
  /** In the log of the database, which standbys and archives get too. */
  walBytes: number;
  /** Of a core of the service. */
  serviceMillis: number;
  /** Of a core of the database server. */
  databaseMillis: number;
}

export type UnitCosts = Record<'contact' | 'mail' | 'opening' | 'click', Cost>;

/** What an installation has to carry. */
export interface Load {
  contacts: number;
  mailsPerMonth: number;
}

/** How people behave and how an installation is kept; shares of one. */
export const habits = {
  /** Of the mails. */
  opened: 0.3,
  clicked: 0.03,
  /** Of a month's mails, in the hour that has most: fifteen times the average. */
  busiestHour: 0.02,
  /** Of the contacts that are imported or changed in a day. */
  changedPerDay: 0.05,
  /** Months that events are kept. */
  monthsKept: 12,
  /** Of the cores that are to be busy in the busiest hour. */
  utilization: 0.6,
  /** Space for dead rows, sorting and growth, as a factor. */
  spareSpace: 1.5,
};

export interface Need {
  mailsPerSecond: number;
  eventsPerSecond: number;
  diskBytes: number;
  walBytesPerDay: number;
  /** Cores of each kind that the busiest hour takes. */
  workerCores: number;
  apiCores: number;
  databaseCores: number;
  engine: string;
}

/** Limits of what a kind of database was seen to carry, or what machines are sold with. */
const engines = [
  { name: 'the embedded database', databaseCores: 0.5, mailsPerSecond: 300, diskBytes: 20e9 },
  { name: 'one PostgreSQL server and a standby', databaseCores: 64, mailsPerSecond: 20_000, diskBytes: 16e12 },
];

/** Says what a load needs in its busiest hour, by what single things cost. */
export function needOf({ contacts, mailsPerMonth }: Load, costs: UnitCosts): Need {
  const { opened, clicked, busiestHour, changedPerDay, monthsKept, utilization, spareSpace } = habits;
  const mailsPerSecond = (mailsPerMonth * busiestHour) / 3600;
  const openings = mailsPerSecond * opened;
  const clicks = mailsPerSecond * clicked;
  const changes = (contacts * changedPerDay) / 86_400;
  const perMail = (part: keyof Cost) => costs.mail[part] + opened * costs.opening[part] + clicked * costs.click[part];
  const eventCores = (part: keyof Cost) => (openings * costs.opening[part] + clicks * costs.click[part]) / 1000;
  const cores = (busy: number) => busy / utilization;
  const need = {
    mailsPerSecond,
    eventsPerSecond: openings + clicks,
    diskBytes: (contacts * costs.contact.bytes + mailsPerMonth * monthsKept * perMail('bytes')) * spareSpace,
    walBytesPerDay: (mailsPerMonth / 30) * perMail('walBytes') + contacts * changedPerDay * costs.contact.walBytes,
    workerCores: cores((mailsPerSecond * costs.mail.serviceMillis) / 1000),
    apiCores: cores(eventCores('serviceMillis') + (changes * costs.contact.serviceMillis) / 1000),
    databaseCores: cores(
      (mailsPerSecond * costs.mail.databaseMillis + changes * costs.contact.databaseMillis) / 1000 +
        eventCores('databaseMillis'),
    ),
  };
  const fits = engines.find(
    (engine) =>
      need.databaseCores <= engine.databaseCores &&
      need.mailsPerSecond <= engine.mailsPerSecond &&
      need.diskBytes <= engine.diskBytes,
  );
  const server = engines.at(-1)!;
  const servers = Math.ceil(Math.max(need.databaseCores / server.databaseCores, need.diskBytes / server.diskBytes));
  return { ...need, engine: fits?.name ?? `${servers} PostgreSQL servers, by account` };
}
