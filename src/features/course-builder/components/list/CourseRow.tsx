import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { BuilderCourse } from '#contract/course-builder/course-builder.ts'
import { cut } from '#contract/text/truncate.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { paths } from '#src/core/paths.ts'
import { formatRelative } from '#src/shared/lib/format.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { Menu, type MenuItem } from '#src/shared/ui/overlays/Menu.tsx'
import { useCourseState, useDuplicateCourse } from '../../api/course.mutations.ts'
import { StatusBadge } from '../StatusBadge.tsx'

/** One course: a row on wide screens, a card on phones. */
export const CourseRow = ({ course, now }: { course: BuilderCourse; now: number }) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const items = useCourseMenu(course)
  return (
    <article
      aria-labelledby={`course-${course.id}`}
      className="card flex items-start gap-3 p-3 sm:items-center sm:gap-4 sm:p-4"
    >
      {/* The narrowest phones need the room for text. */}
      <div className="w-20 shrink-0 overflow-hidden rounded-lg max-[22rem]:hidden sm:w-28">
        <CourseCover title={course.title} src={course.cover_url} />
      </div>
      <div className="min-w-0 flex-1">
        <h2 id={`course-${course.id}`} className="font-semibold break-words">
          <Link to={adminPaths.course(course.id)} className="hover:underline">
            <bdi>{course.title || t('outline.untitled')}</bdi>
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
          <StatusBadge status={course.status} />
          <span>{t('list.topics', { count: course.topics })}</span>
          <span>{t('list.students', { count: course.students })}</span>
          {course.instructors.length > 0 && (
            <bdi className="max-sm:hidden">{course.instructors.join(', ')}</bdi>
          )}
        </p>
        <p className="mt-1 text-sm text-ink-muted">
          {course.saved_by
            ? t('list.savedBy', {
                when: formatRelative(course.saved_at, language, now),
                name: course.saved_by.name,
              })
            : t('list.saved', { when: formatRelative(course.saved_at, language, now) })}
        </p>
      </div>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('outline.menu', { name: course.title || t('outline.untitled') })}
            className={iconButtonClass()}
          >
            <EllipsisVertical aria-hidden="true" size={20} />
          </button>
        }
        items={items}
      />
    </article>
  )
}

const useCourseMenu = (course: BuilderCourse): MenuItem[] => {
  const { t } = useTranslation('course-builder')
  const navigate = useNavigate()
  const duplicate = useDuplicateCourse()
  const changeState = useCourseState()
  const isPublished = course.status === 'published' || course.status === 'changed'
  const isArchived = course.status === 'archived'
  return [
    ...(isPublished
      ? [
          {
            id: 'view',
            label: t('list.view'),
            icon: <Eye aria-hidden="true" size={18} />,
            onSelect: () => void navigate(paths.course(course.id)),
          },
        ]
      : []),
    {
      id: 'duplicate',
      label: t('list.duplicate'),
      icon: <Copy aria-hidden="true" size={18} />,
      disabled: duplicate.isPending,
      onSelect: () =>
        duplicate.mutate(
          {
            courseId: course.id,
            key: crypto.randomUUID(),
            title: cut(t('list.copyTitle', { title: course.title }), 200),
          },
          { onSuccess: ({ course_id: id }) => void navigate(adminPaths.course(id)) },
        ),
    },
    ...(isPublished
      ? [
          {
            id: 'unpublish',
            label: t('list.unpublish'),
            icon: <EyeOff aria-hidden="true" size={18} />,
            onSelect: () => changeState.mutate({ courseId: course.id, action: 'unpublish' }),
          },
        ]
      : []),
    {
      id: 'archive',
      label: t(isArchived ? 'list.restore' : 'list.archive'),
      icon: isArchived ? (
        <ArchiveRestore aria-hidden="true" size={18} />
      ) : (
        <Archive aria-hidden="true" size={18} />
      ),
      onSelect: () => changeState.mutate({ courseId: course.id, action: isArchived ? 'restore' : 'archive' }),
    },
  ]
}
