import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { ComparedGroup } from '#contract/dashboard/groups.ts'
import type { Period } from '#contract/dashboard/period.ts'
import type { RowKind } from '#contract/dashboard/rows.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { formatDuration, formatNumber, formatPercent } from '#src/shared/lib/format.ts'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { groupsQuery } from '../api/dashboard.queries.ts'
import { rowsLink } from '../model/links.ts'
import { readPeriod } from '../model/period.ts'
import { FileButton } from './FileButton.tsx'

/** For admins, where they manage people: groups side by side in the period. Each number opens its rows. */
export const GroupTable = ({ period }: { period: Period }) => {
  const { role } = useAppSelector(selectUser)
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_manage_students'))
  return isOff || !roleFlags(role).mayAdminister ? null : <Groups period={period} />
}

const Groups = ({ period }: { period: Period }) => {
  const { t } = useTranslation('dashboard')
  const [address] = useSearchParams()
  const query = useQuery(groupsQuery(readPeriod(address)))
  const columns = useColumns(period)
  const groups = query.data?.groups
  return (
    <section aria-labelledby="dashboard-groups" aria-busy={query.isPlaceholderData}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 id="dashboard-groups" className="text-lg font-semibold text-ink">
            {t('groups.title')}
          </h2>
          <p className="text-sm text-ink-muted">{t('groups.note')}</p>
        </div>
        {groups && groups.length > 0 && (
          <FileButton asked={{ kind: 'groups', from: period.from, to: period.to }} />
        )}
      </div>
      <ListStates
        rows={groups}
        query={query}
        texts={{
          loading: t('groups.loading'),
          failed: t('groups.failed'),
          empty: { title: t('groups.empty'), text: t('groups.emptyText') },
        }}
        skeleton={{ rows: 3, className: 'h-14' }}
      >
        {(rows) => (
          <RowTable label={t('groups.title')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListStates>
    </section>
  )
}

const LINK =
  'inline-flex min-h-6 items-center text-primary-text tabular-nums hover:underline pointer-coarse:min-h-11'

const useColumns = ({ from, to }: Period): Column<ComparedGroup>[] => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [address] = useSearchParams()
  return useMemo(() => {
    const number = (
      key: 'active' | 'study' | 'completed' | 'result' | 'attendance',
      kind: RowKind,
      value: (group: ComparedGroup) => string | null,
    ): Column<ComparedGroup> => ({
      key,
      title: t(`groups.${key}`),
      end: true,
      cell: (group) => {
        const text = value(group)
        return text === null ? (
          '–'
        ) : (
          <Link className={LINK} to={rowsLink(address, { kind, from, to, group: group.id })}>
            {text}
          </Link>
        )
      },
    })
    const percent = (part: number, whole: number) =>
      whole === 0 ? null : formatPercent(part / whole, language)
    return [
      {
        key: 'name',
        title: t('groups.group'),
        names: true,
        cell: ({ name }) => <bdi className="font-medium">{name}</bdi>,
      },
      {
        key: 'learners',
        title: t('groups.learners'),
        end: true,
        cell: ({ id, learners }) => (
          <Link className={LINK} to={`${adminPaths.students}?group=${id}`}>
            {formatNumber(learners, language)}
          </Link>
        ),
      },
      number('active', 'active', ({ active }) => formatNumber(active, language)),
      number('study', 'active', ({ study_seconds: seconds }) => formatDuration(seconds / 60, language)),
      number('completed', 'completed', ({ completed }) => formatNumber(completed, language)),
      number('result', 'submitted', ({ average_percent: mean }) =>
        mean === null ? null : formatPercent(mean / 100, language),
      ),
      number('attendance', 'attendance', ({ attended, held }) => percent(attended, held)),
    ]
  }, [t, language, address, from, to])
}
