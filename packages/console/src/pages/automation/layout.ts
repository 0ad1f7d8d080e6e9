import { Graph, layout } from '@dagrejs/dagre';
import type { Step } from './steps.ts';
import { reachable, type Way, waysOf } from './ways.ts';

/** In units of the drawing: CSS pixels. A drawing without branches fits a phone. */
export const boxWidth = 216;
const margin = 8;
const endHeight = 34;

interface Point {
  x: number;
  y: number;
}

/** A step in the drawing, by its upper left corner. */
export interface Box extends Point {
  width: number;
  height: number;
}

export interface Arrow extends Way {
  points: Point[];
  /** The middle of the space for its label. */
  middle: Point;
}

export interface Layout {
  width: number;
  height: number;
  /** By the index of the step; the start is -1, the end the number of steps. */
  boxes: ReadonlyMap<number, Box>;
  arrows: Arrow[];
}

/**
 * Lays out a program from the top to the bottom. Steps to which nobody comes are beside the others.
 * @param heightOf height of the box of a step
 */
export function layOut(steps: readonly Step[], heightOf: (index: number) => number): Layout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 24, edgesep: 16, ranksep: 24, marginx: margin, marginy: margin });
  const ways = waysOf(steps);
  const hasEnd = ways.some(({ to }) => to === steps.length);
  const indexes = [-1, ...steps.keys(), ...(hasEnd ? [steps.length] : [])];
  for (const index of indexes) {
    const height = steps[index] === undefined ? endHeight : heightOf(index);
    graph.setNode(String(index), { width: boxWidth, height });
  }
  for (const { from, to, name } of ways) {
    const label = name === 'next' ? { width: 28, height: 28 } : { width: 96, height: 52 };
    graph.setEdge(String(from), String(to), { ...label, labelpos: 'c' }, name);
  }
  layout(graph);
  const boxes = new Map(
    indexes.map((index) => {
      const { x, y, width, height } = graph.node(String(index)) as Box;
      return [index, { x: x - width / 2, y: y - height / 2, width, height }] as const;
    }),
  );
  const arrows = ways.map((way) => {
    const { points, x, y } = graph.edge(String(way.from), String(way.to), way.name) as Point & { points: Point[] };
    return { ...way, points, middle: { x, y } };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { width: Math.ceil(width), height: Math.ceil(height), boxes, arrows };
}

/** Which steps nobody comes to. */
export const isolated = (steps: readonly Step[]): number[] => {
  const found = reachable(steps);
  return [...steps.keys()].filter((index) => !found.has(index));
};
