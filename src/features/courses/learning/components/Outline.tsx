import NotebookPen from 'lucide-react/icons/notebook-pen'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OutlineTopic } from '#contract/courses/outline.ts'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { useGrowing } from '#src/shared/lib/hooks/use-growing.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { usePlayerContext } from '../context/player-context.ts'
import type { CourseOutline } from '../model/lesson.ts'
import { PositionLink } from './PositionLink.tsx'
import { CourseSearch } from './search/CourseSearch.tsx'
import { StepIcon } from './StepIcon.tsx'

type Props = {
  outline: CourseOutline | null
  page: TopicPage
  currentId: number | null
  onNavigate?: () => void
}

/** The outline of the whole course next to the lesson; completions show immediately. */
export const Outline = ({ outline, page, currentId, onNavigate }: Props) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  const percent = t('page.courseProgress', { percent: page.course.percent })
  const list = outline ? (
    <Sections outline={outline} page={page} currentId={currentId} onNavigate={onNavigate} />
  ) : (
    <SkeletonText lines={8} />
  )
  return (
    <div>
      <Progress value={page.course.percent} label={percent} size="sm" />
      <p aria-hidden="true" className="mt-2 mb-4 text-sm text-ink-muted">
        {percent}
      </p>
      {!player.isPreview && !player.isReadOnly && (
        <Link
          to={paths.courseNotes(page.course.id)}
          className="-ms-2.5 mb-3 flex min-h-11 items-center gap-2.5 rounded-lg px-2.5 text-sm font-medium text-primary-text hover:bg-surface-sunken"
          onClick={onNavigate}
        >
          <NotebookPen aria-hidden="true" size={18} />
          {t('page.myNotes')}
        </Link>
      )}
      {player.isPreview ? (
        list
      ) : (
        <CourseSearch courseId={page.course.id} onNavigate={onNavigate}>
          {list}
        </CourseSearch>
      )}
    </div>
  )
}

/** About two screens of a phone. */
const TOPICS_PER_RENDER = 25

type SectionsProps = {
  outline: CourseOutline
  page: TopicPage
  currentId: number | null
  onNavigate: (() => void) | undefined
}

const Sections = ({ outline, page, currentId, onNavigate }: SectionsProps) => {
  const topics = outline.sections.flatMap((section) => section.topics)
  const shown = new Set(topics.slice(0, useGrowing(topics.length, TOPICS_PER_RENDER)))
  return (
    <ol className="flex flex-col gap-5">
      {outline.sections
        .filter(({ topics: [first] }) => !first || shown.has(first))
        .map((section) => (
          <li key={section.id}>
            <p className="mb-1 text-sm font-semibold text-ink-muted">
              <bdi lang={section.language}>{section.title}</bdi>
            </p>
            <ol>
              {section.topics
                .filter((topic) => shown.has(topic))
                .map((topic) => (
                  <TopicEntry
                    key={topic.id}
                    courseId={outline.id}
                    topic={
                      topic.id === page.topic.id ? { ...topic, items: withShownStates(topic, page) } : topic
                    }
                    currentId={topic.id === page.topic.id ? currentId : null}
                    isOpen={topic.id === page.topic.id}
                    onNavigate={onNavigate}
                  />
                ))}
            </ol>
          </li>
        ))}
    </ol>
  )
}

const withShownStates = (topic: OutlineTopic, page: TopicPage) =>
  topic.items.map((item) => ({
    ...item,
    state: page.items.find((shown) => shown.id === item.id)?.state ?? item.state,
  }))

type EntryProps = {
  courseId: number
  topic: OutlineTopic
  isOpen: boolean
  currentId: number | null
  onNavigate: (() => void) | undefined
}

const TopicEntry = memo(function TopicEntry({ courseId, topic, isOpen, currentId, onNavigate }: EntryProps) {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  const locked = topic.state === 'locked'
  const rowClass = 'flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm'
  return (
    <li>
      {locked ? (
        <p className={cx(rowClass, 'text-ink-muted')}>
          <StepIcon type={topic.items[0]?.type ?? 'article'} state="locked" />
          <span className="min-w-0 flex-1">
            <bdi lang={topic.language}>{topic.title}</bdi>
          </span>
        </p>
      ) : (
        <PositionLink
          to={player.topicPath(courseId, topic.id)}
          position={{ topicId: topic.id, itemId: null }}
          aria-current={isOpen ? 'page' : undefined}
          className={cx(rowClass, isOpen ? 'font-semibold text-ink' : 'text-ink hover:bg-surface-sunken')}
          onClick={onNavigate}
        >
          <StepIcon type={topic.items[0]?.type ?? 'article'} state={topic.state} />
          <span className="min-w-0 flex-1">
            <bdi lang={topic.language}>{topic.title}</bdi>
          </span>
        </PositionLink>
      )}
      {isOpen && topic.items.length > 1 && (
        <ol className="ms-4.5 border-s border-line ps-2">
          {topic.items.map((item) => (
            <li key={item.id}>
              <PositionLink
                to={`${player.topicPath(courseId, topic.id)}?item=${item.id}`}
                position={{ topicId: topic.id, itemId: item.id }}
                aria-current={item.id === currentId ? 'step' : undefined}
                aria-label={`${t(`type.${item.type}`)}, ${t(`state.${item.state}`)}: ${item.title}`}
                className={cx(
                  rowClass,
                  item.id === currentId
                    ? 'bg-primary-soft font-medium text-primary-text'
                    : 'text-ink-muted hover:bg-surface-sunken',
                )}
                onClick={onNavigate}
              >
                <StepIcon type={item.type} state={item.state} />
                <span className="min-w-0 flex-1">
                  <bdi lang={item.language}>{item.title}</bdi>
                </span>
              </PositionLink>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
})
