import Check from 'lucide-react/icons/check'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { cx } from '#src/shared/lib/cx.ts'
import type { Neighbour } from '../../model/lesson.ts'
import { CompletedNote } from './CompletedNote.tsx'
import { usePageTurn } from '../page-turn-context.ts'
import { PositionLink } from '../PositionLink.tsx'

type Props = {
  page: TopicPage
  shown: TopicItem | null
  /** True once the shown step was completed in this visit. */
  isCompletedHere: boolean
  previous: Neighbour | null
  next: Neighbour | null
  linkTo: (target: Neighbour) => string
  /** The classes of the lesson's width, so that both align. */
  width: string
  onComplete: (itemId: number) => void
}

/** Stays at the bottom of the screen: progress, the previous step, and the one action that leads on. */
export const LessonFooter = (props: Props) => {
  const { t } = useTranslation('courses/learning')
  const { page, shown, isCompletedHere, previous, next, linkTo, width, onComplete } = props
  const { isReadOnly } = usePlayerContext()
  const turnTo = usePageTurn()
  const canComplete = shown?.type === 'article' && shown.state !== 'completed' && !isReadOnly
  const complete = () => {
    if (!shown) return
    onComplete(shown.id)
    if (next) turnTo(linkTo(next), next)
  }
  return (
    <footer className="lesson-footer">
      <ProgressLine page={page} />
      <div className="px-4 py-2.5 sm:px-8">
        <nav
          aria-label={t('move.label')}
          className={cx('flex flex-wrap items-center justify-end gap-x-3 gap-y-2', width)}
        >
          {isCompletedHere ? (
            <CompletedNote
              isCourseCompleted={page.course.percent === 100}
              canAutoAdvance={shown?.type === 'article' || shown?.type === 'video'}
              next={next}
              linkTo={linkTo}
            />
          ) : (
            <Position page={page} shown={shown} />
          )}
          {previous && <PreviousLink previous={previous} linkTo={linkTo} />}
          {canComplete ? (
            <>
              <Button
                className="grow sm:grow-0"
                icon={<Check aria-hidden="true" size={18} />}
                onClick={complete}
              >
                {t(next ? 'move.complete' : 'article.complete')}
              </Button>
              {next && <SkipLink next={next} linkTo={linkTo} />}
            </>
          ) : (
            <Onward {...props} />
          )}
        </nav>
      </div>
    </footer>
  )
}

/** The course's progress along the upper edge of the bar. */
const ProgressLine = ({ page }: { page: TopicPage }) => {
  const { t } = useTranslation('courses/learning')
  const { percent } = page.course
  return (
    <div
      role="progressbar"
      aria-label={t('page.courseProgress', { percent })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="lesson-progress"
    >
      <div style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  )
}

const Position = ({ page, shown }: Pick<Props, 'page' | 'shown'>) => {
  const { t } = useTranslation('courses/learning')
  const index = page.items.findIndex(({ id }) => id === shown?.id)
  return (
    <p className="hidden min-w-0 flex-1 text-sm text-ink-muted tabular-nums sm:block">
      {page.items.length > 1 && index >= 0 && (
        <span className="block font-medium text-ink">
          {t('steps.position', { index: index + 1, total: page.items.length })}
        </span>
      )}
      <span aria-hidden="true">{t('page.courseProgress', { percent: page.course.percent })}</span>
    </p>
  )
}

/** The way on from a step without an action of its own here: primary when nothing is left to do in it. */
const Onward = ({ page, shown, isCompletedHere, next, linkTo }: Props) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  const isOpen = shown !== null && shown.state !== 'completed' && !player.isReadOnly
  const className = buttonClass({
    variant: isOpen ? 'secondary' : 'primary',
    className: 'min-w-0 grow sm:max-w-72 sm:grow-0',
  })
  const isCourseDone = page.course.percent === 100 && !player.isReadOnly && !player.isPreview
  if (isCourseDone && (!next || isCompletedHere))
    return (
      <Link to={paths.courseDone(page.course.id)} className={className}>
        {t('move.courseResult')}
      </Link>
    )
  if (!next)
    return (
      <Link to={player.coursePath(page.course.id)} className={className}>
        {t('move.finish')}
      </Link>
    )
  return (
    <PositionLink
      to={linkTo(next)}
      position={next}
      aria-label={t('move.nextTitle', { title: next.title })}
      className={className}
    >
      <bdi className="truncate">
        {isCompletedHere ? t('move.nextTitle', { title: next.title }) : t('move.next')}
      </bdi>
      <ChevronRight aria-hidden="true" size={18} className="shrink-0 rtl:-scale-x-100" />
    </PositionLink>
  )
}

type LinkProps = { to: Neighbour; label: string; linkTo: Props['linkTo']; children: ReactNode }

const StepLink = ({ to, label, linkTo, children }: LinkProps) => (
  <PositionLink
    to={linkTo(to)}
    position={to}
    aria-label={label}
    title={label}
    className="grid size-11 shrink-0 place-items-center rounded-lg border border-line-strong text-ink hover:bg-surface-sunken"
  >
    {children}
  </PositionLink>
)

const PreviousLink = ({ previous, linkTo }: { previous: Neighbour; linkTo: Props['linkTo'] }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <StepLink to={previous} label={t('move.previousTitle', { title: previous.title })} linkTo={linkTo}>
      <ChevronLeft aria-hidden="true" size={22} className="rtl:-scale-x-100" />
    </StepLink>
  )
}

/** The next step without completing this one. */
const SkipLink = ({ next, linkTo }: { next: Neighbour; linkTo: Props['linkTo'] }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <StepLink to={next} label={t('move.nextTitle', { title: next.title })} linkTo={linkTo}>
      <ChevronRight aria-hidden="true" size={22} className="rtl:-scale-x-100" />
    </StepLink>
  )
}
