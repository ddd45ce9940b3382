import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useTranslation } from 'react-i18next'
import type { ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatTimestamp } from '../../../model/lesson.ts'

const ICONS = {
  right: [CircleCheck, 'text-success-text'],
  partial: [CircleDashed, 'text-warning-text'],
  wrong: [CircleX, 'text-error-text'],
  open: [Circle, 'text-ink-muted'],
  waiting: [CloudOff, 'text-ink-muted'],
} as const

type Props = {
  question: ShownVideoQuestion
  number: number
  current: boolean
  /** True without a connection: the server cannot mark an answer then. */
  waiting: boolean
  onShow: () => void
}

/** One question with its time and status; a click shows it. */
export const QuestionRow = ({ question, number, current, waiting, onShow }: Props) => {
  const { t } = useTranslation('courses/learning/video-questions')
  const status = question.answer?.mark.verdict ?? (waiting ? 'waiting' : 'open')
  const [Icon, tone] = ICONS[status]
  const time = formatTimestamp(question.second)
  return (
    <button
      type="button"
      aria-current={current ? 'step' : undefined}
      aria-label={t('row', { number, time, standing: t(`standings.${status}`) })}
      className={cx(
        'flex min-h-11 items-center gap-2 rounded-lg border px-3 text-sm tabular-nums hover:bg-surface-sunken',
        current ? 'border-primary font-semibold text-ink' : 'border-line text-ink-muted',
      )}
      onClick={onShow}
    >
      <Icon aria-hidden="true" size={18} className={cx('shrink-0', tone)} />
      <span dir="ltr">{time}</span>
    </button>
  )
}
