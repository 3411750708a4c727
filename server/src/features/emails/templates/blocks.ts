/** A part of an email, in HTML (with inline styles, for mail programs) and in plain text. */
export type Block = { html: string; plain: string };

const INK = '#1C1917';
const MUTED = '#57534E';
const ACCENT = '#4F46E5';

/** The title inside an email; the first block of each. */
export function heading(text: string): Block {
  const style = 'margin:0;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;';
  return { html: `<h1 style="${style}">${text}</h1>`, plain: text };
}

export function paragraph(text: string): Block {
  return { html: `<p style="margin:12px 0 0;font-size:15px;line-height:24px;">${text}</p>`, plain: text };
}

/** A paragraph for each line of a variable. `tag` is the variable's Liquid output tag. */
export function lines(tag: string): Block {
  const name = tag.slice('{{ '.length, -' }}'.length);
  const each = paragraph('{{ line }}').html;
  return {
    html: `{% assign lines = ${name} | split: "\\n" %}{% for line in lines %}${each}\n{% endfor %}`,
    plain: tag,
  };
}

/** The email's main link. Plain text shows only the URL, because the text before it explains it. */
export function button(label: string, link: string): Block {
  const style =
    `display:inline-block;background:${INK};color:#FFFFFF;font-size:15px;line-height:24px;font-weight:600;` +
    'text-decoration:none;padding:10px 20px;border-radius:8px;';
  return {
    html: `<p style="margin:24px 0 0;"><a href="${link}" style="${style}">${label}</a></p>`,
    plain: link,
  };
}

/** A button and, in HTML, the full URL below it, for mail programs that do not open buttons. */
export function buttonWithAddress(label: string, link: string): Block {
  const { html, plain } = button(label, link);
  const small = 'font-size:13px;line-height:20px;';
  return {
    html: [
      html,
      `<p style="margin:24px 0 0;${small}color:${MUTED};">If the button doesn't work, open this address:</p>`,
      `<p style="margin:8px 0 0;${small}word-break:break-all;">${anchor(link)}</p>`,
    ].join('\n'),
    plain,
  };
}

/** Small print. */
export function note(text: string): Block {
  return noteOf(text, text);
}

/** Small print that ends with a URL. */
export function noteWithLink(text: string, link: string): Block {
  return noteOf(`${text} ${anchor(link)}`, `${text} ${link}`);
}

/** The end of each security email; `link` leads to the password reset. */
export function notYou(link: string): Block {
  const say = (address: string) => `Wasn't you? Reset your password at ${address} and contact us right away.`;
  return noteOf(say(anchor(link)), say(link));
}

function noteOf(html: string, plain: string): Block {
  return {
    html: `<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:${MUTED};">${html}</p>`,
    plain,
  };
}

function anchor(link: string): string {
  return `<a href="${link}" style="color:${ACCENT};">${link}</a>`;
}
