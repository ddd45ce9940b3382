import BookOpen from 'lucide-react/icons/book-open'
import CirclePlay from 'lucide-react/icons/circle-play'
import Code from 'lucide-react/icons/code-xml'
import ListChecks from 'lucide-react/icons/list-checks'
import Package from 'lucide-react/icons/package'
import type { ItemKind } from '#contract/course-builder/draft.ts'

const ICONS = {
  article: BookOpen,
  video: CirclePlay,
  quiz: ListChecks,
  problem: Code,
  scorm: Package,
} as const

/** The sign of an item's type; its name stands beside it or is said by its control. */
export const ItemSign = ({ type, size = 18 }: { type: ItemKind; size?: number }) => {
  const Icon = ICONS[type]
  return <Icon aria-hidden="true" size={size} className="shrink-0 text-ink-muted" />
}
