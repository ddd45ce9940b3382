import ListTree from 'lucide-react/icons/list-tree'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { usePlayerContext } from '../context/player-context.ts'
import type { CourseOutline } from '../model/lesson.ts'
import { SaveBadge } from './SaveBadge.tsx'
import { OutlineSheet } from './OutlineSheet.tsx'

type Props = {
  courseId: number
  page: TopicPage
  outline: CourseOutline | null
  currentId: number | null
  /** True when the outline is beside the lesson. */
  isOutlineBeside: boolean
}

/** The way back to the course, save state, section and topic, and the button that opens the outline. */
export const PlayerHeader = ({ courseId, page, outline, currentId, isOutlineBeside }: Props) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  const [isOutlineOpen, setOutlineOpen] = useState(false)
  return (
    <header className="mb-4">
      <div className="flex items-center justify-between gap-x-4">
        <BackLink to={player.coursePath(courseId)}>
          <span className="sr-only">{t('page.back')}:</span>
          <bdi className="block truncate">{page.course.title}</bdi>
        </BackLink>
        <div className="flex shrink-0 items-center gap-3">
          {!player.isPreview && !player.isReadOnly && <SaveBadge />}
          {!isOutlineBeside && (
            <Button
              size="sm"
              variant="secondary"
              aria-expanded={isOutlineOpen}
              icon={<ListTree aria-hidden="true" size={18} />}
              onClick={() => setOutlineOpen(true)}
            >
              {t('page.outline')}
            </Button>
          )}
        </div>
      </div>
      <p className="mt-2 text-sm text-ink-muted">
        <bdi>{page.section_title}</bdi>
        <span aria-hidden="true"> · </span>
        <bdi id="topic-title" lang={page.topic.language} className="font-medium text-ink">
          {page.topic.title}
        </bdi>
      </p>
      {isOutlineOpen && (
        <OutlineSheet
          outline={outline}
          page={page}
          currentId={currentId}
          onClose={() => setOutlineOpen(false)}
        />
      )}
    </header>
  )
}
