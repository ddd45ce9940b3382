/**
 * When leaving the exam counts as an integrity event, as a pure state machine. The shell is
 * components/exam/use-integrity.ts.
 */
import type { IntegrityKind } from '#contract/assessments/shapes.ts'

export interface IntegrityState {
  /** An absence is being recorded. */
  isAway: boolean
  isFullscreen: boolean
}

export type IntegrityEvent =
  | { type: 'visibility'; isVisible: boolean }
  | { type: 'blur' }
  /** The focus was away for a moment. */
  | { type: 'blurSettled'; isVisible: boolean; hasFocus: boolean }
  | { type: 'focus'; isVisible: boolean }
  | { type: 'fullscreen'; isFullscreen: boolean }
  | { type: 'copy' | 'paste' }
  | { type: 'stop' }

export type IntegrityEffect =
  | { type: 'startAbsence'; kind: IntegrityKind }
  | { type: 'endAbsence' }
  | { type: 'note'; kind: IntegrityKind }
  | { type: 'startBlurTimer' | 'cancelBlurTimer' }

interface Step {
  state: IntegrityState
  effects: IntegrityEffect[]
}

const CANCEL_BLUR: IntegrityEffect = { type: 'cancelBlurTimer' }

const leave = (state: IntegrityState, kind: IntegrityKind): Step =>
  state.isAway
    ? { state, effects: [] }
    : { state: { ...state, isAway: true }, effects: [{ type: 'startAbsence', kind }] }

const comeBack = (state: IntegrityState): Step =>
  state.isAway
    ? { state: { ...state, isAway: false }, effects: [{ type: 'endAbsence' }] }
    : { state, effects: [] }

const afterCancel = ({ state, effects }: Step): Step => ({ state, effects: [CANCEL_BLUR, ...effects] })

export const advanceIntegrity = (state: IntegrityState, event: IntegrityEvent): Step => {
  switch (event.type) {
    case 'visibility':
      return afterCancel(event.isVisible ? comeBack(state) : leave(state, 'left_tab'))
    case 'blur':
      return { state, effects: [CANCEL_BLUR, { type: 'startBlurTimer' }] }
    case 'blurSettled':
      return event.isVisible && !event.hasFocus ? leave(state, 'blur') : { state, effects: [] }
    case 'focus':
      return afterCancel(event.isVisible ? comeBack(state) : { state, effects: [] })
    case 'fullscreen':
      return {
        state: { ...state, isFullscreen: event.isFullscreen },
        effects: state.isFullscreen && !event.isFullscreen ? [{ type: 'note', kind: 'left_fullscreen' }] : [],
      }
    case 'copy':
    case 'paste':
      return { state, effects: [{ type: 'note', kind: event.type }] }
    case 'stop':
      return afterCancel(comeBack(state))
  }
}
