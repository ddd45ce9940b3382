import { useLanguage } from '#src/core/i18n/use-language.ts'
import { said } from '../../model/labels.ts'
import { ExamBar } from './ExamBar.tsx'
import { ExamStatus } from './ExamStatus.tsx'
import { OverviewAside, OverviewSheet } from './Overview.tsx'
import { QuestionArea } from './QuestionArea.tsx'
import { Summary } from './Summary.tsx'
import { useExamRoom, type ExamSource } from './use-exam-room.ts'

/**
 * A running attempt: one question at a time, an overview of all questions, the time left and the save
 * state.
 */
export const ExamView = (props: ExamSource) => {
  const { paper, exam, view } = props
  const language = useLanguage()
  const { room, facts, seconds, panel, goTo, openSummary, takeOver, setSheetOpen, setShortcuts } =
    useExamRoom(props)
  const { position, question, state, isReadOnly } = facts
  if (!question || !state) return null
  const overview = {
    view,
    currentPosition: room.isSummaryOpen ? 0 : position,
    onGo: goTo,
    onReview: openSummary,
  }
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
            isElsewhere={facts.isElsewhere}
            notice={room.notice}
            isTakingOver={room.isTakingOver}
            onTakeOver={() => void takeOver()}
          />
          {room.isSummaryOpen ? (
            <Summary
              questions={view.questions}
              disabled={isReadOnly}
              onGo={goTo}
              onBack={() => goTo(position)}
              onSubmit={() => void exam.submit()}
            />
          ) : (
            <QuestionArea
              paper={paper}
              exam={exam}
              question={question}
              state={state}
              position={position}
              isReadOnly={isReadOnly}
              reached={view.reached}
              onGo={goTo}
              onReview={openSummary}
            />
          )}
        </div>
        <OverviewAside {...overview} hasShortcuts={room.hasShortcuts} onShortcuts={setShortcuts} />
      </div>
      <OverviewSheet {...overview} isOpen={room.isSheetOpen} onOpenChange={setSheetOpen} />
    </>
  )
}
