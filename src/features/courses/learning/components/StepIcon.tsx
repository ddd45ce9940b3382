import BookOpen from 'lucide-react/icons/book-open'
import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePlay from 'lucide-react/icons/circle-play'
import Code from 'lucide-react/icons/code-xml'
import ListChecks from 'lucide-react/icons/list-checks'
import Lock from 'lucide-react/icons/lock'
import Package from 'lucide-react/icons/package'
import { useTranslation } from 'react-i18next'
import type { ContentType, ProgressState } from '#contract/courses/shapes.ts'

const ICONS = {
  article: BookOpen,
  video: CirclePlay,
  problems: Code,
  quiz: ListChecks,
  scorm: Package,
} as const

/** The icon of an item's type, or of its status when completed or locked; screen readers get both as text. */
export const StepIcon = ({ type, state }: { type: ContentType; state: ProgressState }) => {
  const { t } = useTranslation('courses/learning')
  const Icon = state === 'completed' ? CircleCheck : state === 'locked' ? Lock : ICONS[type]
  return (
    <span className={state === 'completed' ? 'text-success-text' : undefined}>
      <Icon aria-hidden="true" size={18} />
      <span className="sr-only">
        {t(`type.${type}`)}, {t(`state.${state}`)}:
      </span>
    </span>
  )
}
