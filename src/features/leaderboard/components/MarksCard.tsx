import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaderboardRow, getOverallLeaderboard } from '#contract/leaderboard/leaderboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { overallQuery } from '../api/leaderboard.queries.ts'
import { QueryBlock } from './QueryBlock.tsx'
import { RankedAvatar } from './RankedAvatar.tsx'
import { shownRows } from '../model/ranking.ts'
import { VisibilityDialog } from './VisibilityDialog.tsx'

type Overall = ResponseOf<typeof getOverallLeaderboard>

/** Rank, name, course and marks (spec 2: Dashboard), with the learner's own rank and neighbours. */
export const MarksCard = () => {
  const { t } = useTranslation('leaderboard')
  const overall = useQuery(overallQuery())
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <QueryBlock
        id="home-marks"
        title={t('marks.title')}
        aside={
          overall.data?.own && (
            <button
              type="button"
              className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
              onClick={() => setIsDialogOpen(true)}
            >
              {t('marks.appear')}
            </button>
          )
        }
        query={overall}
        texts={{ loading: t('marks.loading'), failed: t('leaders.blockFailed') }}
        skeleton={<Skeleton className="h-80 w-full" />}
      >
        {(data) => (data.learners === 0 ? <NoLearners /> : <RankingTable data={data} />)}
      </QueryBlock>
      {isDialogOpen && <VisibilityDialog onClose={() => setIsDialogOpen(false)} />}
    </>
  )
}

const NoLearners = () => {
  const { t } = useTranslation('leaderboard')
  return <EmptyState illustration="podium" title={t('marks.empty')} text={t('marks.emptyHint')} />
}

const RankingTable = ({ data }: { data: Overall }) => {
  const { t } = useTranslation('leaderboard')
  return (
    <>
      {data.own && (
        <p className="mb-2 text-sm text-ink-muted">
          <OwnStanding own={data.own} learners={data.learners} />
        </p>
      )}
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-ink-muted">
            <th scope="col" className="w-10 py-2 ps-2 text-start font-medium">
              <span aria-hidden="true">#</span>
              <span className="sr-only">{t('marks.standing')}</span>
            </th>
            <th scope="col" className="px-2 py-2 text-start font-medium">
              {t('marks.name')}
            </th>
            <th scope="col" className="hidden px-2 py-2 text-start font-medium sm:table-cell">
              {t('marks.course')}
            </th>
            <th scope="col" className="py-2 ps-2 pe-2 text-end font-medium">
              {t('marks.marks')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shownRows(data).map(({ row, hasGap }, index) => (
            <Row key={index} row={row} hasGap={hasGap} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The table shows the place; a place in the lower half is not repeated in words. */
const OwnStanding = ({ own, learners }: { own: LeaderboardRow; learners: number }) => {
  const { t } = useTranslation('leaderboard')
  if (own.marks === 0) return t('marks.ownNone')
  if (own.standing > Math.ceil(learners / 2)) return t('marks.ownClimbing')
  return t('marks.own', { rank: own.standing, count: learners })
}

const Row = ({ row, hasGap }: { row: LeaderboardRow; hasGap: boolean }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  return (
    <tr
      className={cx(
        'h-13',
        hasGap && 'border-t-2 border-dashed border-t-line-strong',
        row.is_me && 'bg-primary-soft',
      )}
    >
      <td className="rounded-s-lg ps-2 font-semibold tabular-nums text-ink">{row.standing}</td>
      <th scope="row" className="relative w-full max-w-0 ps-13 pe-2 text-start font-medium text-ink sm:w-2/5">
        <span className="absolute start-2 top-2">
          <RankedAvatar name={row.name} rank={row.marks > 0 ? row.standing : 0} size={36} />
        </span>
        <bdi className="block truncate">{row.name}</bdi>
        {row.is_me && <span className="block text-xs font-normal text-ink-muted">{t('marks.you')}</span>}
        {row.course && !row.is_me && (
          <bdi className="block truncate text-xs font-normal text-ink-muted sm:hidden">{row.course}</bdi>
        )}
      </th>
      <td className="hidden max-w-0 px-2 text-ink-muted sm:table-cell sm:w-2/5">
        <bdi className="block truncate">{row.course ?? '–'}</bdi>
      </td>
      <td className="rounded-e-lg ps-2 pe-2 text-end font-semibold tabular-nums text-ink">
        {formatNumber(row.marks, language)}
      </td>
    </tr>
  )
}
