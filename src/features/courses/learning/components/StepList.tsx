import { useTranslation } from 'react-i18next'
import type { TopicItem } from '#contract/courses/topic-page.ts'
import { cx } from '#src/shared/lib/cx.ts'
import type { Neighbour } from '../model/lesson.ts'
import { PositionLink } from './PositionLink.tsx'
import { StepIcon } from './StepIcon.tsx'

type Props = {
  topicId: number
  items: readonly TopicItem[]
  currentId: number
  linkTo: (target: Neighbour) => string
}

/** The steps of a topic; hidden for a single step. */
export const StepList = ({ topicId, items, currentId, linkTo }: Props) => {
  const { t } = useTranslation('courses/learning')
  if (items.length < 2) return null
  return (
    <nav aria-label={t('steps.label')} className="mb-6">
      <ol className="flex flex-wrap gap-2">
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            <PositionLink
              to={linkTo({ topicId, itemId: item.id, title: item.title })}
              position={{ topicId, itemId: item.id }}
              aria-current={item.id === currentId ? 'step' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-2 rounded-lg border px-3 text-sm font-medium',
                item.id === currentId
                  ? 'border-primary bg-primary-soft text-primary-text'
                  : 'border-line bg-surface-raised text-ink hover:border-line-strong',
              )}
            >
              <StepIcon type={item.type === 'problem' ? 'problems' : item.type} state={item.state} />
              <span className="flex min-w-0">
                <bdi lang={item.language} className="truncate">
                  {item.title}
                </bdi>
              </span>
            </PositionLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
