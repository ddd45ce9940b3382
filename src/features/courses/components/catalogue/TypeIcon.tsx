import BookOpen from 'lucide-react/icons/book-open'
import CirclePlay from 'lucide-react/icons/circle-play'
import Code from 'lucide-react/icons/code-xml'
import ListChecks from 'lucide-react/icons/list-checks'
import type { ContentType } from '#contract/courses/shapes.ts'

const ICONS = {
  article: BookOpen,
  video: CirclePlay,
  problems: Code,
  quiz: ListChecks,
  // Shares the video icon: a separate one would enlarge the first bundle.
  scorm: CirclePlay,
} as const

/** The icon of a content type; decorative, because the name is next to it. */
export const TypeIcon = ({ type, size = 18 }: { type: ContentType; size?: number }) => {
  const Icon = ICONS[type]
  return <Icon aria-hidden="true" size={size} className="shrink-0" />
}
