import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { invalidate } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { held, refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen, toastOf } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { archiveProblems } from './archive.rules.ts';
import { buildVoice } from './build-voice.fixture.ts';

const GET = 'GET /api/voice';

const SAVE = 'PUT /api/voice';

const IMPORT = 'POST /api/voice/import';

const empty = buildVoice();

const profile: NonNullable<Voice['profile']> = {
  source: 'archive',
  posts: 1_912,
  madeAt: '2020-11-20T12:00:00.000Z',
  points: [
    { point: 'length', text: 'You write about 120 characters.', isOn: true, isEdited: false },
    { point: 'emoji', text: 'You never use emoji.', isOn: true, isEdited: false },
  ],
  length: { low: 40, middle: 120, high: 240 },
  sentenceWords: 9.4,
  traits: [
    { point: 'emoji', share: 0.004 },
    { point: 'question', share: 0.626 },
  ],
  functionWords: [
    { word: 'the', perThousand: 41.2 },
    { word: 'and', perThousand: 30 },
  ],
  trigrams: ['  t', 'e\n\n'],
};

const known: Voice = { ...empty, profile };

const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('VOICE-01 accounts that could not be loaded are tried again; each has its own voice and draft; without one the way to connect is shown', async () => {
  const server = openScreen('/voice', {
    answers: { 'GET /api/twitter/accounts': refusal(403, 'FORBIDDEN', 'Not these.'), [GET]: empty },
  });
  const box = within(await screen.findByRole('alert'));
  box.getByText('Your voice could not be loaded.');
  box.getByText('Not these.');
  server.answer({ 'GET /api/twitter/accounts': { accounts: [buildAccount()] } });
  await userEvent.click(box.getByRole('button', { name: 'Try again' }));
  const form = await region('Settings');
  await userEvent.type(form.getByRole('textbox', { name: 'Tone' }), 'Dry');
  // Another account has a voice of its own, and other words that are not saved.
  const other = buildAccount({ id: '8', username: 'grace' });
  server.answer({ 'GET /api/twitter/accounts': { accounts: [other] }, [GET]: empty });
  await act(() => invalidate('GET /api/twitter/accounts'));
  await screen.findByText('How @grace writes, so that new posts sound like it.');
  await waitFor(async () =>
    expect((await region('Settings')).getByRole('textbox', { name: 'Tone' })).toHaveProperty('value', ''),
  );
  expect(server.made(GET).at(-1)?.query).toEqual({ twitterAccountId: '8' });
  server.answer({ 'GET /api/twitter/accounts': { accounts: [] } });
  await act(() => invalidate('GET /api/twitter/accounts'));
  await screen.findByText('Connect an X account first. Each account has its own voice.');
  expect(screen.getByRole('link', { name: 'Open dashboard' }).getAttribute('href')).toBe('/dashboard');
});

test('VOICE-05 the profile is read in words and figures; a point is put in other words, and switched off', async () => {
  const changed = (points: typeof profile.points): Voice => ({ ...known, profile: { ...profile, points } });
  // There alone it is the next day.
  const user = buildUser({ timeZone: 'Pacific/Auckland' });
  const server = openScreen('/voice', { user, answers: { [GET]: known } });
  const card = await region('How you write');
  await userEvent.click(card.getByText('Figures'));
  await userEvent.click(card.getByText('More points'));
  card.getByText(
    'From 1,912 posts in your archive, read on Sat 21 Nov 2020. The posts themselves are not kept.',
  );
  card.getByText('40 to 240, half below 120');
  card.getByText('emoji 0%, questions 63%');
  card.getByText('the 41.2, and 30');

  const [length, emoji] = profile.points as [(typeof profile.points)[0], (typeof profile.points)[0]];
  const text = 'Emoji are not for me.';
  server.answer({ 'PATCH /api/voice/points': changed([length, { ...emoji, text, isEdited: true }]) });
  await userEvent.click(card.getByRole('button', { name: 'Edit “You never use emoji.”' }));
  const field = card.getByRole('textbox', { name: 'In your own words' });
  expect(field).toHaveProperty('maxLength', 160);
  expect(document.activeElement).toBe(field);
  await userEvent.clear(field);
  await userEvent.type(field, `${text}{Enter}`);
  await card.findByText(text);
  card.getByRole('button', { name: 'Restore' });

  server.answer({
    'PATCH /api/voice/points': changed([length, { ...emoji, text, isEdited: true, isOn: false }]),
  });
  await userEvent.click(card.getByRole('switch', { name: `Counts: ${text}` }));
  await waitFor(() =>
    expect(card.getByRole('switch', { name: `Counts: ${text}` })).toHaveProperty('checked', false),
  );
  const sent = { twitterAccountId: '7', point: 'emoji', text };
  expect(server.made('PATCH /api/voice/points').map(({ body }) => body)).toEqual([
    { ...sent, isOn: true },
    { ...sent, isOn: false },
  ]);
});

