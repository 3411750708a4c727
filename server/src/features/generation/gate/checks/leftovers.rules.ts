/** Leftovers of a prompt, a template, another format or an attack, with a description of each. */
const leftovers: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'An unfilled placeholder',
    pattern:
      /\[[^\][\n]{0,40}\b(?:insert|your|name|topic|link|brand|company|niche|product|emoji|city|number)\b[^\][\n]{0,40}\]|[{}]|<\||\|>|\[\/?INST\]|^(?:undefined|null|NaN|N\/A|TODO)$|<(?:insert|your|name|topic)[^>\n]{0,40}>|\bXX+\b/iu,
  },
  {
    what: 'A label or introduction around the post',
    pattern:
      /^(?:(?:post|tweet|option|version|draft|idea|day|week|caption|title|hook|text) ?#?\d{0,3} ?[:.)-]|(?:sure|certainly|of course|absolutely)(?:!|[,.:] here)|here (?:are|is)\b|here['’]s (?:a|your|the) (?:post|tweet|draft|list)|as requested\b|below (?:are|is)\b)/iu,
  },
  {
    what: 'Markdown or code',
    pattern:
      /\*\*|__\w|```|^#{1,6} |^ ?[{[] ?["{]|" ?: ?["[{]|<\/?[a-z][^<>\n]{0,80}>|\\n|&(?:amp|lt|gt|quot|nbsp);/imu,
  },
  {
    what: 'Wording from the prompt',
    pattern:
      /\b(?:ignore|disregard|forget|override) (?:all |any |the |my |your )?(?:(?:previous|prior|above|earlier|system) )?(?:instructions?|prompts?|rules|messages|above)\b|\b(?:helpful assistant|language model|training data|my guidelines|reply only with|drop table|browse the internet|unable to (?:write|create|help|generate)|every draft)\b|\b(?:system|assistant|user|developer) ?(?:prompt|message)?\s*:|\bsystem prompt\b|\bas an? (?:ai|artificial intelligence|large language|language) ?(?:model|assistant)?\b|\bi (?:was|am|have been) (?:programmed|trained) (?:to|by|on)\b|\b(?:280|two hundred and eighty) characters\b|\bapi[ _-]?key\b/iu,
  },
  {
    what: 'A remark about the answer',
    pattern:
      /\b(?:let me know if you(?:['’]d| would)? (?:like|want|need)|hope this helps|feel free to (?:adjust|edit|tweak|ask)|would you like me to)\b/iu,
  },
];

// Control, direction, invisible (outside emoji), private-use and unassigned characters, and broken text.
const hidden =
  /[\p{Cc}\p{Co}\p{Cn}\u00ad\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufffd]/u;

/** A leftover of a prompt or a format in a text, if any. Line breaks are allowed. */
export function leftoverIn(text: string): { quote: string; why: string } | undefined {
  if (hidden.test(text.replaceAll('\n', ''))) return { quote: '', why: 'Invisible characters.' };
  for (const { what, pattern } of leftovers) {
    const found = pattern.exec(text);
    if (found) return { quote: found[0].trim(), why: `${what}.` };
  }
  return undefined;
}
