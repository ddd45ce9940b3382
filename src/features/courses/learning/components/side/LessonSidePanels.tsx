import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SideTab } from './side-context.ts'
import { panelId, tabId, TabList } from './TabList.tsx'

type Props = {
  tabs: readonly SideTab[]
  selected: SideTab
  onSelect: (tab: SideTab) => void
  outline: ReactNode
  questions: ReactNode
  /** Gets the element that the step's notes are rendered into. */
  onNotesPanel: (panel: HTMLElement | null) => void
}

/** Outline, notes and questions as tabs; a single one has its name as a heading. */
export const LessonSidePanels = ({ tabs, selected, onSelect, outline, questions, onNotesPanel }: Props) => {
  const { t } = useTranslation('courses/learning')
  const [hasOpenedQuestions, setOpenedQuestions] = useState(selected === 'questions')
  // Fetched when they are first opened; then kept, with a question that is being written.
  if (selected === 'questions' && !hasOpenedQuestions) setOpenedQuestions(true)
  const hasTabs = tabs.length > 1
  const panel = (tab: SideTab, content: ReactNode) =>
    tabs.includes(tab) && (
      <div
        id={panelId(tab)}
        hidden={tab !== selected}
        className="pt-4"
        {...(hasTabs && { role: 'tabpanel', 'aria-labelledby': tabId(tab) })}
      >
        {content}
      </div>
    )
  return (
    <aside aria-label={t('side.label')} className="lesson-side px-4 pt-4 pb-8 sm:px-8">
      <div className="mx-auto max-w-3xl">
        {hasTabs ? (
          <TabList tabs={tabs} selected={selected} onSelect={onSelect} />
        ) : (
          <h2 className="pt-2 font-semibold text-ink">{t(`side.${selected}`)}</h2>
        )}
        {panel('outline', outline)}
        {panel('notes', <div ref={onNotesPanel} />)}
        {panel('questions', hasOpenedQuestions && questions)}
      </div>
    </aside>
  )
}
