import ChevronDown from 'lucide-react/icons/chevron-down'
import Lock from 'lucide-react/icons/lock'
import CircleCheck from 'lucide-react/icons/circle-check'
import Circle from 'lucide-react/icons/circle'
import CircleDot from 'lucide-react/icons/circle-dot'
import Play from 'lucide-react/icons/play'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type {
  CourseDetail,
  OutlineItem,
  OutlineSection,
  OutlineTopic,
  SectionLock,
} from '#contract/courses/outline.ts'
import type { ProgressState } from '#contract/courses/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate, formatDuration } from '#src/shared/lib/format.ts'
import { useGrowing } from '#src/shared/lib/hooks/use-growing.ts'
import { learningHomeQuery } from '../../api/learning-home.queries.ts'
import { findNextItem, findPreviewItem, totalMinutes } from '../../model/next-item.ts'
import { TypeIcon } from './TypeIcon.tsx'

const ICONS = { locked: Lock, not_started: Circle, in_progress: CircleDot, completed: CircleCheck } as const

/** Sections, topics and items with their lengths and statuses; a locked topic says why and what unlocks it. */
export const CourseOutline = ({ course }: { course: CourseDetail }) => {
  const { t } = useTranslation('courses')
  const home = useQuery({ ...learningHomeQuery(), enabled: course.progress !== null })
  const entry = home.data?.continue_learning.find(({ course_id: id }) => id === course.id)
  // Wait for the server before falling back to a guess: a section opened by a wrong guess would stay open.
  const next = home.isLoading ? null : openingItem(course, entry)
  const free = course.progress ? 0 : freeLessons(course)
  return (
    <section aria-labelledby="course-contents">
      <h2 id="course-contents" className="text-xl font-semibold text-ink">
        {t('detail.contents')}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">
        {t('detail.sections', { count: course.sections.length })}
        {free > 0 && <> · {t('detail.freeLessons', { count: free })}</>}
      </p>
      <div className="mt-4 flex flex-col gap-3">
        {course.sections.map((section) => (
          <Section
            key={section.id}
            course={course}
            section={section}
            isNext={section.topics.some(({ id }) => id === next?.topicId)}
          />
        ))}
      </div>
    </section>
  )
}

/** Before enrolling, the preview stands open; afterwards, the next lesson. */
const openingItem = (course: CourseDetail, entry: Parameters<typeof findNextItem>[1]) =>
  (course.progress ? null : findPreviewItem(course.sections)) ?? findNextItem(course.sections, entry)

const freeLessons = (course: CourseDetail): number =>
  course.sections.flatMap(({ topics }) => topics).filter((topic) => topic.free_preview).length

/** A long course has hundreds of rows: only the next section starts open; a closed one renders no rows. */
const Section = (props: { course: CourseDetail; section: OutlineSection; isNext: boolean }) => {
  const { t } = useTranslation(['courses', 'courses/catalogue'])
  const language = useLanguage()
  const { section } = props
  const opensAt = section.lock?.opens_at
  const minutes = section.topics.reduce((sum, topic) => sum + totalMinutes(topic), 0)
  const [open, setOpen] = useState<boolean | null>(null)
  // Once opened it stays open: it must not close while being read because the next item moved elsewhere.
  if (props.isNext && open === null) setOpen(true)
  return (
    <details
      open={open === true}
      className="card group"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-14 list-none items-center gap-3 px-4 py-3 sm:px-5">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold text-ink">
            <bdi lang={section.language}>{section.title}</bdi>
          </h3>
          {opensAt && (
            <p className="mt-0.5 text-sm text-ink-muted">
              {t('seats.opens', { ns: 'courses/catalogue', day: formatDate(opensAt, language) })}
            </p>
          )}
        </div>
        <span className="shrink-0 text-sm text-ink-muted">
          {t('facts.lessons', { count: section.topics.length })} · {formatDuration(minutes, language)}
        </span>
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="shrink-0 text-ink-muted transition-transform group-open:rotate-180"
        />
      </summary>
      {open && <TopicRows course={props.course} section={section} />}
    </details>
  )
}

/** About one phone screen. */
const TOPIC_BATCH = 10

const TopicRows = ({ course, section }: { course: CourseDetail; section: OutlineSection }) => {
  const shown = useGrowing(section.topics.length, TOPIC_BATCH)
  return (
    <ul className="border-t border-line">
      {section.topics.slice(0, shown).map((topic) => (
        <TopicRow key={topic.id} course={course} topic={topic} lock={section.lock} />
      ))}
    </ul>
  )
}

