import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { paths } from '#src/core/paths.ts'
import { scriptLanguage } from '#src/shared/lib/text/script-language.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { TypeIcon } from './TypeIcon.tsx'

/** Objectives, features, requirements, tags, content types and instructors; empty ones are left out. */
export const CourseFacts = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  return (
    <>
      <BulletList title={t('detail.objectives')} points={course.objectives} columns />
      <BulletList title={t('detail.features')} points={course.features} />
      <BulletList title={t('detail.requirements')} points={course.requirements} />
      {course.content_types.length > 0 && (
        <section>
          <h2 className="text-xl font-semibold text-ink">{t('detail.contentTypes')}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {course.content_types.map((type) => (
              <li key={type}>
                <Badge icon={<TypeIcon type={type} size={15} />}>{t(`type.${type}`)}</Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
      {course.tags.length > 0 && (
        <section>
          <h2 className="text-xl font-semibold text-ink">{t('detail.tags')}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {course.tags.map((tag) => (
              <li key={tag} className="min-w-0 max-w-full">
                <Badge tone="primary">
                  <bdi>{tag}</bdi>
                </Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Instructors course={course} />
    </>
  )
}

const BulletList = ({
  title,
  points,
  columns,
}: {
  title: string
  points: readonly string[]
  columns?: true
}) =>
  points.length === 0 ? null : (
    <section>
      <h2 className="text-xl font-semibold text-ink">{title}</h2>
      <ul className={columns ? 'mt-3 grid gap-2 sm:grid-cols-2' : 'mt-3 flex flex-col gap-2'}>
        {points.map((point) => (
          <li key={point} className="flex min-w-0 gap-2.5 text-ink">
            <Check aria-hidden="true" size={18} className="mt-1 shrink-0 text-success-text" />
            <span dir="auto" lang={scriptLanguage(point)} className="min-w-0">
              {point}
            </span>
          </li>
        ))}
      </ul>
    </section>
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
            <Avatar name={person.name} src={person.picture} size={48} />
            <div className="min-w-0">
              <h3 className="font-semibold text-ink">
                <bdi>{person.name}</bdi>
              </h3>
              <p dir="auto" className="mt-0.5 text-ink-muted">
                {person.bio}
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
