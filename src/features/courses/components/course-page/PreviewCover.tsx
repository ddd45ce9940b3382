import Play from 'lucide-react/icons/play'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { findPreviewItem } from '../../model/next-item.ts'
import { itemPath } from '../enrolment/use-course-action.ts'

/** The cover; before enrolling, a touch on it opens the free preview. */
export const PreviewCover = ({ course }: { course: CourseDetail }) => {
  const cover = <CourseCover title={course.title} src={course.cover_url} alt={course.cover_alt} />
  const item = course.progress ? null : findPreviewItem(course.sections)
  if (!item) return cover
  return (
    <div className="group relative overflow-hidden">
      {cover}
      <PlayOverlay to={itemPath(course.id, item)} />
    </div>
  )
}

/** The panel has the same link for the keyboard and screen readers. */
const PlayOverlay = ({ to }: { to: string }) => {
  const { t } = useTranslation('courses')
  return (
    <Link
      to={to}
      tabIndex={-1}
      aria-hidden="true"
      className="absolute inset-0 flex flex-col items-center justify-center gap-2"
    >
      <span className="flex size-14 items-center justify-center rounded-full bg-surface-raised text-primary-text shadow-float transition-transform duration-200 group-hover:scale-110">
        <Play size={26} className="ms-1 fill-current rtl:ms-0 rtl:me-1" />
      </span>
      <span className="rounded-full bg-surface-raised px-3 py-1 text-sm font-semibold text-ink shadow-float">
        {t('detail.freePreview')}
      </span>
    </Link>
  )
}
