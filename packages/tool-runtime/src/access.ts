import type { ConnectOptions } from '@mailwright/client-runtime';
import { type Command, Option } from 'commander';
import type { ToolApi, ToolScheme } from './api.ts';

/** How a command finds a service and gets credentials. */
export interface Access {
  /** The options, for each command that calls operations. */
  options(): Option[];
  /** @throws Error in words if something is missing or cannot be read */
  connect(given: Readonly<Record<string, unknown>>): ConnectOptions;
}

/** Access by a URL, and by a key, token or password for each security scheme; all also as environment variables. */
export function schemeAccess({ name, baseUrl, schemes }: ToolApi): Access {
  const variable = (text: string) => `${name}_${text}`.toUpperCase().replaceAll(/\W+/g, '_');
  const url = new Option('--url <url>', 'base URL of the service').env(variable('url'));
  const options = () => [
    baseUrl === undefined ? url : url.default(baseUrl),
    ...schemes.map((scheme) =>
      new Option(`--${flagOf(scheme)} <${scheme.basic ? 'user:password' : 'value'}>`, scheme.about).env(
        variable(flagOf(scheme)),
      ),
    ),
    new Option('--header <name: value...>', 'further header of each request'),
  ];
  return {
    options,
    connect(given) {
      if (given.url === undefined)
        throw new Error(`The URL of the service is missing. Give it by --url or ${variable('url')}.`);
      const auth = Object.fromEntries(
        schemes.map((scheme) => [scheme.name, credentials(scheme, given[attributeOf(flagOf(scheme))])]),
      );
      const headers = ((given.header ?? []) as string[]).map((line) => {
        const [, field, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
        if (field === undefined) throw new Error(`The header "${line}" must be like "X-Tenant: 7".`);
        return [field, value!] as const;
      });
      return { baseUrl: String(given.url), auth, headers: Object.fromEntries(headers) };
    },
  };
}

function credentials({ basic }: ToolScheme, given: unknown) {
  if (typeof given !== 'string') return undefined;
  const [, user, password] = /^([^:]*):(.*)$/s.exec(given) ?? [];
  return basic && user !== undefined ? { user, password: password! } : given;
}

const flagOf = ({ name }: ToolScheme) => toFlag(name);

/** `api_key` -> `api-key`, `petstore.auth` -> `petstore-auth`. */
export function toFlag(text: string): string {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** The name under which commander keeps the value of an option. */
export const attributeOf = (flag: string): string => new Option(`--${flag} <value>`).attributeName();

/** Adds the options of a service to a command. */
export function withAccess(command: Command, access: Access): Command {
  for (const option of access.options()) command.addOption(option);
  return command;
}
