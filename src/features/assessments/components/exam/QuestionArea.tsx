import Bookmark from 'lucide-react/icons/bookmark'
import { useTranslation } from 'react-i18next'
import type { AttemptPage, ShownQuestion } from '#contract/assessments/assessments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import type { Attempt } from '../../attempt/machine.ts'
import type { QuestionState } from '../../attempt/question-state.ts'
import { said } from '../../model/labels.ts'
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
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SaveLine save={state.save} reached={reached} />
        <div className="flex flex-wrap gap-2">
          {isChangeable && (
            <Button size="sm" variant="ghost" onClick={() => void exam.choose(position, null)}>
              {t('exam.clear')}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={state.marked}
            disabled={isReadOnly}
            icon={
              <Bookmark aria-hidden="true" size={18} className={state.marked ? 'fill-current' : undefined} />
            }
            onClick={() => void exam.mark(position, !state.marked)}
          >
            {t('exam.mark')}
          </Button>
        </div>
      </div>
      <p className="text-sm text-ink-muted">{t(state.final ? 'exam.finalHint' : 'exam.keptHint')}</p>
      <QuestionNavigation
        currentPosition={position}
        total={paper.questions.length}
        canFinish={isChangeable}
        final={state.final}
        onFinish={() => void exam.finish(position)}
        onGo={onGo}
        onReview={onReview}
      />
    </>
  )
}
