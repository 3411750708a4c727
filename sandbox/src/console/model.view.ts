import type { SandboxContext } from '../context.ts';
import { type Html, html } from '../http/html.ts';
import type { LlmPrompt } from '../llm/state.ts';
import { weightedLength } from '../x/text.ts';
import { clockTime, emptyNote } from './parts.ts';

/** The prompts that the model received, and its answers. */
export function modelView(context: SandboxContext, chosen: string): Html {
  const prompts = [...context.store.state.llm.prompts].reverse();
  if (prompts.length === 0)
    return emptyNote('No prompts yet', 'What the app asks the model appears here, word for word.');
  const open = prompts.find((one) => one.id === chosen) ?? prompts[0];
  return html`<div class="panes"><ul class="list" data-scroll="model">${prompts.map(
    (prompt) => html`<li><a href="#model/${prompt.id}"${prompt.id === open?.id && html` aria-current="true"`}>
<span class="line small muted"><span>${prompt.model}</span><span class="num">${clockTime(prompt.receivedAt)}</span></span>
<b>${prompt.niche}</b><span class="snip small">${prompt.count} ${prompt.count === 1 ? 'post' : 'posts'}${prompt.fault && html` · <span class="chip bad">${prompt.fault}</span>`}</span></a></li>`,
  )}</ul>${open && promptPaper(open)}</div>`;
}

function promptPaper(prompt: LlmPrompt): Html {
  return html`<article class="paper">${prompt.messages.map(
    (message) =>
      html`<div class="turn"><p class="role">${message.role}</p><pre>${message.content}</pre></div>`,
  )}<div class="turn answer"><p class="role">Answer</p>${answerOf(prompt)}</div></article>`;
}

function answerOf(prompt: LlmPrompt): Html {
  const posts = postsIn(prompt.answer);
  if (!posts) return html`<pre>${prompt.answer}</pre>`;
  return html`<ul class="posts">${posts.map((text) => html`<li>${text}<small class="num">${weightedLength(text)} of 280</small></li>`)}</ul>`;
}

function postsIn(answer: string): string[] | null {
  try {
    const { posts } = JSON.parse(answer) as { posts?: { text?: unknown }[] };
    return posts?.every((post) => typeof post.text === 'string')
      ? posts.map((post) => String(post.text))
      : null;
  } catch {
    return null;
  }
}
