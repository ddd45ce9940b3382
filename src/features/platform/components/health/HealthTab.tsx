import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { HealthReport, HealthState, ServerHealth } from '#contract/platform/health.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatBytes } from '#src/shared/lib/text/format-bytes.ts'
import { formatDate, formatNumber, formatRelative } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { healthQuery } from '../../api/jobs.queries.ts'

const TONES = { ok: 'success', warning: 'warning', problem: 'error', unknown: 'neutral' } as const

/** Each server with what it measured, in words. */
export const HealthTab = () => {
  const { t } = useTranslation('platform')
  const health = useQuery(healthQuery())
  return (
    <ListStates
      rows={health.data?.servers}
      query={health}
      texts={{
        loading: t('health.loading'),
        failed: t('health.failed'),
        empty: { title: t('health.empty') },
      }}
      skeleton={{ rows: 2, className: 'h-64' }}
    >
      {(servers) => (
        <div className="flex flex-col gap-6">
          {servers.map((server) => (
            <ServerCard key={server.id} server={server} now={health.dataUpdatedAt} />
          ))}
        </div>
      )}
    </ListStates>
  )
}

const worstOf = (checks: readonly HealthReport[]): HealthState =>
  (['problem', 'warning'] as const).find((state) => checks.some((each) => each.state === state)) ?? 'ok'

const ServerCard = ({ server, now }: { server: ServerHealth; now: number }) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  const worst = worstOf(server.checks)
  return (
    <Card as="section">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg font-semibold wrap-anywhere text-ink">
          <bdi dir="ltr">{server.name}</bdi>
        </h2>
        {!server.is_silent && <Badge tone={TONES[worst]}>{t(`health.all.${worst}`)}</Badge>}
      </div>
      <p className="mb-4 text-sm text-ink-muted">
        {[
          t('health.version', { version: server.version }),
          t('health.started', { when: formatRelative(server.started_at, language, now) }),
          t('health.seen', { when: formatRelative(server.seen_at, language, now) }),
        ].join(' · ')}
      </p>
      {server.is_silent && (
        <Alert kind="error" className="mb-4" title={t('health.silent')}>
          {t('health.silentText')}
        </Alert>
      )}
      <ul className="divide-y divide-line">
        {server.checks.map((report) => (
          <CheckLine key={report.check} report={report} />
        ))}
      </ul>
    </Card>
  )
}

/** Numbers as a person reads them. */
const useFacts = (facts: HealthReport['facts']): Record<string, string> => {
  const language = useLanguage()
  const text = (name: string, value: string | number | null): string => {
    if (value === null) return ''
    if (name === 'at') return formatDate(String(value), language, { time: true })
    // Names of files and releases keep their own direction.
    if (typeof value === 'string') return isolated(value)
    return ['free', 'total', 'bytes'].includes(name)
      ? formatBytes(value, language)
      : formatNumber(value, language)
  }
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, text(name, value)]))
}

const CheckLine = ({ report: { check, state, since, facts } }: { report: HealthReport }) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  const words = useFacts(facts)
  const reason = typeof facts['reason'] === 'string' ? facts['reason'] : undefined
  const wordsOf = (found: HealthState): string => {
    if (found !== 'unknown') return t(`health.checks.${check}.${found}`, words)
    return check === 'mail' || check === 'backups' ? t(`health.checks.${check}.unknown`) : t('health.unknown')
  }
  return (
    <li className="flex flex-col gap-1 py-3 sm:flex-row sm:items-start sm:gap-4">
      <span className="flex items-center justify-between gap-3 sm:w-56 sm:shrink-0">
        <span className="font-medium text-ink">{t(`health.checks.${check}.name`)}</span>
        <Badge tone={TONES[state]}>{t(`health.states.${state}`)}</Badge>
      </span>
      <span className="min-w-0 text-sm text-ink-muted">
        {reason === undefined ? (
          wordsOf(state)
        ) : (
          <>
            {t(`health.checks.${check}.problem`, words)}{' '}
            <bdi dir="ltr" className="wrap-anywhere">
              {reason}
            </bdi>
          </>
        )}
        <span className="block">
          {t('health.since', { when: formatDate(since, language, { time: true }) })}
        </span>
      </span>
    </li>
  )
}
