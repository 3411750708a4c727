import type { SandboxContext } from '../context.ts';
import { type Html, html } from '../http/html.ts';
import type { MailMessage } from '../mail/state.ts';
import { clockTime, emptyNote } from './parts.ts';

const shown = 200;

/** The mailbox: a list and the selected message. */
export function mailView(context: SandboxContext, chosen: string): Html {
  const messages = context.store.state.mail.messages.slice(-shown).reverse();
  if (messages.length === 0) {
    return emptyNote('No mail yet', 'Everything the app sends arrives here, whoever it is for.');
  }
  const open = messages.find((one) => one.id === chosen) ?? messages[0];
  return html`<div class="panes"><ul class="list" data-scroll="mail">${messages.map(
    (
      message,
    ) => html`<li><a href="#mail/${message.id}"${message.id === open?.id && html` aria-current="true"`}>
<span class="line small muted"><span>${message.to.join(', ')}</span><span class="num">${clockTime(message.receivedAt)}</span></span>
<b>${message.subject || 'No subject'}</b><span class="snip small">${snippet(message)}</span></a></li>`,
  )}</ul>${open && paper(open)}</div>`;
}

function paper(message: MailMessage): Html {
  return html`<article class="paper"><header><h1>${message.subject || 'No subject'}</h1>
<p class="small muted">From ${message.from} to ${message.to.join(', ')} · ${new Date(message.receivedAt).toUTCString()}</p></header>
${message.links.length > 0 && html`<div class="links">${message.links.map((link) => html`<a href="${link}" target="_blank" rel="noopener">${link}</a>`)}</div>`}
${message.html ? frame(message.html) : html`<div class="pad"><pre>${message.text}</pre></div>`}</article>`;
}

// Same-origin so that the script can measure it; without scripts so that the message cannot do anything.
function frame(content: string): Html {
  const document = `<base target="_blank">${content}`;
  return html`<iframe title="Message" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" srcdoc="${document}"></iframe>`;
}

function snippet(message: MailMessage): string {
  return message.text.replace(/\s+/g, ' ').slice(0, 120);
}
