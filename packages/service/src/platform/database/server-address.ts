/** Roles of a server that `target_session_attrs` asks for, as in libpq. */
const targets = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const;
export type Target = (typeof targets)[number];

/** One of the servers of an address. */
export interface ServerHost {
  /** Host, port and database, without user and password. */
  name: string;
  connectionString: string;
}

/** The servers of one database, of which one that suits is used at a time. */
export interface ServerAddress {
  hosts: ServerHost[];
  target: Target;
  /** Time for a connection to one of the hosts. */
  connectMillis: number;
}

/** A single host is waited for; of several, the next one is tried soon. */
const connectMillisAlone = 60_000;
const connectMillisAmongOthers = 5_000;

const form = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)((?:\/[^?#]*)?)(?:\?([^#]*))?$/i;

/**
 * Parses `postgres://user:password@host1:port1,host2:port2/database?target_session_attrs=read-write&connect_timeout=3`, as
 * libpq does (PostgreSQL documentation, "Connection URIs"). Other parameters are left to the driver.
 * @throws Error if a parameter is wrong; the message does not contain the password
 */
export function parseServerAddress(databaseUrl: string): ServerAddress {
  const [, scheme = '', user = '', authority = '', path = '', query = ''] = form.exec(databaseUrl) ?? [];
  const parameters = new URLSearchParams(query);
  const target = readTarget(parameters.get('target_session_attrs') ?? 'any');
  const seconds = readSeconds(parameters.get('connect_timeout'));
  const names = authority.split(',');
  const usualMillis = names.length > 1 ? connectMillisAmongOthers : connectMillisAlone;
  const connectMillis = seconds === undefined ? usualMillis : seconds * 1000;
  if (scheme === '') return { hosts: [{ name: '', connectionString: databaseUrl }], target, connectMillis };
  if (names.length > 1 && names.includes('')) throw new Error('its address has a comma without a host beside it');
  for (const own of ['target_session_attrs', 'connect_timeout']) parameters.delete(own);
  const rest = parameters.size > 0 ? `${path}?${parameters}` : path;
  const hosts = names.map((name) => ({ name: name + path, connectionString: scheme + user + name + rest }));
  const wrong = hosts.length > 1 && hosts.find(({ connectionString }) => !URL.canParse(connectionString));
  if (wrong)
    throw new Error(`"${wrong.name}" is not a host with a port and a database, such as db1.example.com:5432/mail`);
  return { hosts, target, connectMillis };
}

function readTarget(text: string): Target {
  const target = targets.find((each) => each === text);
  if (target === undefined)
    throw new Error(`target_session_attrs is "${text}", but must be one of ${targets.join(', ')}`);
  return target;
}

function readSeconds(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`connect_timeout is "${text}", but must be seconds from 1 to 9999`);
  return Number(text);
}

/** State of a server that decides whether it can be used. */
export interface ServerRole {
  standby: boolean;
  readOnly: boolean;
}

/** Describes why a server cannot be used. Returns `undefined` if it can. */
export function refuseRole(target: Target, { standby, readOnly }: ServerRole): string | undefined {
  const is = standby ? 'it is a standby' : readOnly ? 'it takes no changes' : 'it is a primary that takes changes';
  const suits = {
    any: true,
    'read-write': !standby && !readOnly,
    'read-only': standby || readOnly,
    primary: !standby,
    standby,
  }[target];
  return suits ? undefined : `${is}, but target_session_attrs is ${target}`;
}
