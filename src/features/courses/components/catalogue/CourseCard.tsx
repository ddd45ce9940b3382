import Clock from 'lucide-react/icons/clock'
import Layers from 'lucide-react/icons/layers'
import Star from 'lucide-react/icons/star'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CourseProgress, CourseSummary } from '#contract/courses/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDuration, formatNumber } from '#src/shared/lib/format.ts'
import { scriptLanguage } from '#src/shared/lib/text/script-language.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { difficultyKey } from './labels.ts'
import { SeatBadge } from '../enrolment/SeatBadge.tsx'
import { StateBadge } from './StateBadge.tsx'

type Props = {
  course: CourseSummary
  progress?: CourseProgress | undefined
  headingLevel?: 'h2' | 'h3'
  /** Content at the end of the card, such as why it is recommended. */
  footer?: ReactNode
}

/** One course of the catalogue. The whole card is a link to the course, named by its title. */
export const CourseCard = memo(function CourseCard(props: Props) {
  const { course, progress, headingLevel: Heading = 'h2', footer } = props
  const { t } = useTranslation('courses')
  return (
    <li className="group/card card card-link flex flex-col">
      <div className="overflow-hidden">
        <CourseCover
          title={course.title}
          src={course.cover_url}
          className="transition-transform duration-250 ease-out group-hover/card:scale-104"
        />
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex flex-wrap gap-1.5">
          <Badge tone={course.price === 'free' ? 'success' : 'primary'}>{t(`price.${course.price}`)}</Badge>
          <Badge>{t(difficultyKey(course.difficulty))}</Badge>
          {progress ? <StateBadge state={progress.state} /> : <SeatBadge course={course} />}
        </div>
        <div>
          <Heading className="text-lg font-semibold text-ink">
            <Link
              to={paths.course(course.id)}
              className="outline-none after:absolute after:inset-0 group-hover/card:text-primary-text"
            >
              <bdi lang={course.language}>{course.title}</bdi>
            </Link>
          </Heading>
          <p
            dir="auto"
            lang={scriptLanguage(course.description)}
            className="mt-1 line-clamp-2 text-sm text-ink-muted"
          >
            {course.description}
          </p>
        </div>
        <p className="truncate text-sm text-ink-muted">
          {t('facts.instructor', { name: course.instructor })}
        </p>
        <div className="mt-auto">
          {progress ? <CardProgress progress={progress} /> : <CardFacts course={course} />}
        </div>
      </div>
      {footer}
    </li>
  )
})

const CardFacts = ({ course }: { course: CourseSummary }) => {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  const rating = formatNumber(course.rating, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-muted">
      <li className="flex items-center gap-1.5">
        <Clock aria-hidden="true" size={15} />
        {formatDuration(course.duration_minutes, language)}
      </li>
      <li className="flex items-center gap-1.5">
        <Layers aria-hidden="true" size={15} />
        {t('facts.lessons', { count: course.lessons })}
      </li>
      {course.rating > 0 && (
        <li className="flex items-center gap-1.5 tabular-nums">
          <Star aria-hidden="true" size={15} className="fill-decor-gold stroke-decor-gold-edge" />
          <span aria-hidden="true">{rating}</span>
          <span className="sr-only">{t('facts.rating', { rating })}</span>
          <span aria-hidden="true">({formatNumber(course.ratings, language)})</span>
        </li>
      )}
    </ul>
  )
}

const CardProgress = ({ progress }: { progress: CourseProgress }) => {
  const { t } = useTranslation('courses')
  const text = t('facts.progress', { percent: progress.percent })
  return (
    <div className="flex items-center gap-3">
      <Progress
        value={progress.percent}
        label={text}
        tone={progress.state === 'completed' ? 'success' : 'primary'}
        size="sm"
        className="flex-1"
      />
      <span aria-hidden="true" className="text-sm tabular-nums text-ink-muted">
        {text}
      </span>
    </div>
  )
}

/** The grid of the catalogue and of its skeleton. */
export const COURSE_GRID = 'grid gap-4 sm:grid-cols-2 sm:gap-6 xl:grid-cols-3'

export const CourseCardSkeletons = ({ count }: { count: number }) => (
  <div className={COURSE_GRID}>
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="card overflow-hidden">
        <Skeleton className="aspect-video w-full rounded-none" />
        <div className="p-4">
          <SkeletonText lines={5} />
        </div>
      </div>
    ))}
  </div>
)
