import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { paths } from '#src/core/paths.ts'
import { scriptLanguage } from '#src/shared/lib/text/script-language.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { TypeIcon } from './TypeIcon.tsx'

/** What people can do afterwards: the reason to enrol, so it stands first. */
export const CourseOutcomes = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  if (course.objectives.length === 0) return null
  return (
    <section aria-labelledby="course-outcomes" className="card p-5 sm:p-6">
      <h2 id="course-outcomes" className="text-xl font-semibold text-ink">
        {t('detail.objectives')}
      </h2>
      <CheckList points={course.objectives} className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2" />
    </section>
  )
}

/** Features, requirements, content types, tags and instructors; empty ones are left out. */
export const CourseFacts = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  return (
    <>
      <div className="grid gap-10 empty:hidden sm:grid-cols-2 sm:gap-6">
        <Points title={t('detail.features')} points={course.features} />
        <Points title={t('detail.requirements')} points={course.requirements} />
        <Chips title={t('detail.contentTypes')}>
          {course.content_types.map((type) => (
            <li key={type}>
              <Badge icon={<TypeIcon type={type} size={15} />}>{t(`type.${type}`)}</Badge>
            </li>
          ))}
        </Chips>
        <Chips title={t('detail.tags')}>
          {course.tags.map((tag) => (
            <li key={tag} className="min-w-0 max-w-full">
              <Badge tone="primary">
                <bdi>{tag}</bdi>
              </Badge>
            </li>
          ))}
        </Chips>
      </div>
      <Instructors course={course} />
    </>
  )
}

const Chips = ({ title, children }: { title: string; children: ReactNode[] }) =>
  children.length === 0 ? null : (
    <section>
      <h2 className="text-lg font-semibold text-ink">{title}</h2>
      <ul className="mt-3 flex flex-wrap gap-2">{children}</ul>
    </section>
  )

const Points = ({ title, points }: { title: string; points: readonly string[] }) =>
  points.length === 0 ? null : (
    <section>
      <h2 className="text-lg font-semibold text-ink">{title}</h2>
      <CheckList points={points} className="mt-3 flex flex-col gap-2" />
    </section>
  )

const CheckList = ({ points, className }: { points: readonly string[]; className: string }) => (
  <ul className={className}>
    {points.map((point) => (
      <li key={point} className="flex min-w-0 gap-2.5 text-ink">
        <Check aria-hidden="true" size={18} className="mt-1 shrink-0 text-success-text" />
        <span className="min-w-0">
          <bdi lang={scriptLanguage(point)}>{point}</bdi>
        </span>
      </li>
    ))}
  </ul>
)

/** Course instructors with a link to their profile (spec 2). */
const Instructors = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  if (course.instructors.length === 0) return null
  return (
    <section aria-labelledby="course-instructors">
      <h2 id="course-instructors" className="text-xl font-semibold text-ink">
        {t('detail.instructors', { count: course.instructors.length })}
      </h2>
      <ul className="mt-3 flex flex-col gap-4">
        {course.instructors.map((person) => (
          <li key={person.id} className="flex gap-4">
            <Avatar name={person.name} src={person.picture} size={56} />
            <div className="min-w-0">
              <h3 className="font-semibold text-ink">
                <bdi>{person.name}</bdi>
              </h3>
              <p className="mt-0.5 text-ink-muted">
                <bdi>{person.bio}</bdi>
              </p>
              <Link
                to={paths.instructor(person.id)}
                className="mt-1 inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
              >
                {t('detail.profileLink', { name: person.name })}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
