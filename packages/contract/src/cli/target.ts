import type { Command } from 'commander';
import { createSender, type Sender } from '../exchange/send.ts';
import type { Target } from '../test-cases/request.ts';
import { authorization, readHeader, readLimitedKey, readPem, readQuery, readUrl } from './options.ts';

/** Options of a command that runs as a proxy before a service. */
export interface FrontOptions {
  target: string;
  port: string;
  ca?: string;
  insecure?: boolean;
}

export function withFront(command: Command): Command {
  const targeted = command
    .requiredOption('--target <url>', 'base URL of the service, such as https://example.com/1.0')
    .option('--port <n>', 'port of the proxy; 0 selects a free port', '0');
  return withTrust(targeted);
}

const withTrust = (command: Command): Command =>
  command.option('--ca <file>', 'certificate to trust, in PEM format').option('--insecure', 'accepts any certificate');

/** Options of every command that sends requests to a service. */
export interface TargetOptions {
  auth?: string;
  header?: string[];
  query?: string[];
  limitedAuth?: string[];
  plain?: string;
  reduced?: string;
  ca?: string;
  insecure?: boolean;
}

export const several = (value: string, before: string[] = []) => [...before, value];

export function withKeys(command: Command): Command {
  const keyed = command
    .option('--auth <value>', 'value of the Authorization header, with a key that has all rights')
    .option('--header <name: value>', 'additional header of every request; can be repeated', several)
    .option(
      '--query <name=value>',
      'query parameter of every request, for API keys in the query; can be repeated',
      several,
    )
    .option(
      '--limited-auth <rights: value>',
      'a key with only these rights, such as "get: Bearer abc"; can be repeated',
      several,
    );
  return withTrust(keyed);
}

export function readTarget(
  url: string,
  { plain, reduced, auth, header = [], query = [], limitedAuth = [] }: TargetOptions,
): Target {
  return {
    baseUrl: readUrl(url, '--target'),
    ...(plain ? { plainUrl: readUrl(plain, '--plain') } : {}),
    ...(reduced ? { reducedUrl: readUrl(reduced, '--reduced') } : {}),
    credentials: [...(auth ? authorization(auth) : []), ...header.map(readHeader)],
    query: query.map(readQuery),
    limited: limitedAuth.map(readLimitedKey),
  };
}

const TIMEOUT = 60_000;

export function senderTo({ ca, insecure }: TargetOptions, keepAlive = true): Sender {
  const trusted = ca === undefined ? {} : { ca: readPem(ca, '--ca') };
  return createSender({ ...trusted, insecure: insecure === true, timeout: TIMEOUT, keepAlive });
}
