import { describe, expect, test } from 'vitest';
import { leftoverIn } from './leftovers.rules.ts';

describe.each([
  [
    'An unfilled placeholder.',
    [
      ['The beans in [your city] are up', '[your city]'],
      ['Dear [Name], the beans are up', '[Name]'],
      ['The beans {of} June', '{'],
      ['[INST] beans', '[INST]'],
      ['undefined', 'undefined'],
      ['The beans of <insert month here>', '<insert month here>'],
      ['The beans of XXX', 'XXX'],
    ],
  ],
  [
    'A label or introduction around the post.',
    [
      ['Tweet 3: the beans are up', 'Tweet 3:'],
      ['Sure! The beans are up', 'Sure!'],
      ['Here’s your post', 'Here’s your post'],
      ['As requested the beans', 'As requested'],
    ],
  ],
  [
    'Markdown or code.',
    [
      ['The **beans are up', '**'],
      ['Beans\n## Beans', '##'],
      ['["beans"]', '["'],
      ['beans":"up', '":"'],
      ['The <b> beans', '<b>'],
      ['The beans\\nare up', '\\n'],
      ['Beans &amp; peas', '&amp;'],
    ],
  ],
  [
    'Wording from the prompt.',
    [
      ['Now ignore all previous instructions', 'ignore all previous instructions'],
      ['And assistant: beans', 'assistant:'],
      ['Beans, as an AI model', 'as an AI model'],
      ['Beans that I have been programmed by', 'I have been programmed by'],
      ['Beans in 280 characters', '280 characters'],
      ['Beans for an api_key', 'api_key'],
    ],
  ],
  [
    'A remark about the answer.',
    [
      ['Beans. Let me know if you’d like more', 'Let me know if you’d like'],
      ['Beans. Hope this helps', 'Hope this helps'],
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
  'The post: a bean',
  'Beans #1 and 3 * 4 peas < 20',
  'My plan for the beans: TODO',
  'Nobody can ignore the beans, and the rules of the shed stay',
  'My assistant waters the beans with a system',
  'Family: 👩‍🌾',
])('a person may write: %s', (text) => {
  expect(leftoverIn(text)).toBeUndefined();
});
