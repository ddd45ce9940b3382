/** Papers, cards and results for component tests. */
import type { AssessmentCard, AssessmentPage, AttemptPage } from '#contract/assessments/assessments.ts'
import type { ResultPage } from '#contract/assessments/results.ts'
import type { ScoredAttempt } from '#contract/assessments/shapes.ts'

export const ATTEMPT = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c01'
const titles = { en: 'Entrance', hi: 'प्रवेश', ar: 'القبول' }
const topic = { id: 1, key: 'logical', name: { en: 'Logical', hi: 'तर्क', ar: 'منطق' } }

const anAttemptSummary = (changes: Partial<AssessmentCard['attempts'][number]> = {}) => ({
  id: ATTEMPT,
  number: 1,
  state: 'submitted' as const,
  started_at: '2026-11-21T10:00:00.000Z',
  deadline_at: '2026-11-21T10:30:00.000Z',
  finished_at: '2026-11-21T10:20:00.000Z',
  ended_by: 'learner' as const,
  released: true,
  ...changes,
})
export const aScoredAttempt = (changes: Partial<ScoredAttempt> = {}): ScoredAttempt => ({
  ...anAttemptSummary(),
  percent: 70,
  passed: true,
  scholarship_percent: 25,
  bounds: [90, 60, 50],
  ...changes,
})

export const aCard = (changes: Partial<AssessmentCard> = {}): AssessmentCard => ({
  id: 3,
  main_language: 'en',
  title: titles,
  description: { en: 'About you.' },
  variant: 'full',
  status: 'active',
  duration_minutes: 30,
  extra_minutes: 0,
  questions: 30,
  opens_at: null,
  closes_at: null,
  phone_verification: false,
  attempts_allowed: 1,
  attempts_used: 0,
  actions: ['start'],
  not_startable: null,
  attempts: [],
  ...changes,
})
export const runningCard = () =>
  aCard({
    actions: ['resume'],
    attempts: [anAttemptSummary({ state: 'open', finished_at: null, ended_by: null, released: false })],
  })
export const doneCard = () =>
  aCard({ actions: ['results'], not_startable: 'no_attempts_left', attempts: [anAttemptSummary()] })

export const anInstruction = (changes: Partial<AssessmentPage> = {}): AssessmentPage => ({
  ...aCard(),
  instructions: { en: 'Bring water.' },
  topics: [{ topic, questions: 30 }],
  pass_percent: null,
  bands: [],
  release: 'by_hand',
  shuffled: { questions: true, options: true },
  verified_phone: null,
  server_time: new Date().toISOString(),
  ...changes,
})

export const clock = (changes: Partial<AttemptPage> = {}) => ({
  state: 'open' as const,
  time_left_ms: 1_200_000,
  deadline_at: '2026-11-21T10:30:00.000Z',
  extra_minutes: 0,
  version: 1,
  held: true,
  ...changes,
})

export const aPaper = (changes: Partial<AttemptPage> = {}): AttemptPage => ({
  ...clock(),
  id: ATTEMPT,
  assessment_id: 3,
  number: 1,
  title: titles,
  main_language: 'en',
  variant: 'full',
  duration_minutes: 30,
  started_at: '2026-11-21T10:00:00.000Z',
  finished_at: null,
  position: 1,
  topics: [topic],
  questions: [1, 2, 3].map((position) => ({
    position,
    topic_id: 1,
    main_language: 'en' as const,
    texts: {
      en: { prompt: `Question of ${position}`, options: ['one', 'two', 'three', 'four'] },
      ...(position === 1 && { hi: { prompt: 'पहला प्रश्न', options: ['एक', 'दो', 'तीन', 'चार'] } }),
    },
  })),
  answers: [1, 2, 3].map((position) => ({
    position,
    choice: null,
    final: false,
    marked: false,
    seen: false,
    seq: 0,
    saved_at: null,
  })),
  events: 0,
  ...changes,
})

export const aResult = (changes: Partial<ResultPage> = {}): ResultPage => ({
  attempt: anAttemptSummary(),
  assessment: {
    id: 3,
    title: titles,
    main_language: 'en',
    variant: 'full',
    duration_minutes: 30,
    release: 'by_hand',
    pass_percent: 50,
    bands: [
      { from_percent: 90, scholarship_percent: 100 },
      { from_percent: 60, scholarship_percent: 25 },
    ],
    closes_at: null,
  },
  questions: 30,
  answered: 28,
  answers_hash: 'ab'.repeat(32),
  result: {
    version: 1,
    right: 21,
    questions: 30,
    percent: 70,
    passed: true,
    scholarship_percent: 25,
    topics: [{ topic, right: 21, questions: 30, percent: 70 }],
    reason: null,
    at: '2026-11-21T10:20:00.000Z',
  },
  percentile: 81.5,
  finished: 40,
  earlier: [],
  attempts: [aScoredAttempt()],
  late: [],
  timeline: [],
  decision: null,
  appeal: null,
  appeal_until: null,
  may_start_again: false,
  ...changes,
})
