import { type Html, html } from '../http/html.ts';
import { page } from '../http/page.ts';
import type { AuthorizeAsk } from './authorize.ts';
import { demoPeople } from './people.ts';

const styles = `
main{max-width:560px;margin:0 auto;padding:28px 20px 0}
.brand{font-size:28px;font-weight:700;line-height:1;margin-bottom:16px}
h1{margin-bottom:4px}
fieldset{border:0;padding:0;margin:20px 0 0;display:grid;grid-template-columns:1fr 1fr;gap:8px}
legend{padding:0;font-weight:600;margin-bottom:8px}
.person{display:flex;align-items:center;gap:12px;padding:10px 12px;border:1px solid var(--border);border-radius:10px;background:var(--surface);min-height:64px;cursor:pointer;font-weight:400}
.person:hover{border-color:var(--edge)}
.person:has(input:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.person img{width:40px;height:40px;border-radius:999px;flex:none}
.person b{font-weight:600;display:block;font-size:14px;line-height:20px}
.person .handle{color:var(--muted);display:block}
.person input{width:18px;min-height:18px;height:18px;margin:0 0 0 auto;accent-color:var(--accent);flex:none}
.other{align-self:end}.other input{margin-top:0}
@media (max-width:440px){fieldset{grid-template-columns:1fr}}
.can{margin:20px 0;padding:0 0 0 20px;color:var(--muted)}.can li{margin:2px 0}
.actions{display:grid;gap:8px}
.actions button{border-radius:999px;width:100%}
`;

const scopeWords: Record<string, string> = {
  'tweet.read': 'See the posts you can see, including those of protected accounts.',
  'tweet.write': 'Post for you.',
  'users.read': 'See the profiles of the accounts you can view.',
  'offline.access': 'Stay connected to your account until you take the access back.',
  'media.write': 'Upload pictures and videos for you.',
};

/** The page on which a person allows the application to post for them. */
export function authorizePage(ask: AuthorizeAsk, query: string): string {
  const host = new URL(ask.redirectUri).host;
  const body = html`<main>
<div class="brand" aria-hidden="true">𝕏</div>
<h1>Drumbeat wants to access your X account</h1>
<p class="muted">You will return to ${host}</p>
<form method="post" action="/x/i/oauth2/authorize">
<input type="hidden" name="ask" value="${query}">
<fieldset><legend>Continue as</legend>${demoPeople.map(personChoice)}
<div class="other"><label for="other">Somebody else</label>
<input id="other" name="other" placeholder="Any username" maxlength="16" pattern="@?\\w{1,15}" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
</fieldset>
<ul class="can small">${ask.scopes.map((scope) => html`<li>${scopeWords[scope] ?? scope}</li>`)}</ul>
<div class="actions">
<button class="primary" name="action" value="authorize">Authorize app</button>
<button name="action" value="cancel">Cancel</button>
</div>
</form>
</main>
<p class="sandbox-note">Sandbox: this page stands in for X. No real account is touched.</p>`;
  return page({ title: 'Authorize access / X sandbox', styles, body });
}

/** What X shows for an invalid authorization request. */
export function refusedPage(reason: string): string {
  const body = html`<main>
<div class="brand" aria-hidden="true">𝕏</div>
<h1>Something went wrong</h1>
<p class="muted">You weren’t able to give access to the app. Go back and try logging in again.</p>
<p class="notice bad" role="alert" style="margin-top:20px">${reason}</p>
</main>
<p class="sandbox-note">Sandbox: this page stands in for X, and says what the real one keeps to itself.</p>`;
  return page({ title: 'Something went wrong / X sandbox', styles, body });
}

function personChoice(person: (typeof demoPeople)[number], index: number): Html {
  return html`<label class="person">
<img src="/x/profile_images/${person.username}.svg" alt="" width="40" height="40">
<span><b>${person.name}</b><span class="small handle">@${person.username}</span></span>
<input type="radio" name="username" value="${person.username}"${index === 0 && html` checked`}>
</label>`;
}
