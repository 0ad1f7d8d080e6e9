import { curl } from './curl.ts';
import { java } from './java.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import type { SampleRequest } from './request.ts';
import { typescript } from './typescript.ts';

interface Language {
  id: string;
  title: string;
  /** Name of its grammar in highlight.js. */
  grammar: string;
  write(request: SampleRequest): string;
}

/** The languages of the snippets, in the order of their tabs. */
export const languages = [
  { id: 'curl', title: 'curl', grammar: 'bash', write: curl },
  { id: 'typescript', title: 'TypeScript', grammar: 'typescript', write: typescript },
  { id: 'python', title: 'Python', grammar: 'python', write: python },
  { id: 'php', title: 'PHP', grammar: 'php', write: php },
  { id: 'java', title: 'Java', grammar: 'java', write: java },
] as const satisfies Language[];

export type LanguageId = (typeof languages)[number]['id'];
