import { type Html, html, raw } from './html.ts';

const styles = `
:root{color-scheme:light dark;--bg:#FAFAF9;--surface:#fff;--border:#E7E5E4;--edge:#D6D3D1;--text:#1C1917;--muted:#57534E;--ink:#1C1917;--on-ink:#FAFAF9;--accent:#4F46E5;--soft:#F5F5F4;--good:#15803D;--good-bg:#F0FDF4;--bad:#B91C1C;--bad-bg:#FEF2F2;--warn:#854D0E;--warn-bg:#FEFCE8}
@media (prefers-color-scheme:dark){:root{--bg:#0C0A09;--surface:#171412;--border:#292524;--edge:#44403C;--text:#FAFAF9;--muted:#A8A29E;--ink:#FAFAF9;--on-ink:#1C1917;--accent:#A5B4FC;--soft:#1F1B18;--good:#4ADE80;--good-bg:#0F1F14;--bad:#FCA5A5;--bad-bg:#2A1212;--warn:#FDE047;--warn-bg:#211C0B}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:15px/24px Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-font-smoothing:antialiased}
h1,h2,h3{font-weight:600;letter-spacing:-.015em;margin:0}
h1{font-size:24px;line-height:32px}h2{font-size:20px;line-height:28px}
a{color:var(--accent)}
p{margin:0}
.muted{color:var(--muted)}.small{font-size:13px;line-height:20px}.num{font-variant-numeric:tabular-nums}
button,.button{font:inherit;font-weight:500;display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:44px;padding:0 18px;border-radius:8px;border:1px solid var(--edge);background:var(--surface);color:var(--text);cursor:pointer;text-decoration:none}
button:hover,.button:hover{background:var(--soft)}
button.primary{background:var(--ink);border-color:var(--ink);color:var(--on-ink)}
button.primary:hover{opacity:.88}
button.danger{color:var(--bad)}
input,select{font:inherit;width:100%;min-height:44px;padding:0 12px;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:var(--text)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
label{font-weight:500;font-size:13px;line-height:20px;display:block}
.card{background:var(--surface);border:1px solid var(--border);border-radius:10px;padding:24px}
.notice{border-radius:8px;padding:12px 16px;font-size:13px;line-height:20px}
.notice.bad{background:var(--bad-bg);color:var(--bad)}.notice.good{background:var(--good-bg);color:var(--good)}.notice.warn{background:var(--warn-bg);color:var(--warn)}
.sandbox-note{text-align:center;color:var(--muted);font-size:13px;line-height:20px;padding:20px 16px 32px}
`;

/** A complete page in the common style, without external resources. */
export function page(options: { title: string; styles?: string; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${options.title}</title>
<link rel="icon" href="${iconUrl}">
<style>${raw(styles)}${raw(options.styles ?? '')}</style>
</head>
<body>${options.body}</body>
</html>`.markup;
}

/** The logo: three rising bars. */
export const mark: Html = raw(
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true"><rect x="2" y="11" width="4" height="7" rx="1.5"/><rect x="8" y="7" width="4" height="11" rx="1.5"/><rect x="14" y="2" width="4" height="16" rx="1.5"/></svg>',
);

const iconUrl = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="#4F46E5"><rect x="2" y="11" width="4" height="7" rx="1.5"/><rect x="8" y="7" width="4" height="11" rx="1.5"/><rect x="14" y="2" width="4" height="16" rx="1.5"/></svg>',
)}`;
