import Bookmark from 'lucide-react/icons/bookmark'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
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
import { Turn } from './Turn.tsx'
import { useExamKeys } from './use-exam-keys.ts'
import { useIntegrity } from './use-integrity.ts'
import { useNotices } from './use-notices.ts'
import { useTimeLeft } from './use-time-left.ts'

type Props = {
  paper: AttemptPage
  exam: Attempt
  view: AttemptView
  /** Another tab of this browser goes on. */
  taken: boolean
  onAgain: () => void
}

/** The room of a running attempt: one question at a time, all of them at a glance, the time, and what is saved. */
export const ExamRoom = ({ paper, exam, view, taken, onAgain }: Props) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const [summary, setSummary] = useState(false)
  const [sheet, setSheet] = useState(false)
  const [keysOn, setKeysOn] = useState(true)
  const [taking, setTaking] = useState(false)
  const { notice, warn } = useNotices(view.extra)
  const seconds = useTimeLeft(exam, warn)
  const elsewhere = taken || view.phase === 'elsewhere'
  const readOnly = elsewhere || view.phase !== 'running'
  useIntegrity(exam, !readOnly)

  const total = paper.questions.length
  const place = Math.min(Math.max(view.place, 1), total)
  const question = paper.questions[place - 1]
  const state = view.questions[place - 1]
  const panel = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  // The question that arrives is where one reads on; not at the first look, when the page says its own name.
  useEffect(() => {
    if (moved.current) panel.current?.focus({ preventScroll: true })
  }, [place, summary])
  useEffect(() => {
    if (view.phase === 'running') exam.see(place)
  }, [exam, place, view.phase])

  const go = (position: number) => {
    moved.current = true
    setSummary(false)
    setSheet(false)
    if (position >= 1 && position <= total) exam.see(position)
    window.scrollTo({ top: 0 })
  }
  const review = () => {
    moved.current = true
    setSheet(false)
    setSummary(true)
    window.scrollTo({ top: 0 })
  }
  const take = async () => {
    if (taken) return onAgain()
    setTaking(true)
    await exam.takeOver()
    setTaking(false)
  }
  useExamKeys(keysOn && !summary && !sheet, (key) => {
    if (key.do === 'next') go(place + 1)
    else if (key.do === 'previous') go(place - 1)
    else if (readOnly || !state) return
    else if (key.do === 'mark') void exam.mark(place, !state.marked)
    else void exam.choose(place, key.letter)
  })
  if (!question || !state) return null
  const topic = paper.topics.find(({ id }) => id === question.topic_id)
  const palette = <Palette questions={view.questions} place={summary ? 0 : place} onGo={go} />
  return (
    <>
      <ExamBar
        title={said(paper.title, language, paper.main_language)}
        seconds={seconds}
        onPalette={() => setSheet(true)}
      />
      <div
        data-undisturbed=""
        className="mx-auto grid w-full max-w-page gap-6 px-4 pt-4 pb-28 sm:px-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:pt-6"
      >
        <div ref={panel} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none">
          <ExamStatus
            view={view}
            elsewhere={elsewhere}
            notice={notice}
            taking={taking}
            onTake={() => void take()}
          />
          {summary ? (
            <Summary
              questions={view.questions}
              disabled={readOnly}
              onGo={go}
              onBack={() => go(place)}
              onSubmit={() => void exam.submit()}
            />
          ) : (
            <>
              <QuestionPanel
                key={place}
                question={question}
                state={state}
                total={total}
                topic={topic ? said(topic.name, language, paper.main_language) : ''}
                disabled={readOnly}
                onChoose={(letter) => void exam.choose(place, letter)}
              />
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <SaveLine save={state.save} reached={view.reached} />
                <div className="flex flex-wrap gap-2">
                  {state.choice !== null && !state.final && !readOnly && (
                    <Button size="sm" variant="ghost" onClick={() => void exam.choose(place, null)}>
                      {t('exam.clear')}
                    </Button>
                  )}
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-pressed={state.marked}
                    disabled={readOnly}
                    icon={
                      <Bookmark
                        aria-hidden="true"
                        size={18}
                        className={state.marked ? 'fill-current' : undefined}
                      />
                    }
                    onClick={() => void exam.mark(place, !state.marked)}
                  >
                    {t('exam.mark')}
                  </Button>
                </div>
              </div>
              <p className="text-sm text-ink-muted">{t(state.final ? 'exam.finalHint' : 'exam.keptHint')}</p>
              <Turn
                place={place}
                total={total}
                canFinish={state.choice !== null && !state.final && !readOnly}
                final={state.final}
                onFinish={() => void exam.finish(place)}
                onGo={go}
                onReview={review}
              />
            </>
          )}
        </div>
        <aside aria-label={t('palette.title')} className="hidden lg:block">
          <div className="card sticky top-36 flex max-h-[calc(100dvh-10rem)] flex-col gap-4 overflow-y-auto p-4">
            <h2 className="text-sm font-semibold text-ink">{t('palette.title')}</h2>
            {palette}
            <Button variant="secondary" onClick={review}>
              {t('exam.review')}
            </Button>
            <Switch label={t('exam.keys')} hint={t('exam.keysHint')} checked={keysOn} onChange={setKeysOn} />
            <p className="text-xs text-ink-muted">{t('exam.recorded', { count: view.events })}</p>
          </div>
        </aside>
      </div>
      <Sheet
        open={sheet}
        onOpenChange={setSheet}
        title={t('palette.title')}
        closeLabel={t('palette.close')}
        actions={
          <Button block onClick={review}>
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
