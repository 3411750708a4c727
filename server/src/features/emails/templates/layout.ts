import type { EmailTemplate } from './template.ts';

/** A bar of the logo. As in the web app, the last one has the accent colour. */
function bar(height: number, color: string, gap: number): string {
  const style = `width:5px;height:${height}px;background:${color};border-radius:2px;font-size:0;`;
  return `<td valign="bottom" style="padding-right:${gap}px;"><div style="${style}">&nbsp;</div></td>`;
}

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>{{ subject }}</title>
</head>
<body style="margin:0;padding:0;background:#FAFAF9;color:#1C1917;font-family:Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FAFAF9;">
<tr><td align="center" style="padding:40px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;">
<tr><td style="padding:0 4px 20px;">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
${bar(9, '#1C1917', 3)}
${bar(14, '#1C1917', 3)}
${bar(20, '#4F46E5', 10)}
<td valign="bottom" style="font-size:18px;line-height:20px;font-weight:600;letter-spacing:-0.01em;">Drumbeat</td>
</tr></table>
</td></tr>
<tr><td style="background:#FFFFFF;border:1px solid #E7E5E4;border-radius:10px;padding:32px 28px;">
{{ content | raw }}
</td></tr>
<tr><td style="padding:20px 4px 0;color:#57534E;font-size:13px;line-height:20px;">
Questions? Write to <a href="mailto:{{ supportEmail }}" style="color:#57534E;">{{ supportEmail }}</a>.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const plain = `{{ content }}

--
Drumbeat · {{ publicUrl }}
Questions? Write to {{ supportEmail }}.
`;

/** The layout of every email. `content` is the rendered body, separately for html and plain text. */
export const layout: EmailTemplate = {
  subject: '',
  html,
  plain,
  variables: ['subject', 'content', 'publicUrl', 'supportEmail'],
};
