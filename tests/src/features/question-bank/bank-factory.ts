import type { AuthoredAssessment, AuthoredLine } from '#contract/assessments/admin/authoring.ts'
import type { BankQuestion, BankQuestionLine, BankTopic } from '#contract/question-bank/question-bank.ts'
import { assessmentSettings, words } from '#tests/support/content/assessments.ts'

export const aTopic = (changes: Partial<BankTopic> = {}): BankTopic => ({
  id: 1,
  key: 'logic',
  names: { en: 'Logic', ar: 'المنطق' },
  stock: { easy: 4, medium: 2, hard: 0 },
  ...changes,
})

export const aBankQuestion = (changes: Partial<BankQuestion> = {}): BankQuestion => ({
  id: 12,
  topic_id: 1,
  difficulty: 'easy',
  tags: ['cube'],
  state: 'active',
  version: 1,
  updated_at: '2026-11-20T10:00:00.000Z',
  language: 'en',
  texts: { en: words() },
  answer: 'B',
  keep_order: false,
  updated_by: { id: 3, name: 'Ada Admin' },
  used_in: [],
  ...changes,
})

export const aQuestionLine = (changes: Partial<BankQuestionLine> = {}): BankQuestionLine => ({
  id: 12,
  topic_id: 1,
  difficulty: 'easy',
  tags: [],
  state: 'active',
  version: 1,
  updated_at: '2026-11-20T10:00:00.000Z',
  language: 'en',
  prompt: 'How many edges has a cube?',
  prompts: { en: changes.prompt ?? 'How many edges has a cube?' },
  languages: ['en'],
  answer: 'B',
  ...changes,
})

export const aBankPage = (results: BankQuestionLine[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  counts: { active: results.length, retired: 0 },
})

export const anAuthored = (changes: Partial<AuthoredAssessment> = {}): AuthoredAssessment => ({
  id: 5,
  status: 'inactive',
  archived: false,
  attempts: 0,
  revision: 1,
  updated_at: '2026-11-20T10:00:00.000Z',
  updated_by: null,
  settings: assessmentSettings({ rules: [{ topic_id: 1, difficulty: 'easy', count: 3 }] }),
  fixed: [],
  findings: [],
  ...changes,
})

export const anAuthoredLine = (changes: Partial<AuthoredLine> = {}): AuthoredLine => ({
  id: 5,
  status: 'active',
  archived: false,
  attempts: 0,
  revision: 1,
  updated_at: '2026-11-20T10:00:00.000Z',
  updated_by: null,
  title: 'Entrance test',
  titles: { en: changes.title ?? 'Entrance test' },
  language: 'en',
  languages: ['en'],
  variant: 'full',
  duration_minutes: 30,
  questions: 3,
  opens_at: null,
  closes_at: null,
  complete: true,
  ...changes,
})
