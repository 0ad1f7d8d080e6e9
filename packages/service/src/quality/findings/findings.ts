import { xmlText } from '../../platform/text/xml.ts';
import type { TemplateError } from '../../templates/index.ts';

/** One thing that a check found. An error fails the check, a warning makes its state a warning. */
export interface Finding {
  /** Stable name of the rule. */
  code: string;
  severity: 'info' | 'warning' | 'error';
  /** For people. */
  message: string;
  /** A content, a line, an address. */
  location?: string;
}

export type CheckState = 'success' | 'warning' | 'failed';

/** The state that findings make. */
export function stateOf(findings: readonly Finding[]): CheckState {
  if (findings.some(({ severity }) => severity === 'error')) return 'failed';
  return findings.some(({ severity }) => severity === 'warning') ? 'warning' : 'success';
}

/** Finding for contents that cannot be rendered. */
export const templateFinding = ({ fault, content }: TemplateError): Finding => ({
  code: 'template_error',
  severity: 'error',
  message: `The mail cannot be rendered: ${fault}`,
  ...(content === undefined ? {} : { location: content }),
});

const ranks = { error: 0, warning: 1, info: 2 };
const maxFindings = 1000;

/** Findings as a document holds them: errors first, at most a thousand, texts within their bounds. */
export function presentable(findings: readonly Finding[]): Finding[] {
  return findings
    .toSorted((a, b) => ranks[a.severity] - ranks[b.severity])
    .slice(0, maxFindings)
    .map(({ code, severity, message, location }) => ({
      code,
      severity,
      message: xmlText(message, 1000),
      ...(location === undefined ? {} : { location: xmlText(location, 2048) }),
    }));
}
