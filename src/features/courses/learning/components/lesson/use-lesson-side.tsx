import { useMemo, useState } from 'react'
import type { TopicItem } from '#contract/courses/topic-page.ts'
import { EXTRA_LARGE, useMediaQuery } from '#src/shared/lib/hooks/use-media-query.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { Outline } from '../Outline.tsx'
import { LessonSidePanels } from '../side/LessonSidePanels.tsx'
import type { SideTab } from '../side/side-context.ts'
import { isCodeProblem, type LessonProps } from './lesson-props.ts'

/** What is beside the lesson on a wide screen and below it on others. */
export const useLessonSide = (props: LessonProps, shown: TopicItem | null) => {
  const { courseId, page, outline, questions, tab, onTab } = props
  const player = usePlayerContext()
  const [notesPanel, setNotesPanel] = useState<HTMLElement | null>(null)
  const isOutlineBeside = useMediaQuery(EXTRA_LARGE) && !isCodeProblem(shown)
  const hasNotes = (shown?.type === 'article' || shown?.type === 'video') && player.hasNotes
  const tabs: SideTab[] = [
    ...(isOutlineBeside ? (['outline'] as const) : []),
    ...(hasNotes ? (['notes'] as const) : []),
    ...(questions ? (['questions'] as const) : []),
  ]
  const selected = tab !== null && tabs.includes(tab) ? tab : tabs[0]
  const context = useMemo(() => ({ notesPanel, openTab: onTab }), [notesPanel, onTab])
  const currentId = shown?.id ?? null
  const panels = selected && (
    <LessonSidePanels
      tabs={tabs}
      selected={selected}
      onSelect={onTab}
      outline={<Outline outline={outline} page={page} currentId={currentId} />}
      questions={questions?.({ courseId, topicId: page.topic.id, itemId: currentId })}
      onNotesPanel={setNotesPanel}
    />
  )
  return { context, isOutlineBeside, panels }
}
