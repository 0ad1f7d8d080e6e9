/** The parts of a V8 CPU profile that are read here. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  /** Microseconds since the sample before. */
  timeDeltas: number[];
}

/** Calls of one function by one caller, with all that it called. */
export interface Frame {
  name: string;
  /** Where its code comes from; decides the colour. */
  origin: 'service' | 'library' | 'node' | 'engine';
  micros: number;
  calls: Map<string, Frame>;
}

const idle = new Set(['(idle)', '(program)']);

/**
 * Adds up the stacks of a profile, without the time in which nothing was to do.
 * @param since microseconds from the beginning of the profile that are left out
 */
export function fold({ nodes, samples, timeDeltas }: CpuProfile, since = 0): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const root: Frame = { name: 'all', origin: 'engine', micros: 0, calls: new Map() };
  let time = 0;
  for (const [index, id] of samples.entries()) {
    time += timeDeltas[index]!;
    if (time < since) continue;
    if (idle.has(byId.get(id)!.callFrame.functionName)) continue;
    const stack: CpuProfile['nodes'][number]['callFrame'][] = [];
    for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) stack.push(byId.get(at)!.callFrame);
    const micros = timeDeltas[index]!;
    root.micros += micros;
    let frame = root;
    // The last one is the root of the profile itself.
    for (const callFrame of stack.reverse().slice(1)) {
      const name = nameOf(callFrame);
      if (name !== frame.name) frame = enter(frame, name, originOf(callFrame), micros);
    }
  }
  return root;
}

function enter(caller: Frame, name: string, origin: Frame['origin'], micros: number): Frame {
  const known = caller.calls.get(name);
  const frame = known ?? { name, origin, micros: 0, calls: new Map() };
  if (!known) caller.calls.set(name, frame);
  frame.micros += micros;
  return frame;
}

type CallFrame = CpuProfile['nodes'][number]['callFrame'];

/** Calls of a function by itself, and those of the parts of a loader and a parser by each other, are one. */
function nameOf({ functionName, url }: CallFrame): string {
  if (url.startsWith('node:internal/modules/')) return 'loading modules (node)';
  if (url.startsWith('wasm:')) return 'WebAssembly';
  const file = url.replace(/^.*\/(?=[^/]+$)/, '');
  const name = functionName || 'anonymous';
  return file === '' ? name : `${name} (${file})`;
}

function originOf({ url }: CallFrame): Frame['origin'] {
  if (url === '' || url.startsWith('wasm:')) return 'engine';
  if (url.startsWith('node:')) return 'node';
  return url.includes('/node_modules/') ? 'library' : 'service';
}
