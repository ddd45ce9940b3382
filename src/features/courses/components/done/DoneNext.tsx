import { useTranslation } from 'react-i18next'
import type { Completion } from '#contract/courses/completion.ts'
import { CourseCard } from '../catalogue/CourseCard.tsx'
import { Reason } from '../catalogue/Reason.tsx'

/** One course to go on with. */
export const DoneNext = ({ next }: { next: NonNullable<Completion['next']> }) => {
  const { t } = useTranslation('courses/done')
  return (
    <section aria-labelledby="done-next">
      <h2 id="done-next" className="text-xl font-semibold text-ink">
        {t('next')}
      </h2>
      <ul className="mt-4 max-w-sm">
        <CourseCard course={next.course} headingLevel="h3" footer={<Reason reason={next.reason} />} />
      </ul>
    </section>
  )
}
