import ListTree from 'lucide-react/icons/list-tree'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { usePlayerContext } from '../context/player-context.ts'
import type { CourseOutline } from '../model/lesson.ts'
import { SaveBadge } from './SaveBadge.tsx'
import { OutlineSheet } from './OutlineSheet.tsx'

type Props = { courseId: number; page: TopicPage; outline: CourseOutline | null; currentId: number | null }

/** Section, topic, course progress, save state, and the button that opens the outline. */
export const PlayerHeader = ({ courseId, page, outline, currentId }: Props) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  const [isOutlineOpen, setOutlineOpen] = useState(false)
  return (
    <header className="mx-auto mb-6 max-w-3xl">
      <div className="flex items-center justify-between gap-x-4">
        <BackLink to={player.coursePath(courseId)}>
          <span className="sr-only">{t('page.back')}:</span>
          <bdi>{page.course.title}</bdi>
        </BackLink>
        <div className="flex shrink-0 items-center gap-3">
          {!player.isPreview && !player.isReadOnly && <SaveBadge />}
          <Button
            size="sm"
            variant="secondary"
            aria-expanded={isOutlineOpen}
            icon={<ListTree aria-hidden="true" size={18} />}
            className="xl:hidden"
            onClick={() => setOutlineOpen(true)}
          >
            {t('page.outline')}
          </Button>
        </div>
      </div>
      <p dir="auto" className="mt-3 text-sm text-ink-muted">
        {page.section_title}
      </p>
      <h1
        dir="auto"
        lang={page.topic.language}
        tabIndex={-1}
        className="mt-0.5 text-2xl font-bold tracking-tight text-ink sm:text-3xl"
      >
        {page.topic.title}
      </h1>
      <Progress
        value={page.course.percent}
        label={t('page.courseProgress', { percent: page.course.percent })}
        size="sm"
        className="mt-4 xl:hidden"
      />
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
