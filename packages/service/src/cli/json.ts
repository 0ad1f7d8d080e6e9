import { Option } from 'commander';

/** For commands that print something to read. */
export const jsonOption = () => new Option('--json', 'print one JSON document');

export interface JsonOptions {
  json?: boolean;
}

/** The one document that a command prints with `--json`; hints and progress go to the standard error. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, undefined, 2));
}
