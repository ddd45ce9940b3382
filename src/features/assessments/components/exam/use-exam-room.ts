import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import type { Attempt } from '../../attempt/machine.ts'
import type { AttemptView } from '../../attempt/types.ts'
import { actionOfKey, advanceRoom, initialRoom, roomFacts } from '../../model/exam-room.ts'
import { useExamKeys } from './use-exam-keys.ts'
import { useIntegrity } from './use-integrity.ts'
import { useTimeLeft } from './use-time-left.ts'

export interface ExamSource {
  paper: AttemptPage
  exam: Attempt
  view: AttemptView
  /** Another tab of this browser continues the attempt. */
  isInOtherTab: boolean
  onReenter: () => void
}

const NOTICE_MS = 15_000

/** The shell of model/exam-room.ts: feeds it events and performs what they ask of the attempt and the page. */
export const useExamRoom = ({ paper, exam, view, isInOtherTab, onReenter }: ExamSource) => {
  const [room, dispatch] = useReducer(advanceRoom, view.extra, initialRoom)
  const facts = roomFacts(paper, view, isInOtherTab)
  const { position, total } = facts
  const panel = useRef<HTMLDivElement>(null)
  const seconds = useTimeLeft(exam, (minutes) => dispatch({ type: 'timeWarning', minutes }))
  useIntegrity(exam, !facts.isReadOnly)

  // Dispatching during rendering shows the notice of extra time in the same pass.
  if (view.extra && view.extra.count !== room.announcedExtra)
    dispatch({ type: 'extraTime', extra: view.extra })
  const noticeCount = room.notice?.count ?? 0
  useEffect(() => {
    if (noticeCount === 0) return
    const timer = setTimeout(() => dispatch({ type: 'noticeExpired', count: noticeCount }), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [noticeCount])

  // Move the focus to a new question, but not on the first render, when focus is on the page's heading.
  const { isSummaryOpen } = room
  const focusPanel = useEffectEvent(() => {
    if (room.hasNavigated) panel.current?.focus({ preventScroll: true })
  })
  useEffect(() => focusPanel(), [position, isSummaryOpen])
  useEffect(() => {
    if (view.phase === 'running') exam.see(position)
  }, [exam, position, view.phase])

  const goTo = (next: number) => {
    dispatch({ type: 'wentToQuestion' })
    if (next >= 1 && next <= total) exam.see(next)
    window.scrollTo({ top: 0 })
  }
  const openSummary = () => {
    dispatch({ type: 'openedSummary' })
    window.scrollTo({ top: 0 })
  }
  const takeOver = async () => {
    if (isInOtherTab) return onReenter()
    dispatch({ type: 'takeOver', isRunning: true })
    await exam.takeOver()
    dispatch({ type: 'takeOver', isRunning: false })
  }
  useExamKeys(room.hasShortcuts && !isSummaryOpen && !room.isSheetOpen, (key) => {
    const action = actionOfKey(key, facts)
    if (action?.type === 'goTo') goTo(action.position)
    else if (action?.type === 'mark') void exam.mark(action.position, action.isMarked)
    else if (action) void exam.choose(action.position, action.letter)
  })
  return {
    room,
    facts,
    seconds,
    panel,
    goTo,
    openSummary,
    takeOver,
    setSheetOpen: (isOpen: boolean) => dispatch({ type: 'sheet', isOpen }),
    setShortcuts: (areOn: boolean) => dispatch({ type: 'shortcuts', areOn }),
  }
}
