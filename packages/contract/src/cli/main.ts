#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { DescriptionError } from '@mailwright/codegen/description';
import { Command } from 'commander';
import { InputError } from '../input-error.ts';
import { explainCommand } from './explain.ts';
import { mockCommand } from './mock.ts';
import { verifyCommand } from './verify.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const program = new Command('mailwright-contract')
  .description('Contract tests and mock server for OpenAPI descriptions with XML or JSON')
  .version(version)
  .addCommand(mockCommand())
  .addCommand(verifyCommand())
  .addCommand(explainCommand());

try {
  await program.parseAsync();
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(styleText('red', error.message, { stream: process.stderr }));
  process.exitCode = 1;
}

/** A port that is taken is nobody's fault in here either. */
function isExpected(error: unknown): error is Error {
  if (error instanceof DescriptionError || error instanceof InputError) return true;
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'listen';
}
