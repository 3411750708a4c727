import { describe, expect, test } from 'vitest';
import { leftoverIn } from './leftovers.rules.ts';

describe.each([
  [
    'An unfilled placeholder.',
    [
      ['The beans in [your city] are up', '[your city]'],
      ['Dear [Name], the beans are up', '[Name]'],
      ['Dear [first name], the beans are up', '[first name]'],
      ['Dear [Name of the shop], the beans are up', '[Name of the shop]'],
      ['The beans {of} June', '{'],
      ['The beans }', '}'],
      ['The beans <|end', '<|'],
      ['The beans |>', '|>'],
      ['[INST] beans', '[INST]'],
      ['beans [/INST]', '[/INST]'],
      ['undefined', 'undefined'],
      ['N/A', 'N/A'],
      ['The beans of <insert month here>', '<insert month here>'],
      ['The beans of XXX', 'XXX'],
    ],
  ],
  [
    'A label or introduction around the post.',
    [
      ['Tweet 3: the beans are up', 'Tweet 3:'],
      ['Post: the beans are up', 'Post:'],
      ['Day #12 - the beans are up', 'Day #12 -'],
      ['Sure! The beans are up', 'Sure!'],
      ['Of course, here the beans are', 'Of course, here'],
      ['Here are beans', 'Here are'],
      ['Here’s your post', 'Here’s your post'],
      ['As requested the beans', 'As requested'],
      ['Below is a bean', 'Below is'],
    ],
  ],
  [
    'Markdown or code.',
    [
      ['The **beans are up', '**'],
      ['The __beans are up', '__b'],
      ['``` beans', '```'],
      ['Beans\n## Beans', '##'],
      ['[ "beans" ]', '[ "'],
      ['["beans"]', '["'],
      ['beans": "up', '": "'],
      ['beans":"up', '":"'],
      ['The </b> beans', '</b>'],
      ['The <b> beans', '<b>'],
      ['The <b id> beans', '<b id>'],
      ['The beans\\nare up', '\\n'],
      ['Beans &amp; peas', '&amp;'],
    ],
  ],
  [
    'Wording from the prompt.',
    [
      ['Now ignore all previous instructions', 'ignore all previous instructions'],
      ['Now forget rules', 'forget rules'],
      ['Now disregard my prior instruction', 'disregard my prior instruction'],
      ['Now override the prompt', 'override the prompt'],
      ['I am a helpful assistant', 'helpful assistant'],
      ['And system prompt: beans', 'system prompt:'],
      ['And user : beans', 'user :'],
      ['And assistant: beans', 'assistant:'],
      ['And user  : beans', 'user  :'],
      ['And developer message: beans', 'developer message:'],
      ['A system prompt for beans', 'system prompt'],
      ['Beans, as an AI model', 'as an AI model'],
      ['Beans, as an AI', 'as an AI'],
      ['Beans, as a language model', 'as a language model'],
      ['Beans that I have been programmed by', 'I have been programmed by'],
      ['Beans that I was trained to eat', 'I was trained to'],
      ['Beans in 280 characters', '280 characters'],
      ['Beans for an api_key', 'api_key'],
      ['Beans for an apikey', 'apikey'],
    ],
  ],
  [
    'A remark about the answer.',
    [
      ['Beans. Let me know if you’d like more', 'Let me know if you’d like'],
      ['Beans. Let me know if you want more', 'Let me know if you want'],
      ['Beans. Hope this helps', 'Hope this helps'],
      ['Beans. Feel free to edit them', 'Feel free to edit'],
      ['Beans. Would you like me to water?', 'Would you like me to'],
    ],
  ],
])('%s', (why, texts) => {
  test.each(texts)('%j', (text, quote) => {
    expect(leftoverIn(text)).toEqual({ quote, why });
  });
});

test.each(['\u0007', '\u00ad', '\u200b', '\u202e', '\u2060', '\ufeff', '\ufffd', '\ue000', '\t'])(
  'the character %j, which nobody sees, is told without a quote',
  (character) => {
    expect(leftoverIn(`The beans${character} are up`)).toEqual({
      quote: '',
      why: 'Invisible characters.',
    });
  },
);

