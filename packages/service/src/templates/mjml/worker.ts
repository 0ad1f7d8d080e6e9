import './no-storage.ts';
import mjml2html from 'mjml-browser';
import { structureFault } from './structure.ts';

export type Compiled = { html: string } | { fault: string };

const mostFaults = 10;

/** Makes HTML of MJML in a worker thread. */
export async function compile(source: string): Promise<Compiled> {
  // The library's own fonts would have recipients ask a third party; includes are files of this machine.
  const options = { validationLevel: 'soft', ignoreIncludes: true, fonts: {}, keepComments: true } as const;
  try {
    const { html, errors } = await mjml2html(source, options);
    if (/<mj-include\b/i.test(source)) return { fault: 'mj-include is not supported: put the part into the source' };
    if (errors.length === 0) {
      const fault = structureFault(source);
      return fault === undefined ? { html } : { fault };
    }
    return { fault: errors.slice(0, mostFaults).map(describe).join('; ') };
  } catch (error) {
    if (error instanceof RangeError) return { fault: 'its elements are nested too deeply' };
    return { fault: String(error instanceof Error ? error.message : error).replace(/\.$/, '') };
  }
}

const describe = ({ line, tagName, message }: { line: number; tagName: string; message: string }) =>
  `line ${line}, ${tagName}: ${message}`;
