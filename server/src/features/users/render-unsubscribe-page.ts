import type { StoppableEmail } from './update-email-choices.ts';

export type UnsubscribePage = { isKnown: boolean; title: string; text: string; button?: string };

const others = 'You will still get emails about your account and about posts that failed.';
const again = 'You can turn them back on in Settings, under Notifications.';
const pages: Record<'ask' | 'done', Record<StoppableEmail, Omit<UnsubscribePage, 'isKnown'>>> = {
  ask: {
    weekly_summary: { title: 'Stop the weekly summary?', text: others, button: 'Stop the summary' },
    marketing: { title: 'Stop news from Drumbeat?', text: others, button: 'Stop the news' },
  },
  done: {
    weekly_summary: { title: 'No more weekly summaries', text: again },
    marketing: { title: 'No more news from Drumbeat', text: again },
  },
};
const unknown: UnsubscribePage = {
  isKnown: false,
  title: 'This link does not work',
  text: 'Open the link in the most recent of these emails, or turn them off in Settings.',
};

/** The page for a link; without an email, the link is not valid. */
export function pageFor(what: 'ask' | 'done', email: StoppableEmail | undefined): UnsubscribePage {
  return email ? { isKnown: true, ...pages[what][email] } : unknown;
}

/**
 * The page behind an unsubscribe link. It asks first, because mail programs may open links by themselves,
 * then shows the result.
 */
export function renderUnsubscribePage(
  { title, text, button }: UnsubscribePage,
  publicUrl: string,
  nonce: string,
): string {
  const action = button
    ? `<form method="post"><button>${button}</button></form>`
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
