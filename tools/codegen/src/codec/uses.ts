import { attributesOf, type Content, type Element, type PlanSet, type QName } from '@mailwright/xml-codec/plan';

/** Reports whether a use of a plan names the element as the plan does. */
export function keepsItsName(name: QName, plan: string, plans: PlanSet): boolean {
  const root = plans.get(plan)!.root.name;
  return name.local === root.local && name.prefix === root.prefix && name.namespace === root.namespace;
}

/** The plans that stand in elements of other names too, as values of dictionaries or as variants of a choice. */
export function renamedPlans(plans: PlanSet): Set<string> {
  const renamed = new Set<string>();
  const visit = (content: Content, name: QName | undefined): void => {
    switch (content.kind) {
      case 'scalar':
        return;
      case 'ref':
        if (!name || !keepsItsName(name, content.plan, plans)) renamed.add(content.plan);
        return;
      case 'roots':
        return;
      case 'choice':
        for (const { plan } of content.variants) renamed.add(plan);
        return;
      case 'array':
        visitElement(content.item);
        return;
      case 'object':
        for (const property of content.properties) {
          if (property.nodeType === 'element') visitElement(property.element);
          if (property.nodeType === 'none') visitElement(property.item);
        }
        if (content.additional) visit(content.additional.content, undefined);
    }
  };
  const visitElement = ({ name, content }: Element) => visit(content, name);
  for (const { root } of plans.values()) visitElement(root);
  return renamed;
}

export function hasAttributes(content: Content, plans: PlanSet): boolean {
  return attributesOf(content, plans).length > 0;
}
