import { nearest } from '@mailwright/server/runtime';
import type { Option } from 'commander';
import { type DoctorFinding, findingsOf } from '../doctor/finding.ts';

/** Variables that are read besides options: secrets, access of `mailwright api`, and those of the image and its check. */
const BESIDE = [
  'MAILWRIGHT_BOUNCE_MAILBOX_PASSWORD',
  'MAILWRIGHT_DEBUG',
  'MAILWRIGHT_IMAGE',
  'MAILWRIGHT_SECRETS_KEY',
  'MAILWRIGHT_SMTP_PASSWORD',
  'MAILWRIGHT_URL',
];

/** Passwords of relays have names that operators choose. */
const CHOSEN = 'MAILWRIGHT_RELAY_';

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns which settings in the environment this version does not know any more, or refuses. Values are not shown. */
export function checkSettings(variables: Variables, options: readonly Option[]): DoctorFinding[] {
  const byVariable = new Map(options.flatMap((option) => (option.envVar ? [[option.envVar, option] as const] : [])));
  const known = [...byVariable.keys(), ...BESIDE];
  const given = Object.keys(variables).filter((name) => name.startsWith('MAILWRIGHT_') && !name.startsWith(CHOSEN));
  const faults = given.flatMap((name) => {
    const { error } = findingsOf('settings', name);
    const option = byVariable.get(name);
    if (option) {
      const refusal = refusalOf(option, variables[name]);
      return refusal === undefined ? [] : error(`This version refuses its value. ${refusal}`);
    }
    if (known.includes(name)) return [];
    const near = nearest(name, known);
    return error(`This version has no such setting${near === undefined ? '' : `; did you mean ${near}?`}`);
  });
  if (faults.length > 0) return faults;
  return findingsOf('settings', 'environment').ok(
    given.length === 0 ? 'No setting is in the environment.' : `This version takes the ${given.length} settings.`,
  );
}

/** Returns why an option does not take a value, in the words of the command line. Flags take any. */
function refusalOf({ parseArg }: Option, value = ''): string | undefined {
  try {
    parseArg?.(value, undefined);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
