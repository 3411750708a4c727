/** What is left of a typed text where only digits belong. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
