import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { usePlayerContext } from '../context/player-context.ts'
import type { Neighbour } from '../model/lesson.ts'
import { PositionLink } from './PositionLink.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'
import { usePageTurn } from './use-page-turn-position.ts'

type Props = {
  courseId: number
  courseDone: boolean
  next: Neighbour | null
  /** False for steps with a result to read. */
  canAutoAdvance: boolean
  linkTo: (target: Neighbour) => string
  onDismiss: () => void
}

/** After a completed step: offers the next one and opens it after a while without interaction. */
export const NextBar = ({ courseId, courseDone, next, canAutoAdvance, linkTo, onDismiss }: Props) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  const turnTo = usePageTurn()
  const advance = useAutoAdvance(canAutoAdvance && next !== null && !courseDone, () => {
    if (next) turnTo(linkTo(next), next)
  })
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-30 px-3 pb-3">
      <div
        role="status"
        className="floating rise pointer-events-auto mx-auto flex max-w-2xl flex-wrap items-center gap-3 p-3 sm:flex-nowrap"
      >
        <CircleCheck aria-hidden="true" size={24} className="shrink-0 text-success-text" />
        <p className="min-w-0 flex-1 font-medium text-ink">
          {t(courseDone ? 'move.courseDone' : 'move.done')}
          {advance.left !== null && !advance.held && (
            <span aria-hidden="true" className="block text-sm font-normal text-ink-muted tabular-nums">
              {t('move.advance', { seconds: advance.left })}
            </span>
          )}
        </p>
        <IconButton
          label={t('move.dismiss')}
          icon={<X aria-hidden="true" size={18} />}
          className="sm:order-last"
          onClick={onDismiss}
        />
        {next && !courseDone ? (
          <PositionLink
            to={linkTo(next)}
            position={next}
            className={buttonClass({ className: 'w-full min-w-0 sm:w-auto sm:max-w-72' })}
          >
            <bdi className="truncate">{t('move.nextTitle', { title: next.title })}</bdi>
          </PositionLink>
        ) : (
          <Link to={player.coursePath(courseId)} className={buttonClass({ className: 'w-full sm:w-auto' })}>
            {t('move.finish')}
          </Link>
        )}
      </div>
    </div>
  )
}
