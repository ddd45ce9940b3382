/** What a card of the list says and where its buttons lead. Pure. */
import type { AssessmentAction, AssessmentCard } from '#contract/assessments/assessments.ts'
import { paths } from '#src/core/paths.ts'

export const cardStates = ['running', 'available', 'done', 'unavailable'] as const
export type CardState = (typeof cardStates)[number]
/** From so many on, a list is narrowed rather than read. */
export const MANY = 6

type Given = Pick<
  AssessmentCard,
  'id' | 'actions' | 'attempts' | 'phone_verification' | 'attempts_used' | 'not_startable'
>

/** Spec §4: available or currently unavailable; start, resume or continue, then view results. */
export const cardState = (card: Given): CardState => {
  if (card.actions.includes('resume')) return 'running'
  if (card.actions.includes('start') || card.actions.includes('continue')) return 'available'
  return card.actions.includes('results') ? 'done' : 'unavailable'
}

export const STATE_TONES = {
  running: 'warning',
  available: 'success',
  unavailable: 'neutral',
  done: 'info',
} as const satisfies Record<CardState, string>

/** Null when there is nothing it could lead to. */
export const actionLink = (card: Given, action: AssessmentAction): string | null => {
  switch (action) {
    case 'start':
      return card.phone_verification ? paths.assessmentPhone(card.id) : paths.assessment(card.id)
    case 'continue':
      return paths.assessment(card.id)
    case 'resume': {
      const open = card.attempts.find(({ state }) => state === 'open')
      return open ? paths.assessmentQuiz(open.id) : null
    }
    case 'results': {
      const latest = card.attempts.find(({ state }) => state === 'submitted')
      return latest ? paths.assessmentResult(latest.id) : null
    }
  }
}
