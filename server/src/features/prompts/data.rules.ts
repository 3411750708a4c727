/**
 * A text of a person or a stranger as data of a prompt: a JSON string on one line. Nothing in it ends the line, the
 * quotation or the block in which it stands, whatever it says; `JSON.parse` gives it back.
 */
export function asData(text: string): string {
  return JSON.stringify(text).replace(
    /[<>`{}\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
