import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Roadmap } from '#contract/assessments/results.ts'
import type { Language } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { percentText, said } from '../../../model/labels.ts'

type Course = Roadmap['stages'][number]['courses'][number]

/** The course to take now, as a large card with the page's primary action. */
export const NextCourse = ({ course, mainLanguage }: { course: Course; mainLanguage: Language }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { reason } = course
  const action = t(course.enrolled && course.progress_percent > 0 ? 'roadmap.continue' : 'roadmap.open')
  return (
    <article className="card relative mt-4 overflow-hidden transition-colors hover:border-line-strong sm:flex">
      <CourseCover
        title={course.title}
        src={course.cover}
        className="sm:aspect-auto sm:w-56 sm:shrink-0 sm:self-stretch"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-3 p-4 sm:p-6">
        <h3 className="text-xl font-semibold text-ink">
          <bdi>{course.title}</bdi>
        </h3>
        {reason && (
          <p className="text-ink-muted">
            {t('roadmap.because', {
              percent: percentText(reason.percent, language),
              topic: said(reason.topic.name, language, mainLanguage),
            })}
          </p>
        )}
        {course.enrolled && (
          <Progress value={course.progress_percent} label={t('roadmap.progress', { title: course.title })} />
        )}
        <Link
          to={paths.course(course.course_id)}
          aria-label={`${action}: ${course.title}`}
          className={buttonClass({ className: 'after:absolute after:inset-0 sm:self-start' })}
        >
          {action}
        </Link>
      </div>
    </article>
  )
}
