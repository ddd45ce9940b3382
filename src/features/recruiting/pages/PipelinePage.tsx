import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Share from 'lucide-react/icons/share-2'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { Board, BoardCard, PipelineState } from '#contract/job-applications/pipeline.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { createRowMenu } from '#src/shared/ui/overlays/Menu.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { boardQuery } from '../api/recruiting.queries.ts'
import { useMoves } from '../api/use-moves.ts'
import { ApplicationSheet } from '../components/ApplicationSheet.tsx'
import { BoardColumns } from '../components/BoardColumns.tsx'
import { BoardFilterRow } from '../components/BoardFilterRow.tsx'
import { BoardList } from '../components/BoardList.tsx'
import { BulkBar } from '../components/BulkBar.tsx'
import { CardMenu } from '../components/CardMenu.tsx'
import { DownloadMenu } from '../components/DownloadMenu.tsx'
import { Funnel } from '../components/Funnel.tsx'
import { MoveNotice } from '../components/MoveNotice.tsx'
import { RejectDialog } from '../components/RejectDialog.tsx'
import { ShareSheet } from '../components/ShareSheet.tsx'
import { useSameFunctions } from '../components/use-same-functions.ts'
import { movesTo, shownCards, type Move } from '../model/board.ts'
import { BOARD_FILTERS } from '../model/recruit-filters.ts'

/** /admin/jobs/{id}: all applications to one job, as a board and as a list. */
export const PipelinePage = () => {
  const { t } = useTranslation('recruiting')
  const jobId = parseId(useParams()['jobId']) ?? 0
  const { data, error, isFetching, refetch } = useQuery(boardQuery(jobId))
  // In slices: thousands of applications would hold the page for longer than a frame.
  const hasBoard = useDeferredValue(data !== undefined, false)
  if (data && hasBoard) return <Pipeline key={jobId} board={data} />
  if (!error) return <SkeletonText lines={8} />
  return (
    <FailedPage
      error={error}
      say={(key) => t(key === 'retry' ? 'retry' : `board.${key}`)}
      missing={t('board.missing')}
      pending={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

const Pipeline = ({ board }: { board: Board }) => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  const { job } = board
  const [isSharing, setSharing] = useState(false)
  return (
    <>
      <PageHeader
        title={<bdi>{job.title}</bdi>}
        text={
          <>
            <bdi>{job.company}</bdi> · {t('jobs.until', { date: formatDate(job.deadline, language) })}
          </>
        }
        above={<BackLink to={adminPaths.jobs}>{t('board.back')}</BackLink>}
        actions={
          <>
            {board.cards.length > 0 && <DownloadMenu jobId={job.id} />}
            <Button
              size="sm"
              variant="secondary"
              icon={<Share aria-hidden="true" size={18} />}
              onClick={() => setSharing(true)}
            >
              {t('board.share')}
            </Button>
            <Link
              to={adminPaths.jobEdit(job.id)}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <Pencil aria-hidden="true" size={18} />
              {t('board.edit')}
            </Link>
          </>
        }
      />
      {board.cards.length === 0 ? (
        <EmptyState title={t('board.empty')} text={t('board.emptyText')} />
      ) : (
        <Applications board={board} />
      )}
      <ShareSheet jobId={job.id} open={isSharing} onOpenChange={setSharing} />
    </>
  )
}

/** Which application is open stands in the address, so that a link leads to it. */
const useOpened = () => {
  const [address, setAddress] = useSearchParams()
  const set = (id: number | null) => {
    const next = new URLSearchParams(address)
    if (id === null) next.delete('application')
    else next.set('application', String(id))
    setAddress(next, { replace: id === null })
  }
  return [parseId(address.get('application')), set] as const
}

const Applications = ({ board }: { board: Board }) => {
  const list = useListFilters(BOARD_FILTERS)
  const moves = useMoves(board.job.id)
  const [opened, open] = useOpened()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [rejecting, setRejecting] = useState<Move[]>([])
  const { search, state, order } = list.filters
  const cards = useMemo(
    () => shownCards(board.cards, { search, state, order }),
    [board.cards, search, state, order],
  )
  const moveCards = (ids: ReadonlySet<number>, to: PipelineState) => {
    const wanted = movesTo(
      board.cards.filter(({ id }) => ids.has(id)),
      to,
    )
    if (to === 'rejected' && wanted.length > 0) setRejecting(wanted)
    else moves.move(wanted)
    setSelected(new Set())
  }
  const select = (id: number, isOn: boolean) => {
    const next = new Set(selected)
    if (isOn) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  const functions = useSameFunctions({
    onSelect: select,
    onOpen: open,
    onMove: (id, to) => moveCards(new Set([id]), to),
  })
  const [menu] = useState(createRowMenu<BoardCard>)
  const parts = { cards, selected, menu, ...functions }
  return (
    <div className="flex flex-col gap-5">
      <Funnel funnel={board.funnel} />
      <BoardFilterRow list={list} />
      <MoveNotice moves={moves} cards={board.cards} />
      <BulkBar
        count={selected.size}
        onMove={(to) => moveCards(selected, to)}
        onClear={() => setSelected(new Set())}
      />
      {list.filters.view === 'board' ? (
        <BoardColumns {...parts} asked={`${order} ${search}`} />
      ) : (
        <BoardList {...parts} list={list} />
      )}
      <CardMenu menu={menu} onMove={functions.onMove} />
      <RejectDialog
        key={rejecting.map(({ id }) => id).join()}
        count={rejecting.length}
        job={board.job}
        onClose={() => setRejecting([])}
        onReject={(extra) => {
          moves.move(rejecting, extra)
          setRejecting([])
        }}
      />
      <ApplicationSheet applicationId={opened} onClose={() => open(null)} onMove={functions.onMove} />
    </div>
  )
}
