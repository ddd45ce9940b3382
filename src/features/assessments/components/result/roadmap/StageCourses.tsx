import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Roadmap } from '#contract/assessments/results.ts'
import type { Language } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { percentText, said } from '../../../model/labels.ts'

type Course = Roadmap['stages'][number]['courses'][number]
type Props = { courses: readonly Course[]; mainLanguage: Language }

/** Courses as a quiet list. */
export const StageCourses = ({ courses, mainLanguage }: Props) => (
  <ul className="mt-3 flex flex-col divide-y divide-line">
    {courses.map((course) => (
      <StageCourse key={course.course_id} course={course} mainLanguage={mainLanguage} />
    ))}
  </ul>
)

const StageCourse = ({ course, mainLanguage }: { course: Course; mainLanguage: Language }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { reason } = course
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1">
        <h3 className="font-medium text-ink">
          <Link
            to={paths.course(course.course_id)}
            className="after:absolute after:inset-0 after:rounded-lg hover:underline"
          >
            <bdi>{course.title}</bdi>
          </Link>
        </h3>
        {reason && (
          <p className="text-sm text-ink-muted">
            {t('roadmap.reason', {
              percent: percentText(reason.percent, language),
              topic: said(reason.topic.name, language, mainLanguage),
            })}
          </p>
        )}
        {course.enrolled && !course.completed && (
          <Progress
            className="mt-2 max-w-xs"
            size="sm"
            value={course.progress_percent}
            label={t('roadmap.progress', { title: course.title })}
          />
        )}
      </div>
      {course.completed && (
        <Badge tone="success" icon={<CircleCheck aria-hidden="true" size={14} />}>
          {t('roadmap.completed')}
        </Badge>
      )}
    </li>
  )
}
