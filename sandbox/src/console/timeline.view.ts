import type { SandboxContext } from '../context.ts';
import { type Html, html, raw } from '../http/html.ts';
import { demoPeople, findUser } from '../x/people.ts';
import type { XTweet, XUser } from '../x/state.ts';
import { emptyNote } from './parts.ts';

const shown = 100;

/** Each person's timeline as X would show it; everyone's if no one is selected. */
export function timelineView(context: SandboxContext, chosen: string): Html {
  const state = context.store.state.x;
  const others = Object.values(state.users)
    .map((user) => user.username)
    .filter((name) => !demoPeople.some((person) => person.username === name))
    .slice(-20);
  const names = [...demoPeople.map((person) => person.username), ...others];
  const user = chosen ? findUser(state, chosen) : undefined;
  return html`<div class="people"><a class="all" href="#x"${!chosen && html` aria-current="true"`}>Everybody</a>${names.map(
    (name) => html`<a href="#x/${name}"${name === chosen && html` aria-current="true"`}>
<img src="/x/profile_images/${name}.svg" alt="">${name}<span class="count num">${countOf(context, name)}</span></a>`,
  )}</div><div class="feed">${chosen ? personFeed(context, chosen, user) : everybodyFeed(context)}</div>`;
}

function everybodyFeed(context: SandboxContext): Html {
  const state = context.store.state.x;
  const newest = Object.values(state.tweets)
    .flatMap((tweets) => tweets.slice(-shown))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, shown);
  if (newest.length === 0)
    return emptyNote('Nothing posted yet', 'Posts appear here the moment X would have them.');
  return html`<div class="paper">${newest.map((tweet) => tweetCard(tweet, state.users[tweet.userId]))}</div>`;
}

function personFeed(context: SandboxContext, name: string, user: XUser | undefined): Html {
  const person = demoPeople.find((one) => one.username === name);
  const tweets = user ? (context.store.state.x.tweets[user.id] ?? []) : [];
  const body = JSON.stringify({ username: name });
  return html`<div class="paper"><div class="banner"></div><div class="who">
<div class="face"><img src="/x/profile_images/${name}.svg" alt="" width="88" height="88">${
    user &&
    html`<span class="tools"><button data-call="POST /sandbox/x/expire-tokens" data-body="${body}">Expire tokens</button>
<button data-call="POST /sandbox/x/revoke" data-body="${body}">Revoke access</button></span>`
  }</div>
<h1>${user?.name ?? person?.name ?? name}</h1><p class="muted">@${name}</p>
<p style="margin-top:8px">${user?.bio ?? person?.bio}</p>
<p class="muted small num" style="margin-top:8px">${tweets.length} posts${!user && ' · has not authorised anything yet'}</p></div>
${tweets
  .slice(-shown)
  .reverse()
  .map((tweet) => tweetCard(tweet, user))}
${tweets.length === 0 && html`<div class="empty">Nothing posted yet.</div>`}</div>`;
}

function tweetCard(tweet: XTweet, user: XUser | undefined): Html {
  const name = user?.username ?? 'unknown';
  return html`<article class="tweet"><img src="/x/profile_images/${name}.svg" alt="" width="40" height="40"><div style="min-width:0;flex:1">
<p><b>${user?.name}</b> <span class="muted">@${name} · <time datetime="${tweet.createdAt}" title="${tweet.createdAt} · ${tweet.id}">${shortTime(tweet.createdAt)}</time></span></p>
<p class="text">${tint(tweet.text)}</p>
<div class="icons" aria-hidden="true">${icons}</div></div></article>`;
}

function tint(text: string): Html[] {
  return text
    .split(/(#[\p{L}\p{N}_]+|@\w+|https?:\/\/\S+)/gu)
    .map((part, index) => (index % 2 === 1 ? html`<span>${part}</span>` : html`${part}`));
}

function shortTime(iso: string): string {
  const day = new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return `${day}, ${iso.slice(11, 19)}`;
}

function countOf(context: SandboxContext, name: string): string {
  const state = context.store.state.x;
  const user = findUser(state, name);
  const count = user ? (state.tweets[user.id]?.length ?? 0) : 0;
  return count > 0 ? String(count) : '';
}

const icons: Html = raw(
  [
    'M4 12a8 7 0 1 1 4 6l-4 1 1-3a7 7 0 0 1-1-4z',
    'M5 9l3-3 3 3M8 6v9a2 2 0 0 0 2 2h4M19 15l-3 3-3-3M16 18V9a2 2 0 0 0-2-2h-4',
    'M12 20s-7-4.4-7-9.5A3.8 3.8 0 0 1 12 8a3.8 3.8 0 0 1 7 2.500C19 15.600 12 20 12 20z',
    'M6 19v-6M11 19V9M16 19V5',
    'M7 4h10v16l-5-4-5 4z',
  ]
    .map(
      (path) =>
        `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`,
    )
    .join(''),
);
