import { expect, test } from 'vitest';
import { formOf } from './forms.rules.ts';

test.each([
  ['question', 'Which tool gets used least?'],
  ['question', 'Too late for garlic? Plant anyway.'],
  ['tip', 'Water in the morning.'],
  ['tip', "Don't dig wet clay."],
  ['myth', 'It is a myth that coffee grounds stop slugs.'],
  ['list', '- trowel\n- fork\n- hose'],
  ['list', '3 tools for a balcony: a trowel, a can, a brush'],
  ['story', 'The frost came on Tuesday and took the basil; the leeks were fine.'],
  ['opinion', 'Raised beds are overrated.'],
  [undefined, 'A cold frame is an old window with ambitions.'],
  ['question', 'Plant anyway. Too late for garlic?'],
  [undefined, 'A bed is full. Of what? Garlic.'],
  ['myth', 'Some people think a bed is full.'],
  ['myth', 'And people say a bed is full.'],
  ['myth', 'The full bed is no myth'],
  ['myth', 'One two three four five six seven eight nine ten eleven people say so.'],
  [undefined, 'One two three four five six seven eight nine ten eleven twelve thirteen people say so.'],
  [undefined, 'The people of the bed say so.'],
  ['list', 'What is in the bed?\n1. Garlic\n12) Peas'],
  ['list', '  • trowel\n ✅ hose'],
  [undefined, '- trowel\nA hose'],
  [undefined, 'A trowel\nA hose'],
  [undefined, 'The bed - a fork\nThe shed - a hose'],
  [undefined, 'A hose of 2. - a\nA hose of 3. - a'],
  [undefined, '-trowel\n-hose'],
  [undefined, 'For a balcony: a trowel, a can, a brush'],
  [undefined, '3 tools for a balcony, a trowel, a can'],
  [undefined, '2 tools for a balcony: a trowel, a can'],
  ['story', 'The frost came and took the basil.'],
  [undefined, 'The frost came to the basil.'],
])('%s: %s', (form, text) => {
  expect(formOf(text)).toBe(form);
});

const words = (text: string) => text.trim().split(/\s+/);

test('a text that begins with an order is a tip, one with a judgement an opinion', () => {
  const orders = words(`
    add aim apply ask avoid back bake begin block book bring brush build buy call carry change charge check
    choose clean clear close collect compare cook cool copy count cover cut delete do don't dig draw drink
    dry eat empty feed fill find fix fold freeze get give grind hang hold invite keep label lay learn leave
    let lift limit line listen load lock look make mark mix move name never note open order pack paint park
    pay pick place plan plant play pour practice press print prune pull push put read replace rest review
    rinse roll rotate run save schedule season send set share sharpen shoot show skip sleep soak sort spend
    split spread start stir stop store stretch switch take talk taste test throw tie track train travel trim
    try turn unplug update use visit wait walk warm wash watch water wear weigh wipe work wrap write`);
  expect(orders.filter((order) => formOf(`${order} near the fence`) !== 'tip')).toEqual([]);
  const judgements = words(`
    should shouldn't better worse best worst overrated underrated deserve deserves prefer rather boring
    beautiful ugly wrong nobody everybody always never too enough honest fair unfair waste worth beats
    belongs`);
  expect(judgements.filter((judgement) => formOf(`A bed ${judgement} near the fence`) !== 'opinion')).toEqual(
    [],
  );
});

test('two verbs in the past make a story, a word for a false belief makes a myth', () => {
  const past = words(`
    was were had did went said came took got made saw found told gave left kept began bought sold asked
    walked called opened learned wanted needed looked turned`);
  expect(
    past.filter(
      (verb) =>
        formOf(`It ${verb} near a fence, then it ${verb === 'went' ? 'came' : 'went'} home`) !== 'story',
    ),
  ).toEqual([]);
  const beliefs = words('myth myths misconception contrary supposedly');
  expect(beliefs.filter((belief) => formOf(`Frost near a fence, a ${belief} of old`) !== 'myth')).toEqual([]);
});
