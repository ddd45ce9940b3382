/** The state of a card in the list and the targets of its actions. */
import type { AssessmentAction, AssessmentCard } from '#contract/assessments/assessments.ts'
import { paths } from '#src/core/paths.ts'

export const cardStates = ['running', 'available', 'done', 'unavailable'] as const
export type CardState = (typeof cardStates)[number]
/** From this many assessments on, the list has a filter. */
export const FILTER_FROM_COUNT = 6

type CardFields = Pick<
  AssessmentCard,
  'id' | 'actions' | 'attempts' | 'phone_verification' | 'attempts_used' | 'not_startable'
>

/** Available or unavailable; start, resume or continue, then view results (spec 4). */
export const cardState = (card: CardFields): CardState => {
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

/** Null if the action has no target. */
export const actionLink = (card: CardFields, action: AssessmentAction): string | null => {
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