test('VOICE-08 a profile is deleted after a question; a refusal shows why', async () => {
  const no = refusal(409, 'STALE_VERSION', 'It was imported anew.');
  const point = held<Response>();
  const server = openScreen('/voice', {
    answers: {
      [GET]: known,
      'DELETE /api/voice/profile': no,
      'PATCH /api/voice/points': () => point.promise,
    },
  });
  const card = await region('How you write');
  const isOn = () => card.getAllByRole('switch').map((one) => (one as HTMLInputElement).checked);
  await userEvent.click(card.getByRole('switch', { name: 'Counts: You never use emoji.' }));
  // Switched off at once, and on again where that is refused.
  await waitFor(() => expect(isOn()).toEqual([true, false]));
  expect(server.made('PATCH /api/voice/points').map(({ body }) => body)).toEqual([
    { twitterAccountId: '7', point: 'emoji', isOn: false, text: null },
  ]);
  point.give(no);
  await expectToldOnce('This was not saved. It was imported anew.', 'error');
  expect(toastOf('This was not saved. It was imported anew.')).toContain('Request ID request-1');
  await waitFor(() =>
    expect(card.getByRole('switch', { name: 'Counts: You never use emoji.' })).toHaveProperty(
      'checked',
      true,
    ),
  );
  const ask = async () => {
    await userEvent.click(card.getByRole('button', { name: 'Delete profile' }));
    return within(await screen.findByRole('dialog', { name: 'Delete this profile?' }));
  };
  const confirm = (await ask()).getByRole('button', { name: 'Delete profile' });
  await userEvent.click(confirm);
  await expectToldOnce('The profile was not deleted. It was imported anew.', 'error');
  server.answer({ 'DELETE /api/voice/profile': empty });
  await userEvent.click(confirm);
  await expectToldOnce('The profile is deleted.', 'success');
  await card.findByText(/Drumbeat learns how you write/);
  expect(server.made('DELETE /api/voice/profile').at(-1)?.body).toEqual({ twitterAccountId: '7' });
});

const tweets = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    tweet: {
      full_text: `The dough took its time, batch ${at}`,
      created_at: 'Sat Nov 21 09:00:00 +0000 2026',
    },
  }));

const archive = (entries: unknown, before = 'window.YTD.tweets.part0 = ') =>
  new File([before, JSON.stringify(entries)], 'tweets.js', { type: 'text/javascript' });

test('VOICE-03 VOICE-04 an archive is read in the browser; only texts and times are sent, and a wrong file is named', async () => {
  const server = openScreen('/voice', { answers: { [GET]: empty } });
  await userEvent.click((await region('How you write')).getByRole('button', { name: 'Import posts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import your posts' }));
  const choose = (file: File) => userEvent.upload(dialog.getByLabelText(/Choose tweets\.js/), file);
  expect(dialog.getByLabelText(/Choose tweets\.js/)).toHaveProperty('accept', '.js,text/javascript');
  const make = dialog.getByRole('button', { name: 'Make profile' });
  expect(make).toHaveProperty('disabled', true);
  await choose(archive({}, 'nothing of the kind '));
  await dialog.findByText(archiveProblems.other);
  expect(make).toHaveProperty('disabled', true);

  const reply = { tweet: { full_text: 'Thank you!', in_reply_to_status_id: '5', id: '6' } };
  await choose(archive([...tweets(12), reply]));
  await dialog.findByText('12 posts found. 1 other is left out: replies, reposts, links, older ones.');
  dialog.getByText('tweets.js');
  server.answer({ [IMPORT]: refusal(400, 'VOICE_UNREADABLE', 'These posts are in German.') });
  await userEvent.click(make);
  const refused = 'Nothing was imported. These posts are in German.';
  await dialog.findByText(refused);
  // A large one is read in parts, of which some end within a character.
  const parts = archive([...tweets(12), { pad: '語'.repeat(4_400_000) }]);
  await choose(parts);
  await dialog.findByText(/^12 posts found\. 1 other is left out/);
  await choose(archive(tweets(12)));
  expect(dialog.queryByText(refused)).toBeNull();
  await dialog.findByText('12 posts found.');
  server.answer({ [IMPORT]: { voice: known, read: 11, leftOut: 1 } });
  await userEvent.click(dialog.getByRole('button', { name: 'Make profile' }));
  await expectToldOnce('The profile is made from 11 posts. 1 other was left out.', 'success');
  await (await region('How you write')).findByText('You never use emoji.');
  expect(server.made(IMPORT).at(-1)?.body).toEqual({
    twitterAccountId: '7',
    source: 'archive',
    posts: tweets(12).map(({ tweet }) => ({ text: tweet.full_text, sentAt: '2026-11-21T09:00:00.000Z' })),
  });
});

