import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Recommendation } from '#contract/courses/catalogue.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { difficultyKey } from '../catalogue/labels.ts'
import { Reason } from '../catalogue/Reason.tsx'
import { TILE } from './ScrollRow.tsx'

/** A recommended course in a row. */
export const RecommendedTile = ({ course, reason }: Recommendation) => {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  return (
    <li className={cx(TILE, 'card-link')}>
      <CourseCover title={course.title} src={course.cover_url} className="!aspect-[5/2]" />
      <div className="flex flex-1 flex-col gap-1 p-3">
        <h3 className="line-clamp-2 min-h-[2lh] font-semibold leading-snug text-ink">
          <Link to={paths.course(course.id)} className="after:absolute after:inset-0 after:rounded-xl">
            <bdi lang={course.language}>{course.title}</bdi>
          </Link>
        </h3>
        <p className="truncate text-sm text-ink-muted">
          {t(difficultyKey(course.difficulty))} · {formatDuration(course.duration_minutes, language)}
        </p>
        <div className="mt-2 min-h-[2lh] text-sm">
          <Reason reason={reason} isPlain />
        </div>
      </div>
    </li>
  )
}
