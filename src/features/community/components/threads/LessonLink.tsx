import BookOpen from 'lucide-react/icons/book-open'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import type { Lesson } from '../../model/posts.ts'

/** A link back to the step of the lesson that the question is about. */
export const LessonLink = ({ lesson }: { lesson: Lesson }) => {
  const { t } = useTranslation('community')
  const step = lesson.item_id === null ? '' : `?item=${lesson.item_id}`
  return (
    <Link
      to={`${paths.topic(lesson.course_id, lesson.topic_id)}${step}`}
      className="mt-3 inline-flex min-h-9 max-w-full items-center gap-2 rounded-lg border border-line px-3 py-1 text-sm hover:bg-surface-sunken pointer-coarse:min-h-11"
    >
      <BookOpen aria-hidden="true" size={16} className="shrink-0 text-primary-text rtl:-scale-x-100" />
      <span className="min-w-0">
        <span className="sr-only">{t('lesson.about')}</span>{' '}
        <bdi className="font-medium">{lesson.topic_title}</bdi>
        <span className="text-ink-muted">
          {' · '}
          <bdi>{lesson.course_title}</bdi>
        </span>
      </span>
    </Link>
  )
}
