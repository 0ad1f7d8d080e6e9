/** `purchase-orders` -> `PurchaseOrders`. */
export const pascalCase = (text: string): string =>
  text.replace(/[^a-z0-9]*([a-z0-9]+)[^a-z0-9]*/gi, (_, word: string) => word[0]!.toUpperCase() + word.slice(1));

export const camelCase = (text: string): string => {
  const words = pascalCase(text);
  return words.slice(0, 1).toLowerCase() + words.slice(1);
};
