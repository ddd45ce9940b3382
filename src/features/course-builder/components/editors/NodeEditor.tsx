import type { DraftItem, DraftSection, DraftTopic } from '#contract/course-builder/draft.ts'
import type { findNode } from '#contract/course-builder/draft-operations.ts'
import { ItemEditor } from './ItemEditor.tsx'
import { SectionEditor } from './SectionEditor.tsx'
import { TopicEditor } from './TopicEditor.tsx'

/** The form of whatever is chosen in the outline. */
export const NodeEditor = ({ found }: { found: NonNullable<ReturnType<typeof findNode>> }) => {
  if (found.kind === 'section') return <SectionEditor section={found.node as DraftSection} />
  if (found.kind === 'topic') return <TopicEditor topic={found.node as DraftTopic} />
  return <ItemEditor item={found.node as DraftItem} />
}
