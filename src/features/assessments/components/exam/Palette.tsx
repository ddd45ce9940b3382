import Bookmark from 'lucide-react/icons/bookmark'
import Lock from 'lucide-react/icons/lock'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import type { QuestionState } from '../../attempt/types.ts'
import { questionStatusOf, tally, type QuestionStatus } from '../../model/answers.ts'

const STATUS_CLASSES: Record<QuestionStatus, string> = {
  submitted: 'border-transparent bg-primary text-on-primary',
  answered: 'border-primary bg-primary-soft text-primary-text',
  seen: 'border-line-strong bg-surface-raised text-ink',
  unseen: 'border-dashed border-line-strong bg-surface-sunken text-ink-muted',
}
const STATUSES = ['submitted', 'answered', 'seen', 'unseen'] as const

type Props = {
  questions: readonly QuestionState[]
  currentPosition: number
  onGo: (position: number) => void
}

/** All questions at a glance. Shape and label distinguish the states, not colour alone. */
export const Palette = ({ questions, currentPosition, onGo }: Props) => {
  const { t } = useTranslation('assessments')
  const { answered, marked } = tally(questions)
  return (
    <div>
      <p className="mb-3 text-sm text-ink-muted">
        {t('palette.tally', { done: answered, total: questions.length })}
        {marked.length > 0 && <> · {t('palette.markedCount', { count: marked.length })}</>}
      </p>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-2">
        {questions.map((question) => (
          <li key={question.position}>
            <Cell question={question} isCurrent={question.position === currentPosition} onGo={onGo} />
          </li>
        ))}
      </ol>
      <ul aria-hidden="true" className="mt-4 flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-ink-muted">
        {STATUSES.map((status) => (
          <li key={status} className="flex items-center gap-1.5">
            <span className={cx('size-4 rounded border', STATUS_CLASSES[status])} />
            {t(`palette.${status}`)}
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <Bookmark size={14} className="fill-current text-warning-text" />
          {t('palette.marked')}
        </li>
      </ul>
    </div>
  )
}

const Cell = ({
  question,
  isCurrent,
  onGo,
}: {
  question: QuestionState
  isCurrent: boolean
  onGo: Props['onGo']
}) => {
  const { t } = useTranslation('assessments')
  const status = questionStatusOf(question)
  const name = [
    t('palette.question', { index: question.position }),
    t(`palette.${status}`),
    ...(question.marked ? [t('palette.marked')] : []),
  ].join(', ')
  return (
    <button
      type="button"
      aria-label={name}
      aria-current={isCurrent ? 'step' : undefined}
      className={cx(
        'relative flex h-11 w-full min-w-11 items-center justify-center rounded-lg border text-sm font-semibold tabular-nums',
        STATUS_CLASSES[status],
        isCurrent && 'ring-2 ring-focus ring-offset-2 ring-offset-surface',
      )}
      onClick={() => onGo(question.position)}
    >
      {question.position}
      {status === 'submitted' && <Lock aria-hidden="true" size={11} className="absolute bottom-1 end-1" />}
      {question.marked && (
        <Bookmark
          aria-hidden="true"
          size={13}
          className={cx(
            'absolute -top-1 end-1 fill-current',
            status === 'submitted' ? 'text-on-primary' : 'text-warning-text',
          )}
        />
      )}
    </button>
  )
}
