import type { Tell } from '../gate.types.ts';

/** Requests to like, repost and so on. X shows such posts to fewer people. */
export const bait: Tell = {
  why: 'X hides posts that beg for likes, reposts or replies.',
  weight: 1,
  phrases: `
  like|rt|retweet|repost|share|bookmark if you
  < save if|this
  < like|rt|retweet|repost|share|bookmark|save this
  like|rt|retweet|repost|share|bookmark this if|post|thread|tweet|with
  like and|& share|retweet|rt|follow|repost|subscribe|comment
  likes|retweets|reposts|follows|shares = _
  < rt|retweet|repost|like to|for|=
  follow me|us|along|back for|if|more|and|>
  < follow for|if|to
  follow for more|daily|weekly|tips|updates
  < comment|reply|drop|tweet below|yes|a|your|with|if|me|amen|done
  comment|reply|type below|yes|amen|me|done
  drop|leave|put|share a|an|your|the|it|them * below|comments|replies|chat|thread
  comment|answer|answers|drop|share|tell|thoughts * in the comments|replies
  comments|replies below
  let me|us know below|in|what|if|your|>
  tag a|someone|somebody|your|the|three|two|one|that|friend|friends
  who else loves|feels|agrees|wants|needs
  who's with me
  raise your hand
  hands up if
  agree ?
  agree or disagree
  thoughts ?
  your thoughts ?
  what are your thoughts
  what do you think ? >
  am i right ?
  can i get a|an
  dm|message me|us for|to|the|and|if|now|with|your|>
  link in bio
  check out my|our|the link|bio|profile|page
  turn on notifications|post
  turn notifications on
  don't forget to like|follow|share|subscribe|retweet|rt|comment
  subscribe to|for|now|my
  click the|here|link link|below
  first _ people|replies|comments
  f4f|followback|like4like
  giveaway
  teilen|teile|folge|folgt wenn|mir|uns|für|diesen
  kommentiere|markiere|schreib * kommentare|kommentar|jemanden
  stimmst du zu ?
  síguenos|sígueme|comparte|comenta|etiqueta si|para|y|a|con|este
  estás de acuerdo ?
  partagez|likez|abonnez-vous|abonnez|commentez|suivez si|et|ce|moi|nous|pour|vous
  d'accord ?
  curta|compartilhe|siga|comente|marque se|e|para|um|este|me|quem
  concorda ?`,
};
