import { expect, test } from 'vitest';
import { turnsOf } from '../gate.fixture.ts';
import { baitIn } from './tells.rules.ts';

test('each way to ask for likes, replies or followers is told as such', () => {
  const ways = turnsOf(`
    Like if you | Rt if you | Retweet if you | Repost if you | Share if you | Bookmark if you | Save if |
    Like this | Rt this | Retweet this | Repost this | Share this | Bookmark this | Like and share |
    Like & retweet | Like & rt | Like & follow | Like & repost | Like & subscribe | Like & comment |
    Likes = beans | Retweets = beans | Reposts = beans | Follows = beans | Shares = beans | Rt to |
    Retweet for | Repost = | Like = | Follow me for | Follow us if | Follow along more | Follow back and |
    Follow for | Follow if | Follow to | Comment a | Reply your | Drop below | Tweet yes | Reply with |
    Reply if | Tweet me | Tweet amen | Tweet done | Type below | Type yes | Type amen | Type me | Type done |
    Drop an beans comments | Leave a beans below | Put your beans replies | Share the beans chat |
    Drop it beans thread | Drop them beans chat | Comment beans in the comments |
    Answer beans in the replies | Answers beans in the comments | Drop beans in the comments |
    Share beans in the comments | Tell beans in the comments | Thoughts beans in the comments |
    Comments below | Replies below | Let me know below | Let us know in | Let us know what | Let us know if |
    Let us know your | Tag a | Tag someone | Tag somebody | Tag your | Tag the | Tag three | Tag two |
    Tag one | Tag that | Tag friend | Tag friends | Who else loves | Who else feels | Who else agrees |
    Who else wants | Who else needs | Who's with me | Raise your hand | Hands up if | Agree? |
    Agree or disagree | Thoughts? | What are your thoughts | What do you think? | Am I right? | Can I get a |
    Can I get an | Dm me for | Message us to | Dm us the | Dm us and | Dm us if | Dm us now | Dm us with |
    Dm us your | Link in bio | Check out my link | Check out our bio | Check out the profile |
    Check out the page | Turn on notifications | Turn on post | Turn notifications on | Don't forget to like |
    Don't forget to follow | Don't forget to share | Don't forget to subscribe | Don't forget to retweet |
    Don't forget to rt | Don't forget to comment | Subscribe to | Subscribe for | Subscribe now |
    Subscribe my | Click the link | Click here below | Click link link | First beans people |
    First beans replies | First beans comments | F4f | Followback | Like4like | Giveaway | Teilen wenn |
    Teile mir | Folge uns | Folgt für | Teilen diesen | Kommentiere beans kommentare |
    Markiere beans kommentar | Schreib beans jemanden | Stimmst du zu? | Síguenos si | Sígueme para |
    Comparte y | Comenta a | Etiqueta con | Síguenos este | Estás de acuerdo? | Partagez si | Likez et |
    Abonnez ce | Commentez moi | Suivez nous | Abonnez pour | Abonnez-vous vous | D'accord? | Curta se |
    Compartilhe e | Siga para | Comente um | Marque este | Curta me | Curta quem | Concorda?`);
  expect(ways.filter((way) => !baitIn(way))).toEqual([]);
});

test('the same words in the middle of a thought beg for nothing', () => {
  const thoughts = turnsOf(`
    They save if they can | I save this for winter | Their fans like this | People share this |
    The bots retweet to win | I follow for the recipes | We reply with care |
    Did he follow me? Into the shed. | Her boss lets us know. |
    What do you think? A slug did it. | What do you think he ate? | Am I right to wait? | Agree on a price? No |
    They do not agree with the slug | Beans like rain | I share beans |
    A post about comments | The first frost | Reply to the letter | The link to the page`);
  expect(thoughts.filter((thought) => baitIn(thought))).toEqual([]);
});