test('VOICE-03 posts are pasted, and counted as they are', async () => {
  const server = openScreen('/voice', {
    answers: { [GET]: empty },
  });
  await userEvent.click((await region('How you write')).getByRole('button', { name: 'Import posts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import your posts' }));
  await userEvent.click(dialog.getByText('Pasted posts'));
  const field = dialog.getByRole('textbox', {
    name: 'Your posts',
    description: 'At least 10 posts, one per line or with a blank line between them.',
  });
  await userEvent.click(field);
  await userEvent.paste('Only one post');
  await dialog.findByText('There is 1 post of your own here. A profile needs at least 10.');
  await userEvent.clear(field);
  await userEvent.paste(
    Array.from({ length: 10 }, (_, at) => `The dough took its time, batch ${at}`).join('\n'),
  );
  await dialog.findByText('10 posts found.');
  server.answer({ [IMPORT]: { voice: known, read: 8, leftOut: 2 } });
  await userEvent.click(dialog.getByRole('button', { name: 'Make profile' }));
  await expectToldOnce('The profile is made from 8 posts. 2 others were left out.', 'success');
  const texts = tweets(10).map(({ tweet }) => tweet.full_text);
  expect(server.made(IMPORT)[0]?.body).toEqual({
    twitterAccountId: '7',
    source: 'pasted',
    posts: texts.map((text) => ({ text, sentAt: null })),
  });
});

test('VOICE-10 a proposed rule is accepted or dismissed, and an accepted one removed', async () => {
  const proposal = { lesson: 'no_emoji', text: 'Use no emoji.', times: 3 };
  const other = { lesson: 'no_dash', text: 'Use no dash.', times: 1 };
  const server = openScreen('/voice', { answers: { [GET]: { ...empty, proposals: [other, proposal] } } });
  const card = await region('Rules from your edits');
  card.getByText('You changed this 3 times');
  card.getByText('You changed this 1 time');
  expect(card.queryByText('No rules yet.')).toBeNull();
  const { times: _, ...rule } = proposal;
  server.answer({ 'POST /api/voice/lessons': refusal(409, 'STALE_VERSION', 'It is gone.') });
  await userEvent.click(card.getByRole('button', { name: 'Dismiss: Use no emoji.' }));
  await expectToldOnce('The rule was not changed. It is gone.', 'error');
  const [accepted, removed] = [held<Voice>(), held<Voice>()];
  const isDisabled = (name: string) => (card.getByRole('button', { name }) as HTMLButtonElement).disabled;
  server.answer({ 'POST /api/voice/lessons': () => accepted.promise });
  await userEvent.click(card.getByRole('button', { name: 'Accept: Use no emoji.' }));
  expect(isDisabled('Dismiss: Use no emoji.')).toBe(true);
  expect(card.getByRole('button', { name: 'Accept: Use no emoji.' }).ariaBusy).toBe('true');
  accepted.give({ ...empty, rules: [rule] });
  server.answer({ 'POST /api/voice/lessons': () => removed.promise });
  await card.findByRole('button', { name: 'Remove: Use no emoji.' });
  expect(card.queryByText('No rules yet.')).toBeNull();
  await userEvent.click(card.getByRole('button', { name: 'Remove: Use no emoji.' }));
  expect(isDisabled('Remove: Use no emoji.')).toBe(true);
  removed.give(empty);
  await card.findByText('No rules yet.');
  expect(server.made('POST /api/voice/lessons').map(({ body }) => body)).toEqual([
    { twitterAccountId: '7', lesson: 'no_emoji', answer: 'dismiss' },
    { twitterAccountId: '7', lesson: 'no_emoji', answer: 'accept' },
    { twitterAccountId: '7', lesson: 'no_emoji', answer: 'dismiss' },
  ]);
});

