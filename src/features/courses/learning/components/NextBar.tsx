import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { usePlayerContext } from '../context/player-context.ts'
import type { Neighbour } from '../model/lesson.ts'
import { PlaceLink } from './PositionLink.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'
import { useTurn } from './turn-context.ts'

type Props = {
  courseId: number
  courseDone: boolean
  next: Neighbour | null
  /** A result wants to be read: then nothing moves by itself. */
  moves: boolean
  linkTo: (place: Neighbour) => string
  onDismiss: () => void
}

/** After a completed step: what comes next is offered, and taken after a while unless somebody does anything. */
export const NextBar = ({ courseId, courseDone, next, moves, linkTo, onDismiss }: Props) => {
  const { t } = useTranslation('courses/learning')
  const desk = usePlayerContext()
  const turn = useTurn()
  const advance = useAutoAdvance(moves && next !== null && !courseDone, () => {
    if (next) turn(linkTo(next), next)
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
          <PlaceLink
            to={linkTo(next)}
            place={next}
            className={buttonClass({ className: 'w-full min-w-0 sm:w-auto sm:max-w-72' })}
          >
            <bdi className="truncate">{t('move.nextTitle', { title: next.title })}</bdi>
          </PlaceLink>
        ) : (
          <Link to={desk.coursePath(courseId)} className={buttonClass({ className: 'w-full sm:w-auto' })}>
            {t('move.finish')}
          </Link>
        )}
      </div>
    </div>
  )
}
