/** Server responses of the staff pages for component tests. A test states the values that matter to it. */
import type {
  AssessmentTotals,
  AttemptDetail,
  LearnerLine,
  Monitor,
  ResultRow,
  ResultsPage,
} from '#contract/assessments/admin/results.ts'
import type { ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'

export const ATTEMPT = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c01'
const attemptOf = (number: number) => `6f1f2f0e-3b1a-4c55-9d3e-${String(number).padStart(12, '0')}`
const PEOPLE = ['Asha Rao', 'Vikram Singh', 'ليلى حسن', 'मीरा शर्मा', 'Daniel Okafor', 'Nandini Iyer'] as const
const TOPICS = {
  logical: { id: 2, key: 'logical', name: { en: 'Logical', hi: 'तार्किक', ar: 'منطقي' } },
  verbal: { id: 3, key: 'verbal', name: { en: 'Verbal', hi: 'भाषा', ar: 'لغوي' } },
} as const

export const aLearner = (number = 0): ResultRow['learner'] => ({
  id: number + 1,
  name: PEOPLE[number % PEOPLE.length] ?? 'Asha Rao',
  email: `learner${number}@kite.test`,
})

export const anAssessment = (changes: Partial<AssessmentTotals> = {}): AssessmentTotals => ({
  id: 3,
  title: { en: 'Entrance assessment', hi: 'प्रवेश मूल्यांकन', ar: 'تقييم القبول' },
  main_language: 'en',
  variant: 'full',
  status: 'active',
  release: 'by_hand',
  released_at: null,
  released: false,
  opens_at: null,
  closes_at: null,
  open: 2,
  submitted: 41,
  flagged: 0,
  appeals: 0,
  late: 0,
  ...changes,
})

export const aRow = (changes: Partial<ResultRow> = {}, number = 0): ResultRow => ({
  attempt_id: number === 0 ? ATTEMPT : attemptOf(number),
  learner: aLearner(number),
  number: 1,
  state: 'submitted',
  started_at: '2026-11-21T09:00:00.000Z',
  finished_at: '2026-11-21T09:24:00.000Z',
  ended_by: 'learner',
  right: 24,
  questions: 30,
  answered: 29,
  percent: 80,
  percentile: 71.5,
  passed: true,
  scholarship_percent: 75,
  result_version: 1,
  events: 0,
  flagged: false,
  decision: null,
  appeal_open: false,
  late: 0,
  ref: null,
  ...changes,
})

export const aResultsPage = (
  rows: ResultRow[],
  changes: Partial<ResultsPage['summary']> & { count?: number } = {},
): ResultsPage => {
  const { count = rows.length, ...summary } = changes
  return {
    count,
    next: null,
    previous: null,
    results: rows,
    assessment: anAssessment(),
    summary: {
      finished: rows.length,
      average: 64.25,
      median: 66.67,
      distribution: [0, 0, 1, 2, 4, 6, 9, 11, 6, 2],
      bands: [
        { scholarship_percent: 75, attempts: 6 },
        { scholarship_percent: 0, attempts: 22 },
      ],
      topics: [
        { topic: TOPICS.logical, percent: 61.2 },
        { topic: TOPICS.verbal, percent: 74 },
      ],
      ...summary,
    },
  }
}

type Answer = AttemptDetail['answers'][number]
export const anAnswer = (changes: Partial<Answer> = {}): Answer => ({
  position: 1,
  question_id: 11,
  version: 1,
  topic_id: 2,
  main_language: 'en',
  texts: {
    en: {
      prompt: 'Which number comes next: 2, 6, 12, 20, …?',
      options: ['28', '30', '32', '36'],
      explanation: 'The differences grow by 2 each time.',
    },
  },
  choice: 'B',
  right: ['B'],
  correct: true,
  final: true,
  marked: false,
  saved_at: '2026-11-21T09:01:10.000Z',
  submitted_at: '2026-11-21T09:01:12.000Z',
  ...changes,
})

const aResult = (version: number, percent: number): AttemptDetail['results'][number] => ({
  version,
  right: Math.round((percent / 100) * 30),
  questions: 30,
  percent,
  passed: true,
  scholarship_percent: 75,
  topics: [{ topic: TOPICS.logical, right: 9, questions: 10, percent: 90 }],
  reason: version === 1 ? null : 'The key of question 11 was wrong.',
  at: '2026-11-21T09:24:00.000Z',
  by: version === 1 ? null : 'Nandini Rao',
})

export const aDetail = (changes: Partial<AttemptDetail> = {}): AttemptDetail => ({
  row: aRow(),
  assessment: anAssessment(),
  deadline_at: '2026-11-21T09:30:00.000Z',
  extra_minutes: 0,
  phone: '+919876543210',
  answers_hash: 'a3f5'.repeat(16),
  last_seen_at: '2026-11-21T09:24:00.000Z',
  topics: [TOPICS.logical, TOPICS.verbal],
  answers: [
    anAnswer(),
    anAnswer({ position: 2, question_id: 12, choice: 'A', right: ['C'], correct: false }),
    anAnswer({
      position: 3,
      question_id: 13,
      choice: null,
      correct: false,
      final: false,
      submitted_at: null,
    }),
  ],
  results: [aResult(1, 80)],
  late: [],
  timeline: [],
  decision: null,
  appeal: null,
  extra: [],
  attempts_allowed: 1,
  attempts_used: 1,
  ...changes,
})

export const anItem = (changes: Partial<ItemAnalysis> = {}): ItemAnalysis => ({
  question_id: 11,
  version: 1,
  newest_version: 1,
  topic: TOPICS.logical,
  main_language: 'en',
  prompt: { en: 'Which number comes next: 2, 6, 12, 20, …?' },
  options: ['28', '30', '32', '36'].map((en) => ({ en })),
  right: ['B'],
  newest_right: null,
  attempts: 40,
  difficulty: 0.7,
  discrimination: 0.41,
  chosen: { A: 5, B: 28, C: 4, D: 2, none: 1 },
  upper: { A: 0, B: 11, C: 0, D: 0, none: 0 },
  lower: { A: 4, B: 3, C: 2, D: 2, none: 0 },
  suspicious: false,
  key_corrected: false,
  ...changes,
})

type MonitorRow = Monitor['rows'][number]
export const aMonitorRow = (number: number, changes: Partial<MonitorRow> = {}): MonitorRow => ({
  attempt_id: attemptOf(number),
  learner: aLearner(number),
  state: 'open',
  started_at: new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString(),
  finished_at: null,
  last_seen_at: '2026-11-21T09:19:50.000Z',
  offline_since: null,
  position: 12,
  questions: 30,
  answered: 11,
  final: 9,
  time_left_ms: 600_000,
  extra_minutes: 0,
  events: 0,
  flagged: false,
  moves: 0,
  ...changes,
})
export const aMonitor = (rows: MonitorRow[]): Monitor => ({
  assessment: anAssessment(),
  server_time: '2026-11-21T09:20:00.000Z',
  rows,
})

export const aLearnerLine = (number = 0, changes: Partial<LearnerLine> = {}): LearnerLine => ({
  learner: aLearner(number),
  extra_minutes: 0,
  extra_reason: null,
  attempts_allowed: 1,
  attempts_used: 1,
  grants: [],
  ...changes,
})

export const pageOf = <T>(results: T[]) => ({ count: results.length, next: null, previous: null, results })
