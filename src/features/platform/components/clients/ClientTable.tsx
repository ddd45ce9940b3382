import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { limitKinds, type PlatformClient } from '#contract/platform/clients.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatRelative } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { UsageBar } from './UsageBar.tsx'

type Act = (client: PlatformClient) => void
type Props = { clients: readonly PlatformClient[]; now: number; onLimits: Act; onState: Act }

/** A job counts; before its first run nothing is known, which is not zero. */
const UNCOUNTED = '–'

const ClientName = ({ client, now }: { client: PlatformClient; now: number }) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  const { name, id, slug, hosts, is_active: isActive, is_own: isOwn, usage } = client
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <bdi className="font-medium wrap-anywhere text-ink">{name}</bdi>
        <Badge tone={isActive ? 'success' : 'warning'}>
          {t(`clients.states.${isActive ? 'on' : 'off'}`)}
        </Badge>
        {isOwn && <Badge>{t('clients.own')}</Badge>}
      </span>
      <bdi dir="ltr" className="text-sm wrap-anywhere text-ink-muted">
        {[`#${id}`, slug, ...hosts].join(' · ')}
      </bdi>
      <span className="text-xs text-ink-muted">
        {usage.counted_at === null
          ? t('usage.notCounted')
          : t('usage.counted', { when: formatRelative(usage.counted_at, language, now) })}
      </span>
    </div>
  )
}

/** What each client uses, with what can be done; cards on narrow screens. */
export const ClientTable = ({ clients, now, onLimits, onState }: Props) => {
  const { t } = useTranslation('platform')
  const language = useLanguage()
  const columns = useMemo(
    (): Column<PlatformClient>[] => [
      {
        key: 'name',
        title: t('clients.name'),
        names: true,
        cell: (client) => <ClientName client={client} now={now} />,
      },
      ...limitKinds.map((kind) => ({
        key: kind,
        title: t(`limits.${kind}`),
        cell: (client: PlatformClient) =>
          client.usage.counted_at === null ? UNCOUNTED : <UsageBar client={client} kind={kind} />,
      })),
      {
        key: 'active',
        title: t('clients.lastActive'),
        cell: ({ usage: { last_active_at: at, counted_at: countedAt } }) => {
          if (countedAt === null) return UNCOUNTED
          return at === null ? t('clients.neverActive') : formatRelative(at, language, now)
        },
      },
      {
        key: 'actions',
        title: t('clients.actions'),
        actions: true,
        wide: true,
        cell: (client) => (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('limits.openFor', { name: isolated(client.name) })}
              onClick={() => onLimits(client)}
            >
              {t('limits.open')}
            </Button>
            {!client.is_own && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={t(client.is_active ? 'state.offFor' : 'state.onFor', {
                  name: isolated(client.name),
                })}
                onClick={() => onState(client)}
              >
                {t(client.is_active ? 'state.off' : 'state.on')}
              </Button>
            )}
          </div>
        ),
      },
    ],
    [t, language, now, onLimits, onState],
  )
  return <RowTable label={t('parts.clients')} columns={columns} rows={clients} keyOf={({ id }) => id} />
}
