import { SAMPLES_MAX } from '@drumbeat/contract/voice/voice.rules.ts';

function count(many: number, one: string, more: string): string {
  return many === 1 ? `1 ${one}` : `${many.toLocaleString('en-GB')} ${more}`;
}

export const strings = {
  title: 'Voice',
  lead: (name: string) => `How @${name} writes, so that new posts sound like it.`,
  loading: 'Loading your voice',
  failed: 'Your voice could not be loaded.',
  noAccount: 'Connect an X account first. Each account has its own voice.',
  openDashboard: 'Open dashboard',

  profile: 'How you write',
  profileLead: (posts: number, source: keyof typeof sources, day: string) =>
    `From ${count(posts, 'post', 'posts')} ${sources[source]}, read ${day}. The posts themselves are not kept.`,
  noProfile:
    'Import your own posts, and Drumbeat learns how you write. Only the profile is kept, not the posts.',
  importPosts: 'Import posts',
  importAgain: 'Import again',
  deleteProfile: 'Delete profile',
  deleteTitle: 'Delete this profile?',
  deleteWords:
    'What Drumbeat learned from your posts is deleted, along with your edits to it. Settings and samples stay.',
  deleted: 'The profile is deleted.',
  notDeleted: (reason: string) => `The profile was not deleted. ${reason}`,
  morePoints: 'More points',
  figures: 'Figures',
  figureLength: 'Characters per post',
  figureLengths: (low: number, middle: number, high: number) => `${low} to ${high}, half below ${middle}`,
  figureSentence: 'Words per sentence',
  figureShares: 'Share of posts with each',
  figureWords: 'Common small words per 1,000 words',
  figureTrigrams: 'Most common letter sequences',
  counts: 'Counts',
  edit: 'Edit',
  editOf: (text: string) => `Edit “${text}”`,
  editPoint: 'In your own words',
  restore: 'Restore',
  save: 'Save',
  cancel: 'Cancel',
  saving: 'Saving…',
  pointFailed: (reason: string) => `This was not saved. ${reason}`,

  rules: 'Rules from your edits',
  rulesLead: 'Make the same change in three posts, and it is proposed as a rule here.',
  noRules: 'No rules yet.',
  proposed: (times: number) => `You changed this ${count(times, 'time', 'times')}`,
  accept: 'Accept',
  acceptOf: (text: string) => `Accept: ${text}`,
  dismiss: 'Dismiss',
  dismissOf: (text: string) => `Dismiss: ${text}`,
  remove: 'Remove',
  removeOf: (text: string) => `Remove: ${text}`,
  ruleFailed: (reason: string) => `The rule was not changed. ${reason}`,

  settings: 'Settings',
  settingsLead: 'What new posts follow, in addition to the profile.',
  language: 'Language',
  languageHelp: 'The profile is made from posts in this language. Changing it deletes an imported profile.',
  tone: 'Tone',
  toneHelp: 'For example: dry, patient, never salesy.',
  topics: 'Topics to write about',
  avoided: 'Topics to avoid',
  banned: 'Words never to use',
  listHelp: 'Separate them with commas.',
  signOff: 'Sign-off',
  signOffHelp: 'Added to the end of each post.',
  samples: 'Sample posts',
  samplesHelp: `Up to ${SAMPLES_MAX} posts in your voice. Drumbeat shows them to the AI as examples.`,
  sample: (number: number) => `Sample ${number}`,
  addSample: 'Add a sample',
  removeSample: (number: number) => `Remove sample ${number}`,
  saveVoice: 'Save voice',
  saved: 'Your voice is saved.',
  notSaved: (reason: string) => `Your voice was not saved. ${reason}`,
  kept: 'Your changes are still here, but not saved.',
  discard: 'Discard changes',

  importTitle: 'Import your posts',
  from: 'From',
  archive: 'X archive',
  pasted: 'Pasted posts',
  archiveHelp:
    'On X, open Settings, Your account, and ask for an archive of your data. Unpack it and choose tweets.js from its data folder.',
  archivePrivate: 'The file is read in your browser. Only the text and time of your own posts are sent.',
  choose: 'Choose tweets.js',
  noFile: 'No file chosen',
  reading: 'Reading the file…',
  paste: 'Your posts',
  pasteHelp: 'At least 10 posts, one per line or with a blank line between them.',
  found: (posts: number, leftOut: number) =>
    leftOut === 0
      ? `${count(posts, 'post', 'posts')} found.`
      : `${count(posts, 'post', 'posts')} found. ${count(leftOut, 'other is', 'others are')} left out: replies, reposts, links, older ones.`,
  makeProfile: 'Make profile',
  making: 'Reading your posts…',
  imported: (read: number, leftOut: number) =>
    leftOut === 0
      ? `The profile is made from ${count(read, 'post', 'posts')}.`
      : `The profile is made from ${count(read, 'post', 'posts')}. ${count(leftOut, 'other was', 'others were')} left out.`,
  notImported: (reason: string) => `Nothing was imported. ${reason}`,

  nearness: (score: number) => `${score}% like you`,
  nearnessOfSet: (score: number) => `Together ${score}% like you`,
} as const;

const sources = {
  archive: 'in your archive',
  pasted: 'that you pasted',
  samples: 'among your samples',
} as const;

/** The names of the statistics that are shares. */
export const shareNames = {
  exclamation: 'exclamation marks',
  emoji: 'emoji',
  hashtag: 'hashtags',
  shouting: 'words in capitals',
  capitals: 'a capital letter first',
  full_stop: 'a full stop last',
  question: 'questions',
  line_break: 'line breaks',
  ellipsis: 'ellipsis',
  dash: 'dashes',
  semicolon: 'semicolons',
  colon: 'colons',
  brackets: 'brackets',
  quotes: 'quotation marks',
  contraction: 'contractions',
  number: 'digits',
  comma: 'commas',
  length: 'length',
  sentences: 'sentences',
  wording: 'wording',
} as const;
