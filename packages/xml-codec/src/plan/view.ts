import type { ScalarType } from './model.ts';
import type { Place, Xml } from './schema.ts';

/**
 * A schema as it counts at one place of use: references followed, `allOf` merged, null taken out of the type.
 * A view goes one level deep; its properties and items are still places of schemas.
 */
export type View = ObjectView | ArrayView | ScalarView | ChoiceView | RootsView;

interface Common {
  pointer: string;
  nullable: boolean;
  xml: Xml;
  text: boolean;
  aliases: string[];
  /** Present in one direction only, so never required of a document. */
  oneWay: boolean;
  /** Name of the component, when the view is exactly that component and what it says of names and null. */
  ref?: string;
}

export interface ObjectView extends Common {
  kind: 'object';
  properties: Map<string, Place>;
  required: Set<string>;
  additional?: Place;
  /** Alternatives that were joined, as messages name them. */
  joined?: string;
}

export interface ArrayView extends Common {
  kind: 'array';
  items: Place;
  /** The items are the entries of a record. */
  isMap?: true;
}

export interface ScalarView extends Common {
  kind: 'scalar';
  type: ScalarType;
  words?: readonly string[];
}

export interface ChoiceView extends Common {
  kind: 'choice';
  key: string;
  variants: { value: string; plan: string; place: Place }[];
}

/** Alternatives that nothing but the root element of a document tells apart. */
export interface RootsView extends Common {
  kind: 'roots';
  keyword: string;
  variants: { plan: string; view: ObjectView | ArrayView }[];
  /** All in one object, where there is no root element to tell. */
  joined?: ObjectView | undefined;
}
