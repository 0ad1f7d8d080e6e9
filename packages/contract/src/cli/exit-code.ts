import { getSystemErrorMessage } from 'node:util';
import { DescriptionError } from '@mailwright/codegen/description';
import { CommanderError } from 'commander';
import { InputError, KeyError, UnreachableError } from '../input-error.ts';
import { byAddress } from './description-file.ts';

/** Exit codes of all commands: a pipeline tells by them whether the service is at fault, or how it was called. */
export const ExitCode = {
  conforms: 0,
  /** A violation of the contract, less coverage than demanded, or a change that breaks clients. */
  violated: 1,
  /** Options, the description or another file that was given. */
  usage: 2,
  unreachable: 3,
  key: 4,
  /** A fault of the kit itself. */
  fault: 70,
} as const;

/** Returns the message for an error that the user can repair. */
export function messageOf(error: Error): string {
  return isOfFile(error) ? `${error.path}: ${getSystemErrorMessage(error.errno)}` : byAddress(error.message);
}

/** A file that was named cannot be read or written. */
function isOfFile(error: unknown): error is { path: string; errno: number } {
  const { path, errno } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && path !== undefined && errno !== undefined;
}

/** The exit code for an error that ended a command. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.conforms : ExitCode.usage;
  if (error instanceof UnreachableError) return ExitCode.unreachable;
  if (error instanceof KeyError) return ExitCode.key;
  if (isOfFile(error)) return ExitCode.usage;
  const isPortTaken = error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'listen';
  if (error instanceof InputError || error instanceof DescriptionError || isPortTaken) return ExitCode.usage;
  return ExitCode.fault;
}
