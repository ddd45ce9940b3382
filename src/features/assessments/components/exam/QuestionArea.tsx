import Bookmark from 'lucide-react/icons/bookmark'
import Eraser from 'lucide-react/icons/eraser'
import { useTranslation } from 'react-i18next'
import type { AttemptPage, ShownQuestion } from '#contract/assessments/assessments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import type { Attempt } from '../../attempt/machine.ts'
import type { QuestionState } from '../../attempt/question-state.ts'
import { said } from '../../model/labels.ts'
import { LockAnswer } from './LockAnswer.tsx'
import { QuestionNavigation } from './QuestionNavigation.tsx'
import { QuestionPanel } from './QuestionPanel.tsx'
import { SaveLine } from './SaveLine.tsx'

type Props = {
  paper: AttemptPage
  exam: Attempt
  question: ShownQuestion
  state: QuestionState
  position: number
  isReadOnly: boolean
  /** The last call reached the server. */
  reached: boolean
  onGo: (position: number) => void
  onReview: () => void
}

/** The current question, what can be done with its answer, and the way to the other questions. */
export const QuestionArea = ({
  paper,
  exam,
  question,
  state,
  position,
  isReadOnly,
  reached,
  onGo,
  onReview,
}: Props) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const topic = paper.topics.find(({ id }) => id === question.topic_id)
  const isChangeable = state.choice !== null && !state.final && !isReadOnly
  return (
    <>
      <QuestionPanel
        key={position}
        question={question}
        state={state}
        total={paper.questions.length}
        topic={topic ? said(topic.name, language, paper.main_language) : ''}
        disabled={isReadOnly}
        onChoose={(letter) => void exam.choose(position, letter)}
      />
      <div className="flex flex-col gap-1 sm:flex-row sm:items-center sm:justify-between">
        <SaveLine save={state.save} reached={reached} />
        <div className="-ms-3 flex flex-wrap sm:ms-0 sm:-me-3">
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={state.marked}
            disabled={isReadOnly}
            icon={
              <Bookmark
                aria-hidden="true"
                size={18}
                className={cx('shrink-0', state.marked && 'fill-current')}
              />
            }
            onClick={() => void exam.mark(position, !state.marked)}
          >
            {t('exam.mark')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={!isChangeable}
            icon={<Eraser aria-hidden="true" size={18} className="shrink-0" />}
            onClick={() => void exam.choose(position, null)}
          >
            {t('exam.clear')}
          </Button>
          <LockAnswer
            key={position}
            canLock={isChangeable}
            isLocked={state.final}
            onLock={() => void exam.finish(position)}
          />
        </div>
      </div>
      <p className="text-sm text-ink-muted">{t(state.final ? 'exam.finalHint' : 'exam.keptHint')}</p>
      <QuestionNavigation
        currentPosition={position}
        total={paper.questions.length}
        onGo={onGo}
        onReview={onReview}
      />
    </>
  )
}
