import type { SendoutFault } from '../sendout-fault.ts';

/** Nobody who may send stands for a sendout any more, or too few do. Takes back the recipients that were fixed. */
export class NotProven extends Error {
  readonly fault: SendoutFault;

  constructor(fault: SendoutFault) {
    super(fault.words);
    this.fault = fault;
  }
}
