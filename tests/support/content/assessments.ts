/** Factories for questions of the bank and assessments as staff send them. */
import type { AssessmentSettings } from '#contract/assessments/admin/authoring.ts'
import { BANDS_DEFAULT } from '#contract/assessments/shapes.ts'
import type { QuestionDraft, QuestionWords } from '#contract/question-bank/question-bank.ts'

export const words = (
  prompt = 'How many edges has a cube?',
  changes: Partial<QuestionWords> = {},
): QuestionWords => ({
  prompt,
  options: ['8', '12', '6', '10'],
  explanation: 'Four above, four below, four between.',
  ...changes,
})

export const bankQuestion = (changes: Partial<QuestionDraft> & { topic_id: number }): QuestionDraft => ({
  difficulty: 'easy',
  tags: [],
  language: 'en',
  texts: { en: words() },
  answer: 'B',
  ...changes,
})

export const assessmentSettings = (changes: Partial<AssessmentSettings> = {}): AssessmentSettings => ({
  language: 'en',
  texts: { en: { title: 'Entrance test', description: '', instructions: '' } },
  variant: 'full',
  duration_minutes: 30,
  opens_at: null,
  closes_at: null,
  attempts_allowed: 1,
  phone_verification: false,
  shuffle_questions: true,
  shuffle_options: true,
  release: 'now',
  bands: [...BANDS_DEFAULT],
  pass_percent: null,
  rules: [],
  fixed: [],
  roadmap: {
    weak_below_percent: 60,
    foundation: [],
    core: [],
    projects: [],
    interview: [],
    placement: [],
    placement_pages: [],
  },
  ...changes,
})
