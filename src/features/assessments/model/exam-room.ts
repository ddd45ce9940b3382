/**
 * What the exam's page shows beside the attempt itself, as a pure reducer: the question or the summary, the sheet with
 * all questions, the shortcuts and the notices. The shell is components/exam/use-exam-room.ts.
 */
import type { AttemptPage, ShownQuestion } from '#contract/assessments/assessments.ts'
import type { Letter } from '#contract/assessments/shapes.ts'
import type { AttemptView, QuestionState } from '../attempt/types.ts'
import type { ExamKey } from './answers.ts'

/** Announced once: little time left, or extra time. */
export interface Notice {
  about: 'timeLeft' | 'extraTime'
  minutes: number
  /** Distinguishes two notices with the same text. */
  count: number
}

export interface ExamRoom {
  isSummaryOpen: boolean
  isSheetOpen: boolean
  hasShortcuts: boolean
  isTakingOver: boolean
  /** False until the learner moves: until then the page's heading has the focus. */
  hasNavigated: boolean
  notice: Notice | null
  noticeCount: number
  /** How many grants of extra time were announced. */
  announcedExtra: number
}

export type RoomEvent =
  | { type: 'wentToQuestion' }
  | { type: 'openedSummary' }
  | { type: 'sheet'; isOpen: boolean }
  | { type: 'shortcuts'; areOn: boolean }
  | { type: 'takeOver'; isRunning: boolean }
  | { type: 'timeWarning'; minutes: number }
  | { type: 'extraTime'; extra: NonNullable<AttemptView['extra']> }
  | { type: 'noticeExpired'; count: number }

/** Extra time given before the page opened is not announced. */
export const initialRoom = (extra: AttemptView['extra']): ExamRoom => ({
  isSummaryOpen: false,
  isSheetOpen: false,
  hasShortcuts: true,
  isTakingOver: false,
  hasNavigated: false,
  notice: null,
  noticeCount: 0,
  announcedExtra: extra?.count ?? 0,
})

const announce = (room: ExamRoom, about: Notice['about'], minutes: number): ExamRoom => {
  const count = room.noticeCount + 1
  return { ...room, noticeCount: count, notice: { about, minutes, count } }
}

export const advanceRoom = (room: ExamRoom, event: RoomEvent): ExamRoom => {
  switch (event.type) {
    case 'wentToQuestion':
      return { ...room, isSummaryOpen: false, isSheetOpen: false, hasNavigated: true }
    case 'openedSummary':
      return { ...room, isSummaryOpen: true, isSheetOpen: false, hasNavigated: true }
    case 'sheet':
      return { ...room, isSheetOpen: event.isOpen }
    case 'shortcuts':
      return { ...room, hasShortcuts: event.areOn }
    case 'takeOver':
      return { ...room, isTakingOver: event.isRunning }
    case 'timeWarning':
      return announce(room, 'timeLeft', event.minutes)
    case 'extraTime':
      return event.extra.count === room.announcedExtra
        ? room
        : { ...announce(room, 'extraTime', event.extra.minutes), announcedExtra: event.extra.count }
    case 'noticeExpired':
      return room.notice?.count === event.count ? { ...room, notice: null } : room
  }
}

/** What follows from the attempt and the page together. */
export interface RoomFacts {
  total: number
  position: number
  question: ShownQuestion | undefined
  state: QuestionState | undefined
  /** Another tab or device continues the attempt. */
  isElsewhere: boolean
  isReadOnly: boolean
}

export const roomFacts = (paper: AttemptPage, view: AttemptView, isInOtherTab: boolean): RoomFacts => {
  const total = paper.questions.length
  const position = Math.min(Math.max(view.place, 1), total)
  const isElsewhere = isInOtherTab || view.phase === 'elsewhere'
  return {
    total,
    position,
    question: paper.questions[position - 1],
    state: view.questions[position - 1],
    isElsewhere,
    isReadOnly: isElsewhere || view.phase !== 'running',
  }
}

export type KeyAction =
  | { type: 'goTo'; position: number }
  | { type: 'mark'; position: number; isMarked: boolean }
  | { type: 'choose'; position: number; letter: Letter }

/** What a shortcut does now, or null. */
export const actionOfKey = (
  key: ExamKey,
  { position, state, isReadOnly }: Pick<RoomFacts, 'position' | 'state' | 'isReadOnly'>,
): KeyAction | null => {
  if (key.do === 'next') return { type: 'goTo', position: position + 1 }
  if (key.do === 'previous') return { type: 'goTo', position: position - 1 }
  if (isReadOnly || !state) return null
  return key.do === 'mark'
    ? { type: 'mark', position, isMarked: !state.marked }
    : { type: 'choose', position, letter: key.letter }
}
