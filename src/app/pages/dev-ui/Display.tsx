import { useState } from 'react'
import Clock from 'lucide-react/icons/clock'
import Lock from 'lucide-react/icons/lock'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Illustration, type IllustrationName } from '#src/shared/ui/feedback/Illustration.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { Progress, ProgressRing } from '#src/shared/ui/feedback/Progress.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import { Stat } from '#src/shared/ui/content/Stat.tsx'
import type { Samples } from './samples.ts'
import { Section } from './Section.tsx'

const DRAWINGS: readonly IllustrationName[] = [
  'empty',
  'search',
  'error',
  'notFound',
  'offline',
  'inactive',
  'denied',
  'start',
  'talk',
  'ask',
  'stars',
  'rest',
  'podium',
  'path',
  'packed',
]

/** Messages, numbers, pictures and the states of lists. */
export const Display = ({ s, frame }: { s: Samples; frame: string }) => (
  <>
    <Section title={s.messages}>
      <Alert kind="success">{s.saved}</Alert>
      <Alert kind="error" title={s.error}>
        {s.failed}
      </Alert>
      <Alert kind="warning">{s.warn}</Alert>
      <Alert kind="info">{s.info}</Alert>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{s.levels[0]}</Badge>
        <Badge tone="primary">{s.levels[1]}</Badge>
        <Badge tone="success">{s.done}</Badge>
        <Badge tone="warning" icon={<Lock aria-hidden="true" size={12} />}>
          {s.locked}
        </Badge>
        <Badge tone="error">{s.locked}</Badge>
        <Badge tone="info">{s.free}</Badge>
        <Spinner label={s.loading} />
      </div>
    </Section>
    <Section title={s.lists}>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Stat label={s.stat} value="6.5" note="+12%" icon={<Clock aria-hidden="true" size={20} />} />
        <Stat label={s.done} value="14" />
      </dl>
      <Progress label={s.progress} value={62} />
      <Progress label={s.progress} value={100} tone="success" size="sm" />
      <div className="flex items-center gap-4">
        <ProgressRing label={s.progress} value={62}>
          <span className="text-xl font-bold tabular-nums">62%</span>
        </ProgressRing>
        <SkeletonText className="flex-1" />
      </div>
      <Pages s={s} frame={frame} />
    </Section>
    <Section title={s.pictures}>
      <ul className="grid grid-cols-2 gap-4">
        {s.courses.map((title) => (
          <Card key={title} as="li" pad="none" className="overflow-hidden">
            <CourseCover title={title} />
            <p className="p-3 text-sm font-semibold">{title}</p>
          </Card>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {s.people.map((name) => (
          <Avatar key={name} name={name} alt={name} />
        ))}
      </div>
      <div className="grid grid-cols-3 gap-2">
        {DRAWINGS.map((name) => (
          <Illustration key={name} name={name} className="h-auto w-full" />
        ))}
      </div>
    </Section>
    <States s={s} />
  </>
)

const Pages = ({ s, frame }: { s: Samples; frame: string }) => {
  const [page, setPage] = useState(4)
  return (
    <Pagination
      page={page}
      pages={12}
      texts={{ label: `${s.pages}, ${frame}`, previous: s.previous, next: s.next, page: s.page }}
      onPage={setPage}
    />
  )
}

const STATES = ['loading', 'empty', 'filtered', 'error', 'offline'] as const
type State = (typeof STATES)[number]

const States = ({ s }: { s: Samples }) => {
  const [state, setState] = useState<State>('filtered')
  return (
    <Section title={s.states}>
      <Segmented
        legend={s.states}
        value={state}
        options={STATES.map((value) => ({ value, label: value }))}
        onChange={setState}
      />
      <Card>
        <ListState<string>
          items={state === 'empty' || state === 'filtered' ? [] : undefined}
          failed={state === 'error'}
          offline={state === 'offline'}
          filtered={state === 'filtered'}
          loadingLabel={s.loading}
          skeleton={<SkeletonText lines={5} />}
          empty={{ title: s.empty }}
          emptyFiltered={{
            title: s.emptyFiltered,
            clearLabel: s.clear,
            onClear: () => setState('empty'),
          }}
          error={{ title: s.error, retryLabel: s.retry, onRetry: () => setState('loading') }}
          offlineMessage={{ title: s.offline, text: s.offlineText }}
        >
          {(items) => items.join(', ')}
        </ListState>
      </Card>
    </Section>
  )
}