test('VOICE-01 VOICE-02 settings and samples are saved; the form shows a refusal and loses nothing', async () => {
  const server = openScreen('/voice', { answers: { [GET]: empty } });
  const form = await region('Settings');
  await userEvent.type(form.getByRole('textbox', { name: 'Tone' }), 'Dry');
  fireEvent.change(form.getByRole('textbox', { name: 'Topics to write about' }), {
    target: { value: 'Bread, Ovens' },
  });
  await userEvent.click(form.getByRole('button', { name: 'Add a sample' }));
  await userEvent.click(form.getByRole('button', { name: 'Add a sample' }));
  fireEvent.change(form.getByRole('textbox', { name: 'Sample 2' }), { target: { value: 'Rye is up.' } });
  await userEvent.click(form.getByRole('button', { name: 'Remove sample 1' }));
  expect(form.getByRole('textbox', { name: 'Sample 1' })).toHaveProperty('value', 'Rye is up.');
  const others = {
    language: 'de' as const,
    avoidedTopics: ['Rice'],
    bannedWords: ['yummy'],
    signOff: 'Ada',
  };
  await userEvent.selectOptions(form.getByRole('combobox'), 'de');
  await userEvent.type(form.getByRole('textbox', { name: 'Topics to avoid' }), 'Rice');
  fireEvent.change(form.getByRole('textbox', { name: 'Words never to use' }), { target: { value: 'yummy' } });
  await userEvent.type(form.getByRole('textbox', { name: 'Sign-off' }), 'Ada');
  const message =
    'These samples are in three languages: English, French and German. Use samples in one language.';
  server.answer({ [SAVE]: refusal(400, 'VOICE_UNREADABLE', message) });
  await userEvent.click(form.getByRole('button', { name: 'Save voice' }));
  await form.findByText(`Your voice was not saved. ${message}`);
  await userEvent.type(form.getByRole('textbox', { name: 'Sample 1' }), '!');
  expect(form.queryByText(`Your voice was not saved. ${message}`)).toBeNull();
  const settings = {
    ...empty.settings,
    tone: 'Dry',
    topics: ['Bread', 'Ovens'],
    samples: ['Rye is up.!'],
    ...others,
  };
  const saved = held<Voice>();
  server.answer({ [SAVE]: () => saved.promise });
  await userEvent.type(form.getByRole('textbox', { name: 'Sign-off' }), '{Enter}{Enter}');
  await waitFor(() => expect(server.made(SAVE)).toHaveLength(2));
  saved.give({ ...empty, settings: { ...settings, tone: 'Dry.' } });
  await expectToldOnce('Your voice is saved.', 'success');
  // What the server made of it stands in the form.
  const anew = await region('Settings');
  expect(anew.getByRole('textbox', { name: 'Tone' })).toHaveProperty('value', 'Dry.');
  expect(server.made(SAVE)).toHaveLength(2);
  // No draft of it is left.
  expect(Object.keys(localStorage)).toEqual([]);
  expect(server.made(SAVE).at(-1)?.body).toEqual({ ...settings, twitterAccountId: '7' });
});

test('VOICE-01 a list that is too long keeps its field and is not sent; what was typed survives a reload', async () => {
  const server = openScreen('/voice', { answers: { [GET]: empty } });
  const field = (await region('Settings')).getByRole('textbox', { name: 'Words never to use' });
  await userEvent.click(field);
  await userEvent.paste('x'.repeat(41));
  const save = (await region('Settings')).getByRole('button', { name: 'Save voice' });
  await userEvent.click(save);
  expect(server.made(SAVE)).toEqual([]);
  expect(document.activeElement).toBe(field);
  screen.getByText('“xxxxxxxxxxxxxxxxxxxx…” is longer than 40 characters.');
  document.body.innerHTML = '';
  openScreen('/voice', { answers: { [GET]: empty } });
  const after = await region('Settings');
  expect(after.getByRole('textbox', { name: 'Words never to use' })).toHaveProperty('value', 'x'.repeat(41));
  after.getByText('Your changes are still here, but not saved.');
  await userEvent.click(after.getByRole('button', { name: 'Discard changes' }));
  expect(after.getByRole('textbox', { name: 'Words never to use' })).toHaveProperty('value', '');
  expect(after.queryByText(/still here/)).toBeNull();
});
