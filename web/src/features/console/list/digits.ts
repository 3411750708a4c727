/** The digits of a typed text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
