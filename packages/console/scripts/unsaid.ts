import ts from 'typescript';
import { placeOf, sayingCall } from './texts.ts';

/** Properties whose values people read. */
const labels = new Set(['label', 'title', 'explanation', 'hint', 'text', 'detail', 'message']);

/** Attributes whose values people hear or see. */
const attributes = /\s(?:title|alt|placeholder|aria-label|aria-description)="([^"]*)"/g;

/** Stands for an expression within a template. */
const filled = '\0';

/**
 * Returns the texts in a source that people would see in English whatever their language is: text and some attributes in templates of HTML,
 * values of labels, and all other literals that begin with a capital letter or have several words.
 */
export function unsaidTexts(source: ts.SourceFile): { text: string; place: string }[] {
  const found: { text: string; place: string }[] = [];
  const report = (node: ts.Node, text: string) =>
    found.push({ text: text.replaceAll(filled, '…').trim(), place: placeOf(node) });
  const visit = (node: ts.Node): void => {
    if (isHtml(node)) for (const text of textsInHtml(node.template)) report(node, text);
    else if (isLiteral(node) && !isCode(node)) {
      const text = textOf(node);
      const isShown = isContent(node) || isLabel(node) ? /\p{L}/u.test(text) : readsLikeWords(text);
      if (isShown) report(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isHtml = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html';

const isLiteral = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && !ts.isTaggedTemplateExpression(node.parent);

const textOf = (node: ts.StringLiteralLike | ts.TemplateLiteral): string =>
  ts.isTemplateExpression(node)
    ? node.templateSpans.reduce((text, { literal }) => text + filled + literal.text, node.head.text)
    : node.text;

/** Paths and the like have no spaces, and values for programs begin with a small letter. */
const readsLikeWords = (text: string): boolean =>
  /^[^\p{L}/]*\p{Lu}\p{Ll}/u.test(text) || /\p{L}{2}[,.:;]? (?:\p{L}|\0)|\0 \p{L}{2}/u.test(text);

/** Reports whether a literal is a name or a value for a program, or is said. */
function isCode(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return true;
  if (ts.isBinaryExpression(parent))
    return [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
      parent.operatorToken.kind,
    );
  if (ts.isCallExpression(parent)) return sayingCall(parent)?.argument === node;
  return ts.isNewExpression(parent) && /^(Error|RegExp|Intl\..*)$/.test(parent.expression.getText());
}

/** The expression of which a literal is one possible value. */
function wholeOf(node: ts.Expression): ts.Expression {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return wholeOf(parent);
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return wholeOf(parent);
  if (ts.isBinaryExpression(parent) && /^(&&|\|\||\?\?)$/.test(parent.operatorToken.getText())) return wholeOf(parent);
  return node;
}

function isLabel(node: ts.Expression): boolean {
  const { parent } = wholeOf(node);
  return ts.isPropertyAssignment(parent) && labels.has(parent.name.getText());
}

/** Reports whether a literal is text of HTML, outside of tags. */
function isContent(node: ts.Expression): boolean {
  const { parent } = wholeOf(node);
  if (!ts.isTemplateSpan(parent) || !isHtml(parent.parent.parent)) return false;
  const { head, templateSpans } = parent.parent;
  const before = [head, ...templateSpans.slice(0, templateSpans.indexOf(parent)).map(({ literal }) => literal)];
  const text = before.map((part) => part.text).join(filled);
  return text.lastIndexOf('<') <= text.lastIndexOf('>');
}

/** A template of attributes only, for a tag of another template. */
const onlyAttributes = /^(?: (?:checked|required|selected|open|hidden|readonly|[\w-]+="[^"]*"|data-[\w-]+))+$/;

/** Returns texts between tags, and values of attributes, that have letters. */
function textsInHtml(template: ts.TemplateLiteral): string[] {
  const text = textOf(template);
  const values = [...text.matchAll(attributes)].map(([, value]) => value!);
  const between = onlyAttributes.test(text)
    ? []
    : text
        .replaceAll(/<!DOCTYPE[^>]*>|<code>[^<]*<\/code>/g, '')
        .replaceAll(/&#?\w+;/g, ' ')
        .split(/<\/?[a-z][^<>]*>/i);
  return [...values, ...between].filter((each) => /\p{L}/u.test(each));
}
