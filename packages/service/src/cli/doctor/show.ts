import type { Style } from '../styled.ts';
import { textTable } from '../text-table.ts';
import type { DoctorFinding } from './finding.ts';

const styles = new Map<string, Style>([
  ['OK', 'green'],
  ['WARNING', 'yellow'],
  ['ERROR', 'red'],
]);

/** Returns findings as a table for a terminal. */
export function showFindings(findings: readonly DoctorFinding[]): string {
  const rows = findings.map(({ check, subject, state, message }) => [state.toUpperCase(), check, subject, message]);
  const style = ([state]: readonly string[], column: number) => (column === 0 ? styles.get(state!) : undefined);
  return textTable([['STATE', 'CHECK', 'WHERE', 'WHAT'], ...rows], { style });
}
