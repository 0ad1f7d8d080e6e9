import type { AttributeProperty, Content, PlanSet } from './model.ts';

/** All attributes that an element with this content may have. */
export function attributesOf(content: Content, plans: PlanSet): AttributeProperty[] {
  switch (content.kind) {
    case 'ref':
      return attributesOf(plans.get(content.plan)!.root.content, plans);
    case 'choice':
      return content.variants.flatMap(({ plan }) => attributesOf({ kind: 'ref', plan }, plans));
    case 'object':
      return content.properties.filter((property) => property.nodeType === 'attribute');
    default:
      return [];
  }
}

/** Reports whether an element with this content always has a child, whatever its value. */
export function isNeverEmpty(content: Content, plans: PlanSet): boolean {
  switch (content.kind) {
    case 'ref':
      return isNeverEmpty(plans.get(content.plan)!.root.content, plans);
    case 'choice':
      return content.variants.every(({ plan }) => isNeverEmpty({ kind: 'ref', plan }, plans));
    case 'object':
      return content.properties.some(({ nodeType, required }) => nodeType === 'element' && required);
    default:
      return false;
  }
}
