import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../input-error.ts';
import { githubAnnotations, githubSummary } from './github.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import type { Report } from './report.ts';
import { sarifReport } from './sarif.ts';

const FORMS = ['junit', 'json', 'html', 'sarif', 'github'] as const;
export type Form = (typeof FORMS)[number];

/** A report to write: its form and the file, which GitHub's summary does not need. */
export interface Wanted {
  form: Form;
  file?: string;
}

/** Reads `html=report.html`, or `github`. @throws InputError */
export function parseWanted(text: string): Wanted {
  const [form = '', ...rest] = text.split('=');
  const file = rest.join('=');
  if (!FORMS.includes(form as Form))
    throw new InputError(`--report: there is no format "${form}"; the formats are ${FORMS.join(', ')}`);
  if (file === '' && form !== 'github') throw new InputError(`--report ${form} requires a file: ${form}=FILE`);
  return { form: form as Form, ...(file ? { file } : {}) };
}

/**
 * Writes one report, and passes lines of the log to `print`.
 * @param description file to name for findings without a known position
 */
export function writeReport(
  report: Report,
  { form, file }: Wanted,
  description: string,
  print: (text: string) => void,
): void {
  if (form === 'github') {
    print(githubAnnotations(report));
    const summary = file ?? process.env.GITHUB_STEP_SUMMARY;
    if (summary) appendFileSync(prepared(summary), githubSummary(report));
    return;
  }
  const text = { junit: junitReport, html: htmlReport, json, sarif: (each: Report) => sarifReport(each, description) };
  writeFileSync(prepared(file!), text[form](report));
}

const json = (report: Report) => `${JSON.stringify(report, null, 2)}\n`;

function prepared(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  return file;
}
