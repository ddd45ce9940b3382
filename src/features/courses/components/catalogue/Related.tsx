import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { relatedQuery } from '../../api/catalogue.queries.ts'
import { CourseCard } from './CourseCard.tsx'
import { Reason } from './Reason.tsx'

/** Related courses with their reasons; nothing is shown when there are none. */
export const Related = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('courses/catalogue')
  const related = useQuery(relatedQuery(courseId))
  if (!related.data || related.data.length === 0) return null
  return (
    <section aria-labelledby="course-related">
      <h2 id="course-related" className="text-xl font-semibold text-ink">
        {t('related.title')}
      </h2>
      <ul className="mt-4 grid grid-cols-1 gap-4 sm:grid-cols-2">
        {related.data.map(({ course, reason }) => (
          <CourseCard key={course.id} course={course} headingLevel="h3" footer={<Reason reason={reason} />} />
        ))}
      </ul>
    </section>
  )
}
