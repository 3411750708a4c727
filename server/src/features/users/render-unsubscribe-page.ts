const pages = {
  ask: {
    title: 'Stop the weekly summary?',
    text: 'Emails about your account, and about posts that did not go out, still come.',
  },
  done: {
    title: 'No more weekly summaries',
    text: 'You can switch them on again in the settings, under Notifications.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Open the one in your latest weekly summary, or switch the email off in the settings.',
  },
} as const;

/** The page behind the link in the weekly summary: asks, as a mail program may open links by itself, or says what is. */
export function renderUnsubscribePage(page: keyof typeof pages, publicUrl: string, nonce: string): string {
  const { title, text } = pages[page];
  const action =
    page === 'ask'
      ? '<form method="post"><button>Stop the summary</button></form>'
      : `<p><a href="${publicUrl}/settings">Open the settings</a></p>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} – Drumbeat</title>
    <style nonce="${nonce}">
      body{font:15px/24px Inter,system-ui,sans-serif;max-width:420px;margin:20vh auto 0;padding:0 24px;background:light-dark(#FAFAF9,#0C0A09);color:light-dark(#1C1917,#FAFAF9)}
      h1{font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;margin:0}
      p{color:light-dark(#57534E,#A8A29E);margin:8px 0 24px}
      a{color:light-dark(#4F46E5,#818CF8)}
      button{font:inherit;font-weight:600;min-height:44px;padding:0 20px;border:0;border-radius:8px;cursor:pointer;background:light-dark(#1C1917,#FAFAF9);color:light-dark(#FFFFFF,#0C0A09)}
      :focus-visible{outline:2px solid light-dark(#4F46E5,#818CF8);outline-offset:2px}
    </style>
  </head>
  <body>
    <main><h1>${title}</h1><p>${text}</p>${action}</main>
  </body>
</html>`;
}
