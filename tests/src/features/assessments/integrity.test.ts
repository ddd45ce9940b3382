import { describe, expect, it } from 'vitest'
import {
  advanceIntegrity,
  type IntegrityEffect,
  type IntegrityEvent,
} from '#src/features/assessments/model/integrity.ts'

/** What is recorded for a course of events; timers are left out. */
const recorded = (...events: IntegrityEvent[]) => {
  let state = { isAway: false, isFullscreen: false }
  const effects: IntegrityEffect[] = []
  for (const event of events) {
    const step = advanceIntegrity(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return effects.flatMap((effect) =>
    'kind' in effect ? `${effect.type} ${effect.kind}` : effect.type === 'endAbsence' ? effect.type : [],
  )
}
const hidden: IntegrityEvent = { type: 'visibility', isVisible: false }
const visible: IntegrityEvent = { type: 'visibility', isVisible: true }
const lostFocus: IntegrityEvent = { type: 'blurSettled', isVisible: true, hasFocus: false }

describe('integrity events', () => {
  it('records one absence from hiding the tab until it is visible again', () => {
    expect(recorded(hidden, hidden, visible, visible)).toEqual(['startAbsence left_tab', 'endAbsence'])
  })

  it('records a lost focus only when it lasts', () => {
    expect(recorded({ type: 'blur' }, { type: 'focus', isVisible: true })).toEqual([])
    expect(recorded({ type: 'blurSettled', isVisible: true, hasFocus: true })).toEqual([])
    expect(recorded({ type: 'blur' }, lostFocus, { type: 'focus', isVisible: true })).toEqual([
      'startAbsence blur',
      'endAbsence',
    ])
  })

  it('keeps one absence when the focus goes before the tab is hidden', () => {
    expect(recorded(lostFocus, hidden, visible)).toEqual(['startAbsence blur', 'endAbsence'])
  })

  it('does not end an absence by focus while the tab is hidden', () => {
    expect(recorded(hidden, { type: 'focus', isVisible: false })).toEqual(['startAbsence left_tab'])
  })

  it('cancels the timer of a lost focus when the tab is hidden or the focus returns', () => {
    const effects = [hidden, { type: 'focus', isVisible: true } as const, { type: 'stop' } as const].map(
      (event) => advanceIntegrity({ isAway: false, isFullscreen: false }, event).effects[0],
    )

    expect(effects).toEqual(Array.from({ length: 3 }, () => ({ type: 'cancelBlurTimer' })))
  })

  it('records leaving full screen, but not entering it', () => {
    expect(
      recorded({ type: 'fullscreen', isFullscreen: true }, { type: 'fullscreen', isFullscreen: false }),
    ).toEqual(['note left_fullscreen'])
  })

  it('records copying and pasting', () => {
    expect(recorded({ type: 'copy' }, { type: 'paste' })).toEqual(['note copy', 'note paste'])
  })

  it('ends an absence when the recording stops', () => {
    expect(recorded(hidden, { type: 'stop' })).toEqual(['startAbsence left_tab', 'endAbsence'])
  })
})
