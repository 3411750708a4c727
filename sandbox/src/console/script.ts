/** The console's script: fetches the section in the URL every two seconds and re-renders it on changes. */
export const consoleScript = `
const view = document.getElementById('view');
const live = document.getElementById('live');
const toast = document.getElementById('toast');
let drawn = '';
let place = '';

function address() {
  const [tab = 'mail', ...rest] = location.hash.slice(1).split('/');
  return { tab: tab || 'mail', chosen: decodeURIComponent(rest.join('/')) };
}

async function refresh(force) {
  const { tab, chosen } = address();
  try {
    const response = await fetch('/console/' + tab + '?chosen=' + encodeURIComponent(chosen));
    if (!response.ok) { location.hash = 'mail'; return; }
    const { html, counts } = await response.json();
    if (location.hash.slice(1) !== place && place !== '') force = true;
    show(tab, html, counts, force);
    live.classList.remove('off');
    live.lastElementChild.textContent = 'Live';
  } catch {
    live.classList.add('off');
    live.lastElementChild.textContent = 'Not reachable';
  }
}

function show(tab, html, counts, force) {
  for (const link of document.querySelectorAll('[data-tab]')) {
    if (link.dataset.tab === tab) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  for (const badge of document.querySelectorAll('[data-count]')) {
    const count = counts[badge.dataset.count];
    badge.textContent = count > 0 ? count : '';
  }
  const typing = view.contains(document.activeElement) && /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (html === drawn || (typing && !force)) return;
  const open = new Set([...view.querySelectorAll('details[open][id]')].map((one) => one.id));
  const scrolls = new Map([...view.querySelectorAll('[data-scroll]')].map((one) => [one.dataset.scroll, one.scrollTop]));
  view.innerHTML = html;
  drawn = html;
  place = location.hash.slice(1);
  view.removeAttribute('aria-busy');
  for (const id of open) { const one = document.getElementById(id); if (one) one.open = true; }
  for (const one of view.querySelectorAll('[data-scroll]')) one.scrollTop = scrolls.get(one.dataset.scroll) ?? 0;
  for (const frame of view.querySelectorAll('iframe')) frame.addEventListener('load', () => fit(frame));
}

function fit(frame) {
  const inside = frame.contentDocument?.documentElement;
  if (inside) frame.style.height = Math.max(240, inside.scrollHeight + 8) + 'px';
}

async function call(line, body) {
  const [method, path] = line.split(' ');
  const options = { method };
  if (body) Object.assign(options, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const response = await fetch(path, options);
  const reply = await response.json().catch(() => ({}));
  say(response.ok ? 'Done' : (reply.message ?? reply.error?.message ?? 'That did not work'));
  await refresh(true);
}

let toastTimer;
function say(text) {
  toast.textContent = text;
  toast.classList.add('on');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove('on'), 2500);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-call]');
  if (!button) return;
  if (button.dataset.confirm && !confirm(button.dataset.confirm)) return;
  call(button.dataset.call, button.dataset.body ? JSON.parse(button.dataset.body) : undefined);
});

document.addEventListener('submit', (event) => {
  const form = event.target.closest('[data-form]');
  if (!form) return;
  event.preventDefault();
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.value === '') continue;
    body[field.name] = field.type === 'number' ? Number(field.value) : field.value;
  }
  call(form.dataset.form, body);
});

addEventListener('hashchange', () => refresh(true));
refresh(true);
setInterval(() => { if (!document.hidden) refresh(false); }, 2000);
`;