interface TopicRowProps {
  course: CourseDetail
  topic: OutlineTopic
  lock: SectionLock | undefined
}
const TopicRow = memo(function TopicRow({ course, topic, lock }: TopicRowProps) {
  const language = useLanguage()
  const locked = topic.state === 'locked'
  const isPreview = topic.free_preview && !course.progress
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0 sm:px-5">
      <div className="flex items-start gap-3">
        <StateIcon state={topic.state} />
        <div className="min-w-0 flex-1">
          <div className="flex items-start justify-between gap-x-3">
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <h4 className="max-w-full min-w-0 font-medium text-ink">
                {locked ? (
                  <bdi lang={topic.language}>{topic.title}</bdi>
                ) : (
                  <Link
                    to={paths.topic(course.id, topic.id)}
                    className={cx(
                      'group/lesson -mt-2.5 inline-flex min-h-11 max-w-full flex-wrap items-center gap-x-3 gap-y-1 text-primary-text sm:mt-0 sm:min-h-6',
                      !isPreview && '-mb-2.5 sm:mb-0',
                    )}
                  >
                    <bdi lang={topic.language} className="min-w-0 group-hover/lesson:underline">
                      {topic.title}
                    </bdi>{' '}
                    {isPreview && <PreviewPill />}
                  </Link>
                )}
              </h4>
            </div>
            <span className="shrink-0 pt-0.5 text-sm tabular-nums text-ink-muted">
              {formatDuration(totalMinutes(topic), language)}
            </span>
          </div>
          {locked && <LockReason course={course} lock={lock} />}
          <ul className="mt-1.5 flex flex-col gap-1">
            {topic.items.map((item) => (
              <ItemRow key={item.id} item={item} />
            ))}
          </ul>
        </div>
      </div>
    </li>
  )
})

/** Looks like the button that it is a part of: the lesson's link. */
const PreviewPill = () => {
  const { t } = useTranslation('courses')
  return (
    <span className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-primary px-3 text-sm font-semibold text-on-primary group-hover/lesson:bg-primary-hover">
      <Play aria-hidden="true" size={13} className="fill-current" />
      {t('detail.freePreview')}
    </span>
  )
}

/** Why a topic is locked and what unlocks it. */
const LockReason = ({ course, lock }: { course: CourseDetail; lock: SectionLock | undefined }) => {
  const { t } = useTranslation(['courses', 'courses/catalogue'])
  const language = useLanguage()
  const titles = (list: readonly string[]) => new Intl.ListFormat(language).format(list)
  const text = () => {
    if (course.progress && lock?.opens_at)
      return t('detail.lockedUntil', { day: formatDate(lock.opens_at, language) })
    if (course.progress && lock) return t('detail.lockedRequires', { titles: titles(lock.requires) })
    if (course.progress) return t('detail.lockedOther')
    if (course.opens_at)
      return t('seats.lockedUntil', { ns: 'courses/catalogue', day: formatDate(course.opens_at, language) })
    if (course.seats_left === 0) return t('seats.lockedSoldOut', { ns: 'courses/catalogue' })
    if (course.seats_left !== null) return t('seats.locked', { ns: 'courses/catalogue' })
    return t(course.price === 'premium' ? 'detail.lockedPremium' : 'detail.lockedEnrol')
  }
  return <p className="mt-0.5 text-sm text-ink-muted">{text()}</p>
}

const ItemRow = ({ item }: { item: OutlineItem }) => {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  return (
    <li className="flex items-center gap-2 text-sm text-ink-muted">
      <TypeIcon type={item.type} size={16} />
      <span className="sr-only">{t(`type.${item.type}`)}:</span>
      <span className="min-w-0 flex-1">
        <bdi lang={item.language}>{item.title}</bdi>
      </span>
      {item.state === 'completed' && (
        <span className="text-success-text">
          <CircleCheck aria-hidden="true" size={16} />
          <span className="sr-only">{t('detail.completed')}</span>
        </span>
      )}
      <span className="shrink-0 tabular-nums">{formatDuration(item.minutes, language)}</span>
    </li>
  )
}

const TONES = {
  locked: 'text-ink-muted',
  not_started: 'text-ink-muted',
  in_progress: 'text-primary-text',
  completed: 'text-success-text',
} as const

const StateIcon = ({ state }: { state: ProgressState }) => {
  const { t } = useTranslation('courses')
  const Icon = ICONS[state]
  return (
    <span className={TONES[state]}>
      <Icon aria-hidden="true" size={20} className="mt-0.5" />
      <span className="sr-only">{t(`state.${state}`)}</span>
    </span>
  )
}
