import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import type { Neighbour } from '../../model/lesson.ts'
import { usePageTurn } from '../page-turn-context.ts'
import { useAutoAdvance } from '../use-auto-advance.ts'

type Props = {
  isCourseCompleted: boolean
  /** False for steps with a result to read. */
  canAutoAdvance: boolean
  next: Neighbour | null
  linkTo: (target: Neighbour) => string
}

/** Says that the step is completed, and opens the next one after a while without interaction. */
export const CompletedNote = ({ isCourseCompleted, canAutoAdvance, next, linkTo }: Props) => {
  const { t } = useTranslation('courses/learning')
  const turnTo = usePageTurn()
  const advance = useAutoAdvance(canAutoAdvance && next !== null && !isCourseCompleted, () => {
    if (next) turnTo(linkTo(next), next)
  })
  return (
    <div role="status" className="flex min-w-0 basis-full items-center gap-2.5 sm:flex-1 sm:basis-0">
      <CircleCheck aria-hidden="true" size={24} className="shrink-0 text-success-text" />
      <p className="min-w-0 text-sm font-semibold text-ink">
        {t(isCourseCompleted ? 'move.courseDone' : 'move.done')}
        {advance.left !== null && !advance.held && (
          <span aria-hidden="true" className="block font-normal text-ink-muted tabular-nums">
            {t('move.advance', { seconds: advance.left })}
          </span>
        )}
      </p>
    </div>
  )
}
