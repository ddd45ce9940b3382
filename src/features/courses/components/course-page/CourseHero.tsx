import Clock from 'lucide-react/icons/clock'
import Layers from 'lucide-react/icons/layers'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDuration, formatNumber } from '#src/shared/lib/format.ts'
import { scriptLanguage } from '#src/shared/lib/text/script-language.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { FallbackNote } from '#src/shared/ui/feedback/FallbackNote.tsx'
import { difficultyKey } from '../catalogue/labels.ts'
import { StateBadge } from '../catalogue/StateBadge.tsx'
import { LiveSeatBadge } from '../enrolment/LiveSeatBadge.tsx'
import { SeatBadge } from '../enrolment/SeatBadge.tsx'
import { Stars } from '../reviews/Stars.tsx'

/** Title, promise, rating, instructors and the one count of lessons and time. */
export const CourseHero = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  return (
    <header className="flex flex-col gap-3 sm:gap-4">
      <div className="flex flex-wrap gap-1.5">
        <Badge tone={course.price === 'free' ? 'success' : 'primary'} className={ON_TINT}>
          {t(`price.${course.price}`)}
        </Badge>
        <Badge className={ON_TINT}>{t(difficultyKey(course.difficulty))}</Badge>
        {course.progress ? <StateBadge state={course.progress.state} /> : <Seats course={course} />}
      </div>
      <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight text-ink sm:text-4xl">
        <bdi lang={course.language}>{course.title}</bdi>
      </h1>
      <p className="max-w-reading text-ink sm:text-lg">
        <bdi lang={scriptLanguage(course.description)}>{course.description}</bdi>
      </p>
      <FallbackNote
        written={course.language}
        reads={language}
        text={(name) => t('detail.shownIn', { language: name })}
      />
      <Rating course={course} />
      <Instructors course={course} />
      <Facts course={course} />
    </header>
  )
}

/** Readable on the hero's tint in every theme. */
const ON_TINT = 'bg-surface-raised!'

const Seats = ({ course }: { course: CourseDetail }) =>
  course.seats_left === null ? <SeatBadge course={course} /> : <LiveSeatBadge course={course} />

const Rating = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation(['courses', 'courses/catalogue'])
  const language = useLanguage()
  if (course.rating === 0) return null
  const rating = formatNumber(course.rating, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <p className="-my-2.5 flex flex-wrap items-center gap-x-2 text-sm text-ink sm:my-0">
      <span aria-hidden="true" className="font-bold tabular-nums">
        {rating}
      </span>
      <Stars stars={course.rating} />
      <a
        href="#course-reviews"
        className="inline-flex min-h-11 items-center text-primary-text underline sm:min-h-6"
      >
        {t('reviews.ratings', { ns: 'courses/catalogue', count: course.ratings })}
      </a>
    </p>
  )
}

const Instructors = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  if (course.instructors.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {course.instructors.map((person) => (
        <li key={person.id}>
          <Link
            to={paths.instructor(person.id)}
            aria-label={t('detail.profileLink', { name: person.name })}
            className="group inline-flex min-h-11 items-center gap-2.5 font-medium text-ink"
          >
            <Avatar name={person.name} src={person.picture} size={40} />
            <bdi className="group-hover:underline">{person.name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const Facts = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  return (
    <ul aria-label={t('detail.summary')} className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-muted">
      <Fact icon={<Layers aria-hidden="true" size={16} />}>
        {t('facts.lessons', { count: course.lessons })}
      </Fact>
      <Fact icon={<Clock aria-hidden="true" size={16} />}>
        {formatDuration(course.duration_minutes, language)}
      </Fact>
      {course.students > 0 && (
        <Fact icon={<Users aria-hidden="true" size={16} />}>
          {t('facts.students', { count: course.students })}
        </Fact>
      )}
    </ul>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    {icon}
    {children}
  </li>
)
