import Bookmark from 'lucide-react/icons/bookmark'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { useLanguage } from '#src/core/i18n/use-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import type { Attempt } from '../../attempt/machine.ts'
import type { AttemptView } from '../../attempt/types.ts'
import { said } from '../../model/labels.ts'
import { ExamBar } from './ExamBar.tsx'
import { ExamStatus } from './ExamStatus.tsx'
import { Palette } from './Palette.tsx'
import { QuestionPanel } from './QuestionPanel.tsx'
import { SaveLine } from './SaveLine.tsx'
import { Summary } from './Summary.tsx'
import { QuestionNavigation } from './QuestionNavigation.tsx'
import { useExamKeys } from './use-exam-keys.ts'
import { useIntegrity } from './use-integrity.ts'
import { useNotices } from './use-notices.ts'
import { useTimeLeft } from './use-time-left.ts'

type Props = {
  paper: AttemptPage
  exam: Attempt
  view: AttemptView
  /** Another tab of this browser continues the attempt. */
  isInOtherTab: boolean
  onReenter: () => void
}

/**
 * A running attempt: one question at a time, an overview of all questions, the time left and the save
 * state.
 */
export const ExamView = ({ paper, exam, view, isInOtherTab, onReenter }: Props) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const [isSummaryOpen, setSummaryOpen] = useState(false)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [hasShortcuts, setHasShortcuts] = useState(true)
  const [isTakingOver, setTakingOver] = useState(false)
  const { notice, warn } = useNotices(view.extra)
  const seconds = useTimeLeft(exam, warn)
  const isElsewhere = isInOtherTab || view.phase === 'elsewhere'
  const isReadOnly = isElsewhere || view.phase !== 'running'
  useIntegrity(exam, !isReadOnly)

  const total = paper.questions.length
  const currentPosition = Math.min(Math.max(view.place, 1), total)
  const question = paper.questions[currentPosition - 1]
  const state = view.questions[currentPosition - 1]
  const panel = useRef<HTMLDivElement>(null)
  const hasNavigated = useRef(false)
  // Move the focus to a new question, but not on the first render, when focus is on the page's heading.
  useEffect(() => {
    if (hasNavigated.current) panel.current?.focus({ preventScroll: true })
  }, [currentPosition, isSummaryOpen])
  useEffect(() => {
    if (view.phase === 'running') exam.see(currentPosition)
  }, [exam, currentPosition, view.phase])

  const goTo = (position: number) => {
    hasNavigated.current = true
    setSummaryOpen(false)
    setSheetOpen(false)
    if (position >= 1 && position <= total) exam.see(position)
    window.scrollTo({ top: 0 })
  }
  const openSummary = () => {
    hasNavigated.current = true
    setSheetOpen(false)
    setSummaryOpen(true)
    window.scrollTo({ top: 0 })
  }
  const takeOver = async () => {
    if (isInOtherTab) return onReenter()
    setTakingOver(true)
    await exam.takeOver()
    setTakingOver(false)
  }
  useExamKeys(hasShortcuts && !isSummaryOpen && !isSheetOpen, (key) => {
    if (key.do === 'next') goTo(currentPosition + 1)
    else if (key.do === 'previous') goTo(currentPosition - 1)
    else if (isReadOnly || !state) return
    else if (key.do === 'mark') void exam.mark(currentPosition, !state.marked)
    else void exam.choose(currentPosition, key.letter)
  })
  if (!question || !state) return null
  const topic = paper.topics.find(({ id }) => id === question.topic_id)
  const palette = (
    <Palette questions={view.questions} currentPosition={isSummaryOpen ? 0 : currentPosition} onGo={goTo} />
  )
  return (
    <>
      <ExamBar
        title={said(paper.title, language, paper.main_language)}
        seconds={seconds}
        onPalette={() => setSheetOpen(true)}
      />
      <div
        data-undisturbed=""
        className="mx-auto grid w-full max-w-page gap-6 px-4 pt-4 pb-28 sm:px-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:pt-6"
      >
        <div ref={panel} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none">
          <ExamStatus
            view={view}
            isElsewhere={isElsewhere}
            notice={notice}
            isTakingOver={isTakingOver}
            onTakeOver={() => void takeOver()}
          />
          {isSummaryOpen ? (
            <Summary
              questions={view.questions}
              disabled={isReadOnly}
              onGo={goTo}
              onBack={() => goTo(currentPosition)}
              onSubmit={() => void exam.submit()}
            />
          ) : (
            <>
              <QuestionPanel
                key={currentPosition}
                question={question}
                state={state}
                total={total}
                topic={topic ? said(topic.name, language, paper.main_language) : ''}
                disabled={isReadOnly}
                onChoose={(letter) => void exam.choose(currentPosition, letter)}
              />
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <SaveLine save={state.save} reached={view.reached} />
                <div className="flex flex-wrap gap-2">
                  {state.choice !== null && !state.final && !isReadOnly && (
                    <Button size="sm" variant="ghost" onClick={() => void exam.choose(currentPosition, null)}>
                      {t('exam.clear')}
                    </Button>
                  )}
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-pressed={state.marked}
                    disabled={isReadOnly}
                    icon={
                      <Bookmark
                        aria-hidden="true"
                        size={18}
                        className={state.marked ? 'fill-current' : undefined}
                      />
                    }
                    onClick={() => void exam.mark(currentPosition, !state.marked)}
                  >
                    {t('exam.mark')}
                  </Button>
                </div>
              </div>
              <p className="text-sm text-ink-muted">{t(state.final ? 'exam.finalHint' : 'exam.keptHint')}</p>
              <QuestionNavigation
                currentPosition={currentPosition}
                total={total}
                canFinish={state.choice !== null && !state.final && !isReadOnly}
                final={state.final}
                onFinish={() => void exam.finish(currentPosition)}
                onGo={goTo}
                onReview={openSummary}
              />
            </>
          )}
        </div>
        <aside aria-label={t('palette.title')} className="hidden lg:block">
          <div className="card sticky top-36 flex max-h-[calc(100dvh-10rem)] flex-col gap-4 overflow-y-auto p-4">
            <h2 className="text-sm font-semibold text-ink">{t('palette.title')}</h2>
            {palette}
            <Button variant="secondary" onClick={openSummary}>
              {t('exam.review')}
            </Button>
            <Switch
              label={t('exam.keys')}
              hint={t('exam.keysHint')}
              checked={hasShortcuts}
              onChange={setHasShortcuts}
            />
            <p className="text-xs text-ink-muted">{t('exam.recorded', { count: view.events })}</p>
          </div>
        </aside>
      </div>
      <Sheet
        open={isSheetOpen}
        onOpenChange={setSheetOpen}
        title={t('palette.title')}
        closeLabel={t('palette.close')}
        actions={
          <Button block onClick={openSummary}>
            {t('exam.review')}
          </Button>
        }
      >
        {palette}
        <p className="mt-4 text-xs text-ink-muted">{t('exam.recorded', { count: view.events })}</p>
      </Sheet>
    </>
  )
}
