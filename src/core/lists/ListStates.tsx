import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'

export type ListStatesProps<Row> = {
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined
  /** Absent where the rows are always known. */
  query?: { isError: boolean; refetch: () => unknown }
  texts: {
    loading: string
    failed: string
    /** Nothing there at all. */
    empty: { title: string; text?: string; action?: ReactNode }
    /** Nothing matches the filters. */
    none?: string
  }
  /** How many rows the loading list shows, and their shape. */
  skeleton?: { rows: number; className: string; list?: string }
  /** Absent where the list has no filters. */
  isNarrowed?: boolean
  onClear?: () => void
  children: (rows: readonly Row[]) => ReactNode
}

/** The states of a list: loading, failed, offline, empty, empty under filters, and its rows. */
export const ListStates = <Row,>(props: ListStatesProps<Row>) => {
  const { rows, query, texts, skeleton, isNarrowed = false, onClear } = props
  const { t } = useTranslation('shared/list')
  const isOnline = useOnline()
  return (
    <ListState
      items={rows}
      failed={query?.isError ?? false}
      offline={!isOnline}
      filtered={isNarrowed}
      loadingLabel={texts.loading}
      skeleton={skeleton && <Skeletons {...skeleton} />}
      empty={texts.empty}
      emptyFiltered={{
        title: texts.none ?? texts.empty.title,
        clearLabel: t('clear'),
        onClear: () => onClear?.(),
      }}
      error={{ title: texts.failed, retryLabel: t('retry'), onRetry: () => void query?.refetch() }}
      offlineMessage={{ title: t('offline') }}
    >
      {props.children}
    </ListState>
  )
}

type SkeletonsProps = NonNullable<ListStatesProps<never>['skeleton']>

const Skeletons = ({ rows, className, list = 'flex flex-col gap-3' }: SkeletonsProps) => (
  <div className={list}>
    {Array.from({ length: rows }, (_, index) => (
      <Skeleton key={index} className={cx('rounded-xl', className)} />
    ))}
  </div>
)
