/**
 * Loaded before everything else in a process whose pages are compared with those of another one: its clock starts at
 * `PAGES_CLOCK_START` and is slow, so that both show the same minute however busy the machine is. Timers are as fast as ever.
 * Threads of the process share the clock.
 */
const [start, begun] = [Number(process.env.PAGES_CLOCK_START), Number(process.env.PAGES_CLOCK_BEGUN)];
const slowness = 20;
const Real = Date;

class Slow extends Real {
  constructor(...at: [] | [number]) {
    super(...(at.length === 0 ? ([Slow.now()] as const) : at));
  }

  static override now(): number {
    return Math.floor(start + (Real.now() - begun) / slowness);
  }
}

globalThis.Date = Slow as DateConstructor;
