import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { buildModel, loadDescription } from '@mailwright/codegen/description';
import { Command } from 'commander';
import { parse, stringify } from 'yaml';
import { type JobsOptions, writeJobs } from '../arazzo/jobs.ts';
import { InputError } from '../input-error.ts';
import { loadPreconditions } from '../preconditions/load.ts';
import type { Situation } from '../preconditions/preconditions.ts';
import { localDescription } from './description-file.ts';

interface Options {
  preconditions: string;
  jobs: string;
  write: string;
  url?: string;
}

/** A file of jobs. */
interface Jobs extends Omit<JobsOptions, 'url'> {
  /** By workflowId, each in the form of a situation. */
  jobs: Record<string, Situation>;
}

export function workflowsCommand(): Command {
  return new Command('workflows')
    .description('Writes jobs as an Arazzo document, from preconditions: for readers, and for tools that run workflows')
    .argument('<openapi>', 'file or URL of the description: OpenAPI 3.0 or 3.1, YAML or JSON')
    .requiredOption('--preconditions <dir>', 'directory of the preconditions that the jobs are made of')
    .requiredOption('--jobs <file>', 'title, authorization, and jobs by name: about, given, steps, as in a situation')
    .requiredOption('--write <file>', 'the document to write: *.arazzo.yaml')
    .option('--url <url>', 'how the document names the description; by default the path from one to the other')
    .action(run);
}

async function run(file: string, { preconditions, jobs: jobsFile, write, url }: Options): Promise<void> {
  const model = buildModel(await loadDescription(await localDescription(file)));
  const { jobs, ...options } = readJobs(jobsFile);
  const document = writeJobs(jobs, loadPreconditions(preconditions, { model }), model, {
    ...options,
    url: url ?? urlFrom(write, file),
  });
  writeFileSync(write, stringify(document, { lineWidth: 120, aliasDuplicateObjects: false }));
}

/** @throws InputError if the file is no YAML or has no jobs */
export function readJobs(file: string): Omit<JobsOptions, 'url'> & { jobs: Map<string, Situation> } {
  try {
    const { title, authorization, jobs } = parse(readFileSync(file, 'utf8')) as Jobs;
    const named = new Map(Object.entries(jobs));
    return { title, ...(authorization !== undefined && { authorization }), jobs: named };
  } catch (error) {
    throw new InputError(`--jobs: ${file}: ${(error as Error).message}`);
  }
}

/** Returns the address of a description as a document in another folder names it. */
export function urlFrom(document: string, description: string): string {
  if (/^https?:/.test(description)) return description;
  const path = relative(dirname(resolve(document)), resolve(description)).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}
