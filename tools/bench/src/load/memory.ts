import { readFileSync, writeFileSync } from 'node:fs';

const interval = 100;

/** Begins the peak of a process anew at what it has now (Linux, proc_pid_clear_refs(5)). */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Largest resident set of a process so far in MB; 0 when it has ended. */
export function peakMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Watches the peak of a process that is going to end. */
export function watchPeak(pid: number): () => number {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, peakMegabytes(pid));
  };
  const timer = setInterval(look, interval);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
