import type { VoiceLanguage } from '@drumbeat/contract/voice/voice.rules.ts';
import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Voice, VoiceLesson, VoiceProfile, VoiceSource } from './voice.types.ts';

export const voices = pgTable('voices', {
  accountId: bigint('account_id', { mode: 'number' }).primaryKey(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  language: text().$type<VoiceLanguage>().notNull(),
  tone: text().notNull(),
  topics: text().array().notNull(),
  avoidedTopics: text('avoided_topics').array().notNull(),
  bannedWords: text('banned_words').array().notNull(),
  signOff: text('sign_off').notNull(),
  samples: text().array().notNull(),
  profile: jsonb().$type<VoiceProfile>(),
  source: text().$type<VoiceSource>(),
  points: jsonb().$type<Voice['points']>().notNull(),
  profiledAt: timestamp('profiled_at', { withTimezone: true }),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

export const voiceLessons = pgTable(
  'voice_lessons',
  {
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    lesson: text().notNull(),
    times: integer().notNull(),
    state: text().$type<VoiceLesson['state']>().notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.lesson] })],
);
