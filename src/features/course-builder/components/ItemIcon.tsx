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

/** The icon of an item's type. It is hidden from screen readers because its label is next to it. */
export const ItemIcon = ({ type, size = 18 }: { type: ItemKind; size?: number }) => {
  const Icon = ICONS[type]
  return <Icon aria-hidden="true" size={size} className="shrink-0 text-ink-muted" />
}
