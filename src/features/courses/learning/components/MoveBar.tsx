import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { usePlayerContext } from '../context/player-context.ts'
import type { Neighbour } from '../model/lesson.ts'
import { PositionLink } from './PositionLink.tsx'

type Props = {
  courseId: number
  previous: Neighbour | null
  next: Neighbour | null
  linkTo: (target: Neighbour) => string
}

/** Links to the previous and next step below every lesson. */
export const MoveBar = ({ courseId, previous, next, linkTo }: Props) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  return (
    <nav aria-label={t('move.label')} className="mt-10 border-t border-line pt-5">
      <div className="flex items-center justify-between gap-3">
        {previous ? (
          <PositionLink
            to={linkTo(previous)}
            position={previous}
            aria-label={t('move.previousTitle', { title: previous.title })}
            className={buttonClass({ variant: 'secondary' })}
          >
            <ChevronLeft aria-hidden="true" size={18} className="rtl:-scale-x-100" />
            {t('move.previous')}
          </PositionLink>
        ) : (
          <span />
        )}
        {next ? (
          <PositionLink
            to={linkTo(next)}
            position={next}
            aria-label={t('move.nextTitle', { title: next.title })}
            className={buttonClass({ variant: 'secondary' })}
          >
            {t('move.next')}
            <ChevronRight aria-hidden="true" size={18} className="rtl:-scale-x-100" />
          </PositionLink>
        ) : (
          <Link to={player.coursePath(courseId)} className={buttonClass({ variant: 'secondary' })}>
            {t('move.finish')}
          </Link>
        )}
      </div>
      <p className="mt-3 hidden text-sm text-ink-muted pointer-fine:block">{t('move.hint')}</p>
    </nav>
  )
}
