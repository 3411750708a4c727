/**
 * A text from a person or a third party as data for a prompt: a JSON string on one line that cannot escape
 * its line, quotation or block. `JSON.parse` restores it.
 */
export function asData(text: string): string {
  return JSON.stringify(text).replace(
    /[<>`{}\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
