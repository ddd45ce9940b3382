import type { DraftItem, DraftSection, DraftTopic } from '#contract/course-builder/draft.ts'
import type { findNode } from '#contract/course-builder/draft-operations.ts'
import { ItemEditor } from './ItemEditor.tsx'
import { SectionEditor } from './SectionEditor.tsx'
import { TopicEditor } from './TopicEditor.tsx'

/** The form of the node selected in the outline. */
export const NodeEditor = ({ selected }: { selected: NonNullable<ReturnType<typeof findNode>> }) => {
  if (selected.kind === 'section') return <SectionEditor section={selected.node as DraftSection} />
  if (selected.kind === 'topic') return <TopicEditor topic={selected.node as DraftTopic} />
  return <ItemEditor item={selected.node as DraftItem} />
}
