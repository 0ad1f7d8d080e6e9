import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** What it takes to try a password: parameters of scrypt (RFC 7914). */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

declare module '../../platform/hooks/hooks.ts' {
  interface Hooks {
    /** Of new hashes. A hash says which cost it was made with. */
    passwordCost: PasswordCost;
  }
}

/** 32 MB and a tenth of a second, as the OWASP Password Storage Cheat Sheet advises. */
export const passwordCost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const maxmem = 64 * 1024 * 1024;
const length = 32;

/**
 * Hashes a password: `scrypt$N$r$p$salt$hash`.
 * @param sibling hash of the same person in another account, whose salt is used
 */
export async function hashPassword(cost: PasswordCost, password: string, sibling?: string | null): Promise<string> {
  const algorithm = algorithmOf(cost);
  const salt = () => randomBytes(16).toString('base64url');
  const settings = sibling?.startsWith(algorithm) ? settingsOf(sibling) : algorithm + salt();
  const hash = await deriveWith(settings, password);
  return `${settings}$${hash.toString('base64url')}`;
}

const algorithmOf = ({ N, r, p }: PasswordCost) => `scrypt$${N}$${r}$${p}$`;
/** Hashes of this cost, as a regular expression of PostgreSQL: others could take hours, or fail for all accounts of a person. */
export const hashPattern: string = `^${algorithmOf(passwordCost).replaceAll('$', '[$]')}[\\w-]{22}[$][\\w-]{43}$`;

/** Stands for the password of nobody, so that an unknown address takes as long as a wrong password. */
const nobodys = (cost: PasswordCost) => algorithmOf(cost) + 'A'.repeat(22);

/** Reports whether a password has a hash. Without a hash it takes as long, and reports false. */
export async function isPassword(cost: PasswordCost, password: string, stored: string | null): Promise<boolean> {
  return (await findFittingHash(cost, password, [stored])) !== undefined;
}

/**
 * Returns the first of the hashes that a password has. Derives once for hashes of one salt, also if there are none: the time
 * must not tell how many there are.
 * @param cost of the hash that stands for nobody's
 */
export async function findFittingHash(
  cost: PasswordCost,
  password: string,
  hashes: readonly (string | null)[],
): Promise<string | undefined> {
  const stored = hashes.filter((hash) => hash !== null);
  const all = stored.length === 0 ? [nobodys(cost)] : [...new Set(stored.map(settingsOf))];
  const derived = new Map<string, Buffer>();
  for (const settings of all) derived.set(settings, await deriveWith(settings, password));
  const fitting = stored.filter((hash) => timingSafeEqual(derived.get(settingsOf(hash))!, bytesOf(hash)));
  return fitting[0];
}

/** Algorithm, cost and salt of a hash. */
const settingsOf = (stored: string) => stored.slice(0, stored.lastIndexOf('$'));
const bytesOf = (stored: string) => Buffer.from(stored.slice(stored.lastIndexOf('$') + 1), 'base64url');

function deriveWith(settings: string, password: string): Promise<Buffer> {
  const [, N, r, p, salt = ''] = settings.split('$');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem };
  return derive(normalize(password), Buffer.from(salt, 'base64url'), length, options);
}

/** Keyboards write one text in different ways (NIST SP 800-63B, 3.1.1.2). */
const normalize = (password: string) => password.normalize('NFKC');

const shortest = 12;
const longest = 200;

export type PasswordFault =
  | { kind: 'short' | 'long'; limit: number; length: number }
  | { kind: 'repetitive' | 'letterless' | 'common' | 'personal' };

/** Returns what is wrong with a new password, or `undefined`. `own` are words that others can guess. */
export function passwordFault(password: string, own: readonly string[]): PasswordFault | undefined {
  const { length } = [...normalize(password)];
  if (length < shortest) return { kind: 'short', limit: shortest, length };
  if (length > longest) return { kind: 'long', limit: longest, length };
  if (new Set(password).size < 5) return { kind: 'repetitive' };
  if (!/\p{L}/u.test(password)) return { kind: 'letterless' };
  const core = coreOf(password);
  if (commonCores.has(core) || isRun(core)) return { kind: 'common' };
  const guessable = own.map(coreOf).filter((word) => word.length >= 4);
  if (guessable.some((word) => core.replaceAll(word, '').length < 4)) return { kind: 'personal' };
  return undefined;
}

/** Signs that people write in place of letters. */
const substitutes = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }),
);

const letter = /\p{L}/u;
const digit = /\d/;

/** Lower-case letters of a text, without the digits and signs that people add at the ends, repeated words once. */
function coreOf(text: string): string {
  const signs = Array.from(text.toLowerCase());
  const start = signs.findIndex((sign) => letter.test(sign));
  const end = signs.findLastIndex((sign) => letter.test(sign) || sign === '@' || sign === '$') + 1;
  const trimmed = start < 0 ? signs : signs.slice(start, end);
  const letters = trimmed
    .map((sign) => substitutes.get(sign) ?? sign)
    .filter((sign) => letter.test(sign) || digit.test(sign));
  const core = letters.join('');
  for (let size = 1; size <= core.length / 2; size++)
    if (core.length % size === 0 && core === core.slice(0, size).repeat(core.length / size)) return core.slice(0, size);
  return core;
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
];

/** Reports whether a text is a row of the keyboard, of the alphabet or of digits, in either direction. */
const isRun = (core: string) =>
  [core, [...core].reverse().join('')].some((text) => rows.some((row) => row.includes(text))) || core.length < 3;

/** What is left of the passwords that are seen most often. */
const commonCores = new Set(
  `password passwort motdepasse contrasena contrasenya administrator admin administrador administrateur letmein welcome
willkommen bienvenue bienvenido iloveyou ichliebedich jetaime teamo changeme sunshine princess football baseball superman
batman dragon monkey master shadow michael jennifer jordan hunter ranger buster soccer hockey killer george charlie andrew
michelle jessica pepper daniel access mustang starwars computer trustno internet whatever freedom qazwsx qazwsxedc
qweasdzxc asdfgh asdfghjkl zxcvbnm qwerty qwertz azerty login secret geheim hallo hello helloworld default temporary
temporar sommer summer winter spring autumn herbst passwordpassword mailwright newsletter testtest test tester testing
service support company january february march april june july august september october november december monday friday
correcthorsebatterystaple abcabc abcd abcdef pokemon naruto liverpool chelsea arsenal barcelona realmadrid juventus
blink metallica nirvana google facebook linkedin samsung apple letmeinnow mypassword thisismypassword myreallysecurepassword`.split(
    /\s+/,
  ),
);
