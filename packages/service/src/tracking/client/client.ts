import Bowser from 'bowser';
import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import type { DeviceType } from '../tables.ts';

/** What a user agent tells of the program that a mail was read with, under the names that reports use. */
export interface Client {
  os_name?: string;
  os_group?: string;
  /** With its major version. */
  browser?: string;
  browser_group?: string;
  browser_version?: string;
  browser_type?: 'browser' | 'email client' | 'proxy';
  rendering_engine?: string;
  device: DeviceType;
}

/** Mail programs and proxies of mailboxes, which parsers of browsers do not tell; the first that fits. */
const mailPrograms: readonly { pattern: RegExp; name: string; type: 'email client' | 'proxy' }[] = [
  { pattern: /GoogleImageProxy/, name: 'Gmail', type: 'proxy' },
  { pattern: /YahooMailProxy/, name: 'Yahoo Mail', type: 'proxy' },
  { pattern: /\bThunderbird\/([\d.]{1,12})/, name: 'Thunderbird', type: 'email client' },
  { pattern: /\bMicrosoft Outlook[ /]?([\d.]{0,12})/, name: 'Outlook', type: 'email client' },
  { pattern: /\b(?:MSOffice|ms-office)[ /;]?([\d.]{0,12})/, name: 'Outlook', type: 'email client' },
  { pattern: /\bOutlook-(?:iOS|Android)\/([\d.]{1,12})/, name: 'Outlook', type: 'email client' },
  {
    pattern: /^(?!.*(?:Safari|Chrome|Version)\/)[^(]*\((?:Macintosh|iPhone|iPad).*AppleWebKit/,
    name: 'Apple Mail',
    type: 'email client',
  },
];

const devices = new Map<string, DeviceType>([
  ['desktop', 'COMPUTER'],
  ['tablet', 'TABLET'],
  ['mobile', 'MOBILE'],
]);
/** User agents repeat; a few thousand of them are nearly all. */
const maxKnown = 2000;
const known = new BoundedMap<string, Client>(maxKnown);

/** Parses a user agent. Returns no details for proxies, which hide the client. */
export function clientOf(userAgent: string): Client {
  const found = known.get(userAgent);
  if (found) return found;
  const client = read(userAgent);
  known.set(userAgent, client);
  return client;
}

function read(userAgent: string): Client {
  if (userAgent === '') return { device: 'UNKNOWN' };
  for (const { pattern, name, type } of mailPrograms) {
    const match = pattern.exec(userAgent);
    if (match === null) continue;
    if (type === 'proxy') return { browser: name, browser_group: name, browser_type: type, device: 'UNKNOWN' };
    return { ...system(userAgent), ...program(name, match[1] ?? ''), browser_type: type };
  }
  const { name = '', version = '' } = Bowser.parse(userAgent).browser;
  return {
    ...system(userAgent),
    ...(name === '' ? {} : { ...program(name, version), browser_type: 'browser' as const }),
  };
}

function program(name: string, version: string) {
  const [major = ''] = version.split('.');
  return {
    browser: major === '' ? name : `${name} ${major}`,
    browser_group: name,
    ...(version === '' ? {} : { browser_version: version }),
  };
}

function system(userAgent: string) {
  const { os, platform, engine } = Bowser.parse(userAgent);
  const version = os.versionName ?? os.version ?? '';
  return {
    ...(os.name ? { os_name: version === '' ? os.name : `${os.name} ${version}`, os_group: os.name } : {}),
    ...(engine.name ? { rendering_engine: engine.name.toUpperCase() } : {}),
    device: devices.get(platform.type ?? '') ?? ('UNKNOWN' as const),
  };
}