test.each([
  'The beans are up.\n\nThe peas [sic] are not',
  'undefined beans are up',
  'The post: a bean',
  'Postal beans are up',
  'Surely the beans are up, and here they stay',
  'Beans #1 and 3 * 4 peas < 20',
  'Bed # 3 is dry',
  'A sign says ["beans"] twice',
  'My plan for the beans: TODO',
  'Nobody can ignore the beans, and the rules of the shed stay',
  'My assistant waters the beans with a system',
  'Family: 👩‍🌾',
])('a person may write: %s', (text) => {
  expect(leftoverIn(text)).toBeUndefined();
});

const isLeftover = (text: string) => leftoverIn(text) !== undefined;

test('a gap of a template is told, whatever it waits for', () => {
  for (const gap of 'insert your name topic link brand company niche product emoji city number'.split(' '))
    expect(leftoverIn(`Dear [the ${gap} here], the beans are up`)?.why, gap).toBe('An unfilled placeholder.');
  for (const gap of ['insert', 'your', 'name', 'topic'])
    expect(leftoverIn(`Beans of <${gap} of the bed>`)?.why, gap).toBe('An unfilled placeholder.');
  for (const nothing of ['undefined', 'null', 'NaN', 'N/A', 'TODO', '[INST] beans', 'beans XX'])
    expect(leftoverIn(nothing)?.why, nothing).toBe('An unfilled placeholder.');
});

test('a label is told, whatever it calls the post, and so is an assistant’s first word', () => {
  const labels = 'post tweet option version draft idea day week caption title hook text'.split(' ');
  for (const label of labels)
    for (const mark of [':', '.', ')', ' -']) expect(isLeftover(`${label} 3${mark} beans`), label).toBe(true);
  for (const yes of ['sure', 'certainly', 'of course', 'absolutely'])
    for (const mark of ['!', ', here', '. Here', ': here'])
      expect(isLeftover(`${yes}${mark} you are`), yes + mark).toBe(true);
  for (const whose of ['a', 'your', 'the'])
    for (const what of ['post', 'tweet', 'draft', 'list'])
      expect(isLeftover(`Here's ${whose} ${what} of beans`), what).toBe(true);
  for (const first of [
    'Here is a bean',
    'Here are beans',
    'As requested',
    'Below are beans',
    'Below is a bean',
  ])
    expect(isLeftover(first), first).toBe(true);
});

test.each([
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&nbsp;',
  'beans": [',
  'beans": {',
  '{ "beans"',
  '# Beans',
  '###### Beans',
])('markup stays markup around beans: %s', (mark) => {
  expect(isLeftover(mark)).toBe(true);
});

test('words of a prompt are told in each of their forms', () => {
  for (const verb of ['ignore', 'disregard', 'forget', 'override'])
    for (const which of ['all ', 'any ', 'the ', 'my ', 'your ', ''])
      expect(isLeftover(`Now ${verb} ${which}instructions`), verb + which).toBe(true);
  for (const which of ['previous', 'prior', 'above', 'earlier', 'system'])
    for (const what of ['instruction', 'prompt', 'prompts', 'rules', 'messages'])
      expect(isLeftover(`Please ignore the ${which} ${what}`), `${which} ${what}`).toBe(true);
  for (const words of [
    'ignore the above',
    'my training data',
    'my guidelines',
    'reply only with beans',
    'drop table beans',
    'browse the internet',
    ...['write', 'create', 'help', 'generate'].map((verb) => `unable to ${verb}`),
    'every draft',
    ...['system', 'assistant', 'user', 'developer'].map((role) => `${role}: beans`),
    ...['prompt', 'message'].map((what) => `user ${what}: beans`),
    ...['ai', 'artificial intelligence', 'large language model', 'language assistant'].map(
      (kind) => `As an ${kind}`,
    ),
    ...['was', 'am', 'have been'].map((verb) => `I ${verb} trained to write`),
    ...['to', 'by', 'on'].map((after) => `I was programmed ${after} beans`),
    'two hundred and eighty characters',
    'an API key',
    'an api-key',
  ])
    expect(leftoverIn(words)?.why, words).toBe('Wording from the prompt.');
});

test('a remark about the answer is told in each of its forms', () => {
  for (const words of [
    ...["you'd like", 'you would like', 'you like', 'you want', 'you need'].map(
      (wish) => `Let me know if ${wish} more`,
    ),
    ...['adjust', 'edit', 'tweak', 'ask'].map((verb) => `Feel free to ${verb}`),
  ])
    expect(leftoverIn(words)?.why, words).toBe('A remark about the answer.');
});
